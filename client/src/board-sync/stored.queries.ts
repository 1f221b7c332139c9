/** Answers to the pages' reads besides boards, as the query cache writes them down. */
export interface StoredQueries {
  queries: ReadonlyArray<{
    queryHash: string;
    queryKey: readonly unknown[];
    state: { dataUpdatedAt: number };
  }>;
}

/** Of what no page of this tab has read lately, only this stays stored: what boards need. First parts of keys. */
const OF_BOARDS: readonly unknown[] = ['labels', 'members', 'projects', 'views', 'workspaces'];
/** Beyond this number, only what this tab holds is stored. */
const MAX_QUERIES = 200;

/**
 * What this tab holds, and what it or another tab has stored before.
 * @param former as it was stored, by any version
 * @param refused hashes of queries that the server refuses by now
 */
export function withFormer(now: StoredQueries, former: unknown, refused: readonly string[]): StoredQueries {
  const known = new Set([...refused, ...now.queries.map(({ queryHash }) => queryHash)]);
  const rest = queriesIn(former)
    .filter(({ queryHash, queryKey }) => !known.has(queryHash) && OF_BOARDS.includes(queryKey[0]))
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, Math.max(0, MAX_QUERIES - now.queries.length));
  return { ...now, queries: [...now.queries, ...rest] };
}

/** Without those that are about projects or workspaces with these ids. */
export const withoutThose = (stored: unknown, ids: readonly string[]): StoredQueries => ({
  ...(stored as StoredQueries),
  queries: queriesIn(stored).filter(({ queryKey }) => !isAbout(queryKey, ids)),
});

/** Firsts of keys whose answers are about any project. */
const OF_ALL: readonly unknown[] = ['notifications', 'search'];

export const isAbout = (queryKey: readonly unknown[], ids: readonly unknown[]): boolean =>
  OF_ALL.includes(queryKey[0]) || queryKey.some((part) => ids.includes(part));

const queriesIn = (stored: unknown): StoredQueries['queries'] =>
  (stored as Partial<StoredQueries> | undefined)?.queries ?? [];
