import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { forgetProjects, idsIn, readStoredUser, type WorkspaceProjects } from '#board-sync/board.storage';
import { isAbout } from '#board-sync/stored.queries';
import { ApiError } from '#lib/api';
import { getSession } from '#lib/session';

/** Answers to those who may not see it, or not any more. */
const REFUSALS = [403, 404, 410];

const isRefused = ({ state: { error } }: Query): boolean =>
  error instanceof ApiError && REFUSALS.includes(error.status);

/** What the pages have read, also what they cannot read again just now, but nothing that the server refuses them. */
export const dehydrated = (queries: QueryClient): DehydratedState =>
  dehydrate(queries, {
    shouldDehydrateQuery: (query) => query.state.data !== undefined && !isRefused(query),
  });

/** The hashes of queries that the server refuses. */
export const refusedIn = (queries: QueryClient): string[] =>
  queries
    .getQueryCache()
    .getAll()
    .filter(isRefused)
    .map(({ queryHash }) => queryHash);

/** Gives the pages what is stored, where they have nothing newer. */
export async function restoreQueries(queries: QueryClient): Promise<void> {
  const stored = await readStoredUser();
  if (!stored || stored.user.id !== getSession().user?.id) return;
  // Without a connection nothing that is dropped can be read again.
  const defaultOptions = { queries: { gcTime: Number.POSITIVE_INFINITY } };
  hydrate(queries, stored.queries as DehydratedState, { defaultOptions });
}

/**
 * Deletes what this browser holds of a project, or of a workspace and all its projects, once the right is lost.
 * @param id of either
 * @param workspaces all that are known
 */
export async function forgetLost(
  queries: QueryClient,
  id: string,
  workspaces?: readonly WorkspaceProjects[],
): Promise<void> {
  const ids = idsIn(id, workspaces);
  // Those that are shown are read again, and refused.
  queries.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => isAbout(queryKey, ids) });
  await forgetProjects(id, workspaces);
}
