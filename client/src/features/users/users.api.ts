import type {
  AccountDeletion,
  DeleteAccountInput,
  UpdateUserBody,
  UserSession,
} from '@livelane/shared/auth/account.schema';
import type { ChangePasswordInput, User } from '@livelane/shared/users/user.schema';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api';
import { setCurrentUser } from './account.session';

const path = (userId: string) => `/users/${userId}/sessions`;

/** GET /users/{id}/sessions: the user's sign-ins. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['sessions', userId],
    queryFn: ({ signal }) => api.get<UserSession[]>(path(userId), { signal }),
  });

/** DELETE of one session, or of all but this one when no id is given. */
export function useEndSessions(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      api.delete<void>(sessionId === null ? path(userId) : `${path(userId)}/${sessionId}`),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey }),
  });
}

/** GET /users/{id}/deletion: the effects of deleting the account. */
export const deletionQuery = (userId: string) =>
  queryOptions({
    queryKey: ['deletion', userId],
    queryFn: ({ signal }) => api.get<AccountDeletion>(`/users/${userId}/deletion`, { signal }),
    staleTime: 0,
  });

/** DELETE /users/{userId}: ends every session of the user. */
export function useDeleteAccount(userId: string) {
  return useMutation({
    mutationFn: (input: DeleteAccountInput) => api.delete<void>(`/users/${userId}`, { body: input }),
  });
}

/** PUT /users/{userId}/password: ends every session of the user. */
export function useChangePassword(userId: string) {
  return useMutation({
    mutationFn: (input: ChangePasswordInput) => api.put<void>(`/users/${userId}/password`, input),
  });
}

/** PUT /users/{userId}; the answer becomes the current user. */
export function useUpdateUser(userId: string) {
  return useMutation({
    mutationFn: (input: UpdateUserBody) => api.put<User>(`/users/${userId}`, input),
    onSuccess: setCurrentUser,
  });
}
