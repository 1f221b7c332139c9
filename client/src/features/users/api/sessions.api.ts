import type { UserSession } from '@livelane/shared/auth/account.schema';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';

const path = (userId: string) => `/users/${userId}/sessions`;

/** GET /users/{id}/sessions: where the user is signed in. */
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
