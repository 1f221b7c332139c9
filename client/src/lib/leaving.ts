import type { QueryClient } from '@tanstack/react-query';

/** Key of the mutations by which someone loses a workspace or project of their own will. */
export const leavingKey = (id: string) => ['leaving', id];

/**
 * Is this user just leaving or deleting it? The push about the lost access may come before the answer,
 * and must not take them away from the page that waits for it.
 */
export function isLeaving(queries: QueryClient, id: string, userId: string | undefined): boolean {
  return (
    queries.isMutating({
      mutationKey: leavingKey(id),
      // A removal names whom it removes; a deletion nobody.
      predicate: ({ state }) => state.variables === undefined || state.variables === userId,
    }) > 0
  );
}
