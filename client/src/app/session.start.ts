import { useSyncExternalStore } from 'react';
import { getSession, mayBeSignedIn, RefreshUnreachable, refreshSession, setSession } from '../lib/session';

/** Pause before the server is asked again whether we are still signed in, in milliseconds. */
const RETRY_MS = 2_000;

let isUnreachable = false;
let timer: number | undefined;
const listeners = new Set<() => void>();

function tell(unreachable: boolean): void {
  isUnreachable = unreachable;
  for (const listener of listeners) listener();
}

/** Signs in silently when the browser still holds a refresh cookie; asks again until the server answers. */
export async function startSession(): Promise<void> {
  if (!mayBeSignedIn()) {
    setSession(null);
    return;
  }
  window.clearTimeout(timer);
  try {
    const session = await refreshSession();
    if (!session) setSession(null);
    tell(false);
  } catch (error) {
    if (!(error instanceof RefreshUnreachable)) throw error;
    if (getSession().status !== 'unknown') return;
    tell(true);
    timer = window.setTimeout(startSession, RETRY_MS);
  }
}

/** Whether the silent sign-in waits for a server that cannot be reached. */
export function useIsUnreachable(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isUnreachable,
  );
}
