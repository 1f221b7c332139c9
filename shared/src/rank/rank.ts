import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** A longer key triggers a `column.rebalanced` op (R5). */
export const RANK_MAX_LENGTH = 64;

export interface Ranked {
  id: string;
  rank: string;
}

/** The order of cards in a column: rank byte by byte, ties broken by id (R5). Ranks and ids are ASCII. */
export function compareRanked(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/**
 * A key strictly between two neighbours' keys; null stands for the column's end.
 *
 * @throws RangeError for neighbours with equal keys or in the wrong order: the library accepts some of these
 */
export function rankBetween(before: string | null, after: string | null): string {
  if (before !== null && after !== null && before >= after) throw new RangeError('ranks are not in order');
  return generateKeyBetween(before, after);
}

/** `count` keys in order between two neighbours' keys; null stands for an end. */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] {
  return generateNKeysBetween(before, after, count);
}

/** `count` short keys in order, for a column that is renumbered. */
export function evenRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}
