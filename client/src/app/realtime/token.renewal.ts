import { getSession, refreshSession, subscribeSession } from '../../lib/session';
import type { LiveSocket } from './live.socket';
import { setTimer } from './timers';

/** A renewed token is asked for this long before the old one ends, in milliseconds. */
const RENEW_BEFORE_MS = 60_000;
/** At least this long between two renewals, however wrong this computer's clock is, in milliseconds. */
const RENEW_MIN_MS = 30_000;

/** Renews the access token before it ends, so that the socket stays open. Returns what stops it. */
export function keepTokenFresh(socket: LiveSocket): () => void {
  let cancel: (() => void) | null = null;
  const schedule = () => {
    cancel?.();
    const { token } = getSession();
    if (!token) return;
    const inMs = expiryOf(token) - Date.now() - RENEW_BEFORE_MS;
    cancel = setTimer(() => void refreshSession().catch(() => undefined), Math.max(inMs, RENEW_MIN_MS));
  };
  const unsubscribe = subscribeSession(({ token }) => {
    if (token && socket.connected) socket.emit('auth:renew', { token }, () => undefined);
    schedule();
  });
  schedule();
  return () => {
    unsubscribe();
    cancel?.();
  };
}

/** When a JWT ends, milliseconds since 1970. */
function expiryOf(token: string): number {
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number };
  return claims.exp * 1000;
}
