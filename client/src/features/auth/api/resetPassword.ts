import { api } from '../../../lib/api';

/** POST /auth/reset: a new password by the secret of a link. @throws ApiError, NetworkError */
export const resetPassword = (input: { secret: string; password: string }): Promise<void> =>
  api.post('/auth/reset', input);
