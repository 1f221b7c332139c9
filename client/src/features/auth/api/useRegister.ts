import type { RegisterInput } from '@livelane/shared/auth/auth.schema';
import type { User } from '@livelane/shared/users/user.schema';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api';

export function useRegister() {
  return useMutation({ mutationFn: (input: RegisterInput) => api.post<User>('/auth/register', input) });
}
