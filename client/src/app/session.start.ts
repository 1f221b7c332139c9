import { getSession, mayBeSignedIn, RefreshUnreachable, refreshSession, setSession } from '../lib/session';

/** Pause before the server is asked again whether we are still signed in, in milliseconds. */
const RETRY_MS = 2_000;

/** Signs in silently when the browser still holds a refresh cookie. */
export async function startSession(): Promise<void> {
  if (!mayBeSignedIn()) {
    setSession(null);
    return;
  }
  try {
    const session = await refreshSession();
    if (!session) setSession(null);
  } catch (error) {
    if (!(error instanceof RefreshUnreachable)) throw error;
    if (getSession().status === 'unknown') setTimeout(startSession, RETRY_MS);
  }
}
