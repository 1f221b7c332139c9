import { getSession, refreshIsAsked } from '#lib/session';
import { prefetchFirst } from './firstCalls';
import { mayHaveSession, startSession } from './startSession';

/** After this time the screen's script runs even if the session has not been requested yet. */
const ASKED_WITHIN_MS = 50;

export interface Early {
  /** All requests have been sent: a script that keeps the page busy may run. */
  isAsked: Promise<unknown>;
  /** The session is known, and what the first screen needs next has arrived or is unavailable. */
  isReady: Promise<unknown>;
}

/**
 * Starts the requests that need not wait for the screen's script: the session, the data of the opened board, and the
 * scripts of the signed-in part, or of the login page.
 */
export function startEarly(pathname: string): Early {
  const session = startSession();
  let isAsked: Promise<unknown> = session;
  if (mayHaveSession()) {
    isAsked = Promise.race([refreshIsAsked, pause(ASKED_WITHIN_MS)]);
    // A script that cannot be fetched is reported when it is rendered.
    isAsked.then(() => import('../layouts/PrivateLayout')).catch(() => undefined);
  }
  return { isAsked, isReady: session.then(() => fetchFirst(pathname)) };
}

async function fetchFirst(pathname: string): Promise<void> {
  const { status } = getSession();
  if (status === 'signedIn') await prefetchFirst(pathname);
  // Visitors' other pages have forms from the same script.
  if (status === 'signedOut') await import('#features/auth/pages/LoginPage').catch(() => undefined);
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
