import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api';

// A module of its own, so that the bundler can leave these out of the first screen's script.
export { hydrate } from '@tanstack/react-query';

/** Answers to those who may not see it, or not any more. */
const REFUSALS = [403, 404, 410];

/** What the pages have read, also what they cannot read again just now, but nothing that the server refuses them. */
export const dehydrated = (queries: QueryClient): DehydratedState =>
  dehydrate(queries, {
    shouldDehydrateQuery: ({ state: { data, error } }) =>
      data !== undefined && !(error instanceof ApiError && REFUSALS.includes(error.status)),
  });
