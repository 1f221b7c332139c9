import type { RegisterInput } from '@livelane/shared/auth/auth.schema';
import type { User } from '@livelane/shared/users/user.schema';
import { api } from '../../../lib/api';

/** POST /auth/register. @throws ApiError, NetworkError */
export const register = (input: RegisterInput): Promise<User> => api.post('/auth/register', input);
