import { API_BASE_PATH } from '@livelane/shared/http/headers';
import { getSession } from './session';

/** An answer that nobody has asked for by then is out of date, in milliseconds. */
const KEPT_MS = 10_000;

const answers = new Map<string, Promise<Response>>();

/** Asks for what a screen will ask for first, while its script is still on its way. */
export function prefetch(path: string): void {
  const { token } = getSession();
  if (!token || answers.has(path)) return;
  const answer = fetch(API_BASE_PATH + path, { headers: { Authorization: `Bearer ${token}` } });
  // Whoever takes it hears of its failure.
  answer.catch(() => undefined);
  answers.set(path, answer);
  setTimeout(() => answers.delete(path), KEPT_MS);
}

/** The answer that was asked for ahead, once. */
export function takePrefetched(path: string): Promise<Response> | undefined {
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}
