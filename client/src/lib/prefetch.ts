import { API_BASE_PATH } from '@livelane/shared/http/headers';
import { getSession, subscribeSession } from './session';

/** An answer that has not been used by then is out of date. */
const KEPT_MS = 10_000;
/** A read that a dead line has swallowed ends after this time. */
const TIMEOUT_MS = 15_000;

interface Ahead {
  /** Another user must not see it. */
  userId: string;
  /** Undefined when it could not be had: the code that needs it asks again, and learns why. */
  answer: Promise<unknown>;
  /** Once it is here. */
  data?: unknown;
}

const answers = new Map<string, Ahead>();

subscribeSession(({ user }) => {
  if (!user) answers.clear();
});

/** How an answer is requested and read. */
interface Form {
  /** Media type; JSON when absent. */
  accept?: string;
  /** What becomes of an answer that is not a refusal. */
  read: (response: Response) => Promise<unknown>;
}

const JSON_FORM: Form = { read: (response) => response.json() };

/** Asks for what a screen will ask for first, while its script is still on its way. Resolves when it is here, or is not to be had. */
export async function prefetch(path: string, form = JSON_FORM): Promise<void> {
  const { token, user } = getSession();
  if (!token || answers.has(path)) return;
  const ahead: Ahead = { userId: user.id, answer: ask(path, token, form) };
  answers.set(path, ahead);
  setTimeout(() => answers.delete(path), KEPT_MS);
  ahead.data = await ahead.answer;
}

async function ask(path: string, token: string, { accept, read }: Form): Promise<unknown> {
  try {
    const response = await fetch(API_BASE_PATH + path, {
      headers: { Authorization: `Bearer ${token}`, ...(accept && { Accept: accept }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? await read(response) : undefined;
  } catch {
    return undefined;
  }
}

function find(path: string): Ahead | undefined {
  const ahead = answers.get(path);
  return ahead && ahead.userId === getSession().user?.id ? ahead : undefined;
}

/** Takes the prefetched answer, once. Undefined when there is none, or it failed. */
export async function takePrefetched(path: string): Promise<unknown> {
  const ahead = find(path);
  answers.delete(path);
  return ahead?.answer;
}

/** What was prefetched and has arrived; it stays for the call that will use it. */
export function peekPrefetched(path: string): unknown {
  return find(path)?.data;
}
