import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api';
import { MIN_STALE_MS } from '#lib/cacheTimes';

const MAX_RETRIES = 3;
/** The first pause before a retry and the longest (specification section 7). */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: MIN_STALE_MS,
        // Without a connection the request is tried and fails visibly (R19); the library would wait silently.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A refusal would be repeated, and an offline browser knows that it is offline.
        retry: (count, error) =>
          count < MAX_RETRIES && navigator.onLine && !(error instanceof ApiError && error.status < 500),
        retryDelay: (attempt) => Math.min(RETRY_MS * 2 ** attempt, MAX_RETRY_MS),
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
