import { getSession, refreshSession, subscribeSession } from '#lib/session';
import { setTimer } from '#lib/timers';
import type { ConnectionMonitor } from './connection.monitor';
import type { RealtimeSocket } from './realtime.socket';

/** A new token is requested this long before the old one ends. */
const RENEW_BEFORE_MS = 60_000;
/** At least this long between two renewals, and after one that failed. */
const RENEW_MIN_MS = 30_000;

/** Pause before another attempt to renew an expired token. */
const REAUTHENTICATE_MS = 5_000;

interface SessionListeners {
  /** The server has ended the session, in this browser or from another one. */
  onSignedOut(): void;
}

/** Keeps the socket signed in: renews its token in time, and again if the server no longer accepts it. */
export class SocketSession {
  private isAuthenticating = false;
  private isStopped = false;
  private stopRenewing: (() => void) | null = null;

  constructor(
    private readonly socket: RealtimeSocket,
    private readonly connection: Pick<ConnectionMonitor, 'returnIn'>,
    private readonly listeners: SessionListeners,
  ) {}

  start(): void {
    const { socket } = this;
    socket.on('disconnect', (reason) => {
      // The server closed it: it does not reconnect by itself.
      if (reason === 'io server disconnect' && getSession().token && !this.isAuthenticating) socket.connect();
    });
    socket.on('connect_error', ({ message }) => {
      if (message === 'unauthenticated') void this.reauthenticate();
    });
    socket.on('session:ended', ({ reason }) => {
      // The token was not renewed in time, as after a sleep; the session continues.
      if (reason === 'token_expired') void this.reauthenticate();
      else this.listeners.onSignedOut();
    });
    this.stopRenewing = keepTokenFresh(socket);
  }

  stop(): void {
    this.isStopped = true;
    this.stopRenewing?.();
  }

  private async reauthenticate(): Promise<void> {
    if (this.isAuthenticating) return;
    this.isAuthenticating = true;
    try {
      const session = await refreshSession();
      if (session && !this.isStopped) this.socket.disconnect().connect();
    } catch {
      // The socket does not reconnect by itself after a refusal.
      this.connection.returnIn(REAUTHENTICATE_MS);
    } finally {
      this.isAuthenticating = false;
    }
  }
}

/** Renews the access token before it ends, so that the socket stays open. @returns stops it */
function keepTokenFresh(socket: RealtimeSocket): () => void {
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
    // Counted from its receipt: this computer's clock may be wrong by any amount.
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
