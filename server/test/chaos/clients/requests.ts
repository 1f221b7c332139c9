import type { Session } from './session';

/** The product's client cuts a request after 15 s; sooner, its repetition meets the first sending more often. */
const CUT_MS = 6_000;

export interface Answer {
  status: number;
  /** Of a refusal in the product's own form. */
  code?: string;
  body: unknown;
}

/** One sending. @returns null when no answer came, or one that is not the product's */
export async function send(
  url: string,
  session: Session,
  { method, path, body, key }: { method: string; path: string; body?: object | undefined; key?: string },
): Promise<Answer | null> {
  try {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${session.token}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CUT_MS),
    });
    const { status } = response;
    const answered = (await response.json()) as { code?: unknown };
    if (response.ok) return { status, body: answered };
    // R18: a refusal counts only with one of our codes.
    return typeof answered.code === 'string' ? { status, code: answered.code, body: answered } : null;
  } catch {
    return null;
  }
}

/** R18: whether what was answered so is sent again, with the same key. */
export function isSentAgain(answer: Answer | null): boolean {
  return !answer || answer.status >= 500 || [401, 408, 425, 429].includes(answer.status);
}
