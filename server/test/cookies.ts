import type { ApiAnswer } from './api.client';

/** Name of the refresh cookie without https. */
const COOKIE = 'livelane';

/** The refresh token that an answer sets; null: none, empty: cleared. */
export function refreshTokenOf(answer: ApiAnswer<unknown>): string | null {
  const [set] = answer.headers.getSetCookie();
  return set === undefined ? null : (/^[^=]+=([^;]*)/.exec(set)?.[1] ?? null);
}

/** The header with which a browser sends a refresh token back. */
export function withCookie(refreshToken: string, name = COOKIE): { Cookie: string } {
  return { Cookie: `${name}=${refreshToken}` };
}
