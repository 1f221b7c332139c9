import type { QueryClient } from '@tanstack/react-query';

/** Key of the mutations by which someone leaves or deletes a workspace or project. */
export const leavingKey = (id: string) => ['leaving', id];

/**
 * Whether this user is just leaving or deleting it. The push about the lost access may arrive before the answer,
 * and must not navigate away from the page that waits for it.
 */
export function isLeaving(queries: QueryClient, id: string, userId: string | undefined): boolean {
  return (
    queries.isMutating({
      mutationKey: leavingKey(id),
      // A removal names a user; a deletion does not.
      predicate: ({ state }) => state.variables === undefined || state.variables === userId,
    }) > 0
  );
}
