import type { Session } from '@livelane/shared/auth/auth.schema';
import type { User } from '@livelane/shared/users/user.schema';
import { createObservable } from './observable';
import { openChannel } from './openChannel';
import { ownErrorBody } from './ownErrorBody';

/**
 * The signed-in user and the access token: in memory only, never stored (SPEC.md#accounts).
 * `unknown` until the first silent refresh is answered; `offline` while the server is unreachable and this browser has
 * stored the last user's boards; `left` when the user ended it, on this page.
 */
export type SessionState =
  | { status: 'unknown' | 'signedOut' | 'left'; token: null; user: null }
  | { status: 'offline'; token: null; user: User }
  | { status: 'signedIn'; token: string; user: User };

const UNKNOWN: SessionState = { status: 'unknown', token: null, user: null };
const SIGNED_OUT: SessionState = { status: 'signedOut', token: null, user: null };
const LEFT: SessionState = { status: 'left', token: null, user: null };
const LOCK = 'livelane-refresh';
/** The stored boards of the signed-in user; logging out deletes them. */
export const STORED_BOARDS_DATABASE = 'livelane-boards';

/** An answer that is lost on a dead connection must keep neither later requests nor the next user waiting. */
const TIMEOUT_MS = 15_000;

/** A mark, no secret: whether requesting a new token makes sense in this browser. */
const MARK = 'livelane-signed-in';
const PROBE = `${MARK}?`;
const SIGNED_IN = '1';
/** Its user has logged out, and the server has not answered that yet: the cookie may still be good. */
const LEAVING = '0';

const current = createObservable<SessionState>(UNKNOWN);
let refreshing: Promise<Session | null> | null = null;
let markAsked: () => void = () => undefined;
/** Resolves when the first request for a token is sent, which is when this tab gets the lock. */
export const refreshIsAsked = new Promise<void>((resolve) => {
  markAsked = resolve;
});
/** Tabs of one browser share one refresh cookie, so they share its tokens too (R20). */
const channel = openChannel('livelane-session');

channel?.addEventListener('message', ({ data }: MessageEvent<Session | null>) => current.set(stateOf(data)));

function stateOf(session: Session | null): SessionState {
  return session ? { status: 'signedIn', token: session.token, user: session.user } : SIGNED_OUT;
}

/** Called when the server refuses to renew the session of someone who is signed in; the app shows the toast. */
let onSessionLost: () => void = () => undefined;
export function setSessionLostHandler(handler: () => void): void {
  onSessionLost = handler;
}

export const getSession = current.get;
export const subscribeSession = current.subscribe;

/** Sets a session, or none, in this tab and all others. */
export function setSession(session: Session | null): void {
  mark(session && SIGNED_IN);
  current.set(stateOf(session));
  channel?.postMessage(session);
}

/** This tab has nothing to renew; what the others have stays. */
export function startSignedOut(): void {
  current.set(SIGNED_OUT);
}

/** The user logs out: the next user must not start at this user's last page. */
export function leaveSession(): void {
  mark(LEAVING);
  current.set(LEFT);
  channel?.postMessage(null);
}

/** The server is unreachable: shows this browser's last user their stored boards. */
export function openOffline(user: User): void {
  if (getSession().status === 'unknown') current.set({ status: 'offline', token: null, user });
}

function mark(value: string | null): void {
  try {
    const before = localStorage.getItem(MARK);
    if (value) localStorage.setItem(MARK, value);
    else localStorage.removeItem(MARK);
    if (before === SIGNED_IN && value !== SIGNED_IN) indexedDB.deleteDatabase(STORED_BOARDS_DATABASE);
  } catch {
    // Storage is off: then each start requests a token.
  }
}

/** Whether the user has logged out, and the server does not know it yet. */
export function isLeavingSession(): boolean {
  try {
    return localStorage.getItem(MARK) === LEAVING;
  } catch {
    return false;
  }
}

/** A logout has been answered, or someone signs in again. */
export function forgetLeaving(): void {
  if (isLeavingSession()) mark(null);
}

/** Ends on the server the session of the token or, without one, of the cookie. Without an answer the next start or sign-in tries again. */
export async function endSession(): Promise<void> {
  const { token } = getSession();
  const answer = await fetch('/v1/auth/logout', {
    method: 'POST',
    credentials: 'include',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
  }).catch(() => null);
  // A page in its place is not an answer.
  if (answer?.status === 204) forgetLeaving();
}

/** Whether the browser may hold a refresh cookie. False saves a visitor's first request. */
export function mayBeSignedIn(): boolean {
  try {
    const marked = localStorage.getItem(MARK);
    if (marked) return marked === SIGNED_IN;
    // Where nothing can be written, no mark says nothing.
    localStorage.setItem(PROBE, '1');
    localStorage.removeItem(PROBE);
    return false;
  } catch {
    return true;
  }
}

/** A refresh failed because the server could not be reached, not because it refused. */
export class RefreshUnreachable extends Error {}

/**
 * Gets a new access token, once for all simultaneous callers, in this tab and all others (R20).
 * @returns null when the server refuses: then the session has ended
 * @throws RefreshUnreachable when the server is unreachable
 */
export function refreshSession(): Promise<Session | null> {
  refreshing ??= exclusively(getSession().token).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function exclusively(oldToken: string | null): Promise<Session | null> {
  const ask = async (): Promise<Session | null> => {
    // Another tab was first: its token arrived over the channel while this one waited for the lock.
    const before = sessionAfter(oldToken);
    if (before) return before;
    const session = await requestRefresh();
    // Someone has signed in before the answer, which is about the former session.
    const since = sessionAfter(oldToken);
    if (since) return since;
    const { status } = getSession();
    // Logged out before the answer, here or in another tab: it must not restore the session.
    if (isLeavingSession() || status === 'left' || (status === 'signedOut' && oldToken !== null)) return null;
    setSession(session);
    if (!session && status === 'signedIn') onSessionLost();
    return session;
  };
  if (!navigator.locks) return ask();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return navigator.locks.request(LOCK, { signal }, ask).catch((error: Error) => {
    // A suspended tab may hold the lock for ever, and a browser that blocks site data refuses all locks. Two refreshes
    // at once only cost a request.
    if (error === signal.reason || error.name === 'SecurityError') return ask();
    throw error;
  });
}

/** The session, if it has another token than this one. */
function sessionAfter(oldToken: string | null): Session | null {
  const { status, token, user } = getSession();
  return status === 'signedIn' && token !== oldToken ? { token, user } : null;
}

async function requestRefresh(): Promise<Session | null> {
  let response: Response;
  try {
    const answering = fetch('/v1/auth/refresh', {
      method: 'POST',
      credentials: 'include',
      // The page may be left meanwhile, and the answer has the cookie that the other tabs need next.
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    markAsked();
    response = await answering;
  } catch {
    throw new RefreshUnreachable();
  }
  if (response.ok) return sessionIn(await response.text().catch(unreachable));
  const isRefused = response.status === 401 || response.status === 403;
  if (isRefused && (await ownErrorBody(response))) return null;
  throw new RefreshUnreachable();
}

function unreachable(): never {
  throw new RefreshUnreachable();
}

/** Null without a token or user (specification section 7). A page in its place is not an answer. */
function sessionIn(text: string): Session | null {
  let session: Partial<Session> | null = null;
  try {
    session = text ? (JSON.parse(text) as Partial<Session> | null) : null;
  } catch {
    unreachable();
  }
  return session?.token && session.user ? { token: session.token, user: session.user } : null;
}
