import type { LoginInput, RegisterInput, Session } from '@livelane/shared/auth/auth.schema';
import type { User } from '@livelane/shared/users/user.schema';
import { chooseLanguage } from '#i18n/language.store';
import { isChosenHere } from '#lib/agreedSettings';
import { api } from '#lib/api';
import { screenLanguage } from '#lib/screenLanguage';
import { endSession, getSession, isLeavingSession, leaveSession, setSession } from '#lib/session';

/**
 * POST /auth/login; the answer becomes the session, once everything is in the account's language.
 * @throws ApiError, NetworkError
 */
export async function login(input: LoginInput): Promise<void> {
  // The cookie of someone who has logged out without an answer is the only thing left that can end their session.
  if (isLeavingSession()) await endSession();
  const session = await api.post<Session>('/auth/login', input);
  // Without storage or connection the language stays as it is.
  await applyLanguage(session).catch(() => undefined);
  setSession(session);
}

async function applyLanguage({ language, user }: Session): Promise<void> {
  if (language && !isChosenHere(user.id, screenLanguage())) await chooseLanguage(language);
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
