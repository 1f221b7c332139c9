import { signInProvider } from '#features/auth/signInProvider';
import { createObservable } from '#lib/observable';
import {
  endSession,
  getSession,
  isLeavingSession,
  mayBeSignedIn,
  openOffline,
  RefreshUnreachable,
  refreshSession,
  startSignedOut,
} from '#lib/session';
import { useObservable } from '#lib/useObservable';

/** Pause before asking the server again whether the user is still signed in. */
const RETRY_MS = 2_000;

/** The stored data opens after this time without an answer: some lines swallow requests. */
const PATIENCE_MS = 3_000;

/** Storage that takes longer counts as hung. */
const STORED_MS = 2_000;

const isUnreachable = createObservable(false);
let timer: number | undefined;

/** Whether to ask for a session. A provider sends people back with a cookie, from wherever they began. */
export const mayHaveSession = (): boolean =>
  mayBeSignedIn() || (signInProvider() !== null && !isLeavingSession());

/**
 * Signs in silently when the browser still holds a refresh cookie; asks again until the server answers. A logout that
 * has not been answered is sent again instead. Resolves with the first answer, or once the stored data is open.
 */
export async function startSession(): Promise<void> {
  if (!mayHaveSession()) {
    startSignedOut();
    if (isLeavingSession()) void endSession();
    return;
  }
  window.clearTimeout(timer);
  let patience: number | undefined;
  const opened = new Promise<void>((resolve) => {
    patience = window.setTimeout(() => void openStored().then(resolve), PATIENCE_MS);
  });
  await Promise.race([signIn(), opened]);
  window.clearTimeout(patience);
}

async function signIn(): Promise<void> {
  try {
    // Whoever has logged out meanwhile may have a cookie that this has renewed.
    if (!(await refreshSession()) && isLeavingSession()) void endSession();
    isUnreachable.set(false);
  } catch (error) {
    if (!(error instanceof RefreshUnreachable)) throw error;
    if (!isWaiting()) return;
    await openStored();
    isUnreachable.set(true);
    timer = window.setTimeout(startSession, RETRY_MS);
  }
}

const isWaiting = () => ['unknown', 'offline'].includes(getSession().status);

/** Opens the data stored in this browser, which is better than an error page. */
async function openStored(): Promise<void> {
  if (getSession().status !== 'unknown') return;
  try {
    const { readStoredUser } = await import('#board-sync/board.storage');
    const hangs = new Promise<null>((resolve) => setTimeout(() => resolve(null), STORED_MS));
    const stored = await Promise.race([readStoredUser(), hangs]);
    if (stored) openOffline(stored.user);
  } catch {
    // Storage is off, or its script is unavailable: the page reports that there is no server.
  }
}

/** True while the silent sign-in waits for an unreachable server. */
export const useIsUnreachable = (): boolean => useObservable(isUnreachable);
