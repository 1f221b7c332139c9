import type { LoginInput, Session } from '@livelane/shared/auth/auth.schema';
import { api } from '../../../lib/api';
import { setSession } from '../../../lib/session';

/** POST /auth/login; the answer becomes the session. @throws ApiError, NetworkError */
export async function login(input: LoginInput): Promise<void> {
  setSession(await api.post<Session>('/auth/login', input));
}
