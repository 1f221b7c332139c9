import { getSession, mayBeSignedIn, refreshIsAsked } from '#lib/session';
import { prefetchFirst } from './firstCalls';
import { startSession } from './startSession';

/** The screen's script runs without the session's request being on its way after this time. */
const ASKED_WITHIN_MS = 50;

export interface Early {
  /** What has to be asked for is on its way: a script that keeps the page busy may run. */
  isAsked: Promise<unknown>;
  /** Who is signed in is known, and what their first screen shows is here, or is not to be had. */
  isReady: Promise<unknown>;
}

/**
 * What need not wait for the script of the screen: the session, the data of the board that was opened, and the scripts
 * of the signed-in part.
 */
export function startEarly(pathname: string): Early {
  const session = startSession();
  let isAsked: Promise<unknown> = session;
  if (mayBeSignedIn()) {
    isAsked = Promise.race([refreshIsAsked, pause(ASKED_WITHIN_MS)]);
    // A script that cannot be fetched is reported when it is rendered.
    isAsked.then(() => import('../layouts/PrivateLayout')).catch(() => undefined);
  }
  return { isAsked, isReady: session.then(() => fetchFirstData(pathname)) };
}

async function fetchFirstData(pathname: string): Promise<void> {
  if (getSession().status === 'signedIn') await prefetchFirst(pathname);
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
