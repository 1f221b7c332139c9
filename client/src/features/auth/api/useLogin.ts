import type { LoginInput, Session } from '@livelane/shared/auth/auth.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { setSession } from '../../../lib/session';

/** POST /auth/login; a session makes every cached answer doubtful (specification section 4). */
export function useLogin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: LoginInput) => api.post<Session>('/auth/login', input),
    onSuccess: (session) => {
      setSession(session);
      return queries.invalidateQueries();
    },
  });
}
