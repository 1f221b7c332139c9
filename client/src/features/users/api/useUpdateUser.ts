import type { UpdateUserInput, User } from '@livelane/shared/users/user.schema';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { setCurrentUser } from '../../../lib/session';

/** PUT /users/{userId}; the answer becomes the current user. */
export function useUpdateUser(userId: string) {
  return useMutation({
    mutationFn: (input: UpdateUserInput) => api.put<User>(`/users/${userId}`, input),
    onSuccess: setCurrentUser,
  });
}
