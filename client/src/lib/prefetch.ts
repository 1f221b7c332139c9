import { API_BASE_PATH } from '@livelane/shared/http/headers';
import { patientFetch } from './patientFetch';
import { getSession, subscribeSession } from './session';

/** An answer that has not been used by then is out of date. */
const KEPT_MS = 10_000;
/** A read on which nothing arrives for this time is lost on a dead connection, and ends. */
const SILENCE_MS = 15_000;

interface Ahead {
  /** The user who may see it. */
  userId: string;
  /** Undefined when it failed: the code that needs it requests it again, and gets the error. */
  answer: Promise<unknown>;
  /** Set once it has arrived. */
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
  /** Reads an answer that is not a refusal. */
  read: (response: Response) => Promise<unknown>;
}

const JSON_FORM: Form = { read: (response) => response.json() };

/** Sends a screen's first request while its script still loads. Resolves when it is answered or has failed. */
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
    const headers = { Authorization: `Bearer ${token}`, ...(accept && { Accept: accept }) };
    const response = await patientFetch(API_BASE_PATH + path, { cache: 'no-store', headers }, SILENCE_MS);
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

/** A prefetched answer that has arrived; it stays for the call that will use it. */
export function peekPrefetched(path: string): unknown {
  return find(path)?.data;
}
