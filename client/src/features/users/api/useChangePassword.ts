import type { ChangePasswordInput } from '@livelane/shared/users/user.schema';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api';

/** PUT /users/{userId}/password: ends every session of the user. */
export function useChangePassword(userId: string) {
  return useMutation({
    mutationFn: (input: ChangePasswordInput) => api.put<void>(`/users/${userId}/password`, input),
  });
}
