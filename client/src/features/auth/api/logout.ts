import { api } from '../../../lib/api';
import { getSession, leaveSession } from '../../../lib/session';

/** Ends the session here and on the server; errors are ignored (specification section 7). */
export async function logout(): Promise<void> {
  const { token } = getSession();
  // The call is begun first: it carries the token that is about to be forgotten.
  const ended = token ? api.post('/auth/logout').catch(() => undefined) : undefined;
  leaveSession();
  await ended;
}
