import type { AuthOptions } from '@livelane/shared/auth/account.schema';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api';

/** GET /auth/options, for the signed-in part: it changes with the server only. */
export const authOptionsQuery = queryOptions({
  queryKey: ['auth-options'],
  queryFn: ({ signal }) => api.get<AuthOptions>('/auth/options', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
