import type { AuthOptions } from '@livelane/shared/auth/account.schema';
import { api } from '#lib/api';

/** GET /auth/options: how people sign in here, and whether mail is sent. @throws ApiError, NetworkError */
export const authOptions = (signal?: AbortSignal): Promise<AuthOptions> =>
  api.get('/auth/options', signal && { signal });

/** POST /auth/forgot: asks for a link to choose a new password. @throws ApiError, NetworkError */
export const forgotPassword = (input: { email: string }): Promise<void> => api.post('/auth/forgot', input);

/** POST /auth/reset: a new password by the secret of a link. @throws ApiError, NetworkError */
export const resetPassword = (input: { secret: string; password: string }): Promise<void> =>
  api.post('/auth/reset', input);

/** POST /mail/unsubscribe/{secret}: no more mails about notifications. @throws ApiError, NetworkError */
export const unsubscribe = (secret: string): Promise<void> =>
  api.post(`/mail/unsubscribe/${encodeURIComponent(secret)}`);

/** POST /auth/confirm: another address by the secret of a link. @throws ApiError, NetworkError */
export const confirmEmail = (secret: string): Promise<void> => api.post('/auth/confirm', { secret });
