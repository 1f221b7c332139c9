import type { LoginInput, RegisterInput, Session } from '@livelane/shared/auth/auth.schema';
import type { User } from '@livelane/shared/users/user.schema';
import { api } from '#lib/api';
import { endSession, getSession, isLeavingSession, leaveSession, setSession } from '#lib/session';

/** POST /auth/login; the answer becomes the session. @throws ApiError, NetworkError */
export async function login(input: LoginInput): Promise<void> {
  // The cookie of someone who has logged out without an answer is the only thing left that can end their session.
  if (isLeavingSession()) await endSession();
  setSession(await api.post<Session>('/auth/login', input));
}

/** Ends the session here and on the server; errors are ignored (specification section 7). */
export async function logout(): Promise<void> {
  // The call is begun first: it carries the token that is about to be forgotten.
  const ended = getSession().token ? endSession() : undefined;
  leaveSession();
  await ended;
}

/** POST /auth/register. @throws ApiError, NetworkError */
export const register = (input: RegisterInput): Promise<User> => api.post('/auth/register', input);
