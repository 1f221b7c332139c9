import { getSession, refreshSession, subscribeSession } from '#lib/session';
import { setTimer } from '#lib/timers';
import type { RealtimeSocket } from './realtime.socket';

/** A renewed token is asked for this long before the old one ends. */
const RENEW_BEFORE_MS = 60_000;
/** At least this long between two renewals, and after one that could not be asked for. */
const RENEW_MIN_MS = 30_000;

/** Renews the access token before it ends, so that the socket stays open. Returns what stops it. */
export function keepTokenFresh(socket: RealtimeSocket): () => void {
  let cancel: (() => void) | null = null;
  let isStopped = false;
  const renewIn = (ms: number) => {
    cancel?.();
    if (isStopped) return;
    cancel = setTimer(() => void refreshSession().catch(() => renewIn(RENEW_MIN_MS)), ms);
  };
  const schedule = () => {
    cancel?.();
    const { token } = getSession();
    // From its receipt on: this computer's clock may be wrong by any time.
    if (token) renewIn(Math.max(lifetimeOf(token) - RENEW_BEFORE_MS, RENEW_MIN_MS));
  };
  const unsubscribe = subscribeSession(({ token }) => {
    if (token && socket.connected) socket.emit('auth:renew', { token }, () => undefined);
    schedule();
  });
  schedule();
  return () => {
    unsubscribe();
    isStopped = true;
    cancel?.();
  };
}

/** How long a JWT lives, in milliseconds. */
function lifetimeOf(token: string): number {
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
    iat: number;
    exp: number;
  };
  return (claims.exp - claims.iat) * 1000;
}
