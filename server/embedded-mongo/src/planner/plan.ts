import type { Collection, Index } from '../storage/collection';

/** Keys from `start` up to but not including `end`, as stored (with prefix). */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

/** How the candidates of a filter are found. Every candidate is still matched against the filter. */
export type Access =
  /** Documents by their `_id`, in the given order. */
  | { readonly kind: 'ids'; readonly ids: readonly Buffer[] }
  /** A stretch of the documents in `_id` order; the whole collection if the filter says nothing about `_id`. */
  | { readonly kind: 'documents'; readonly ranges: readonly KeyRange[]; readonly reverse: boolean }
  | {
      readonly kind: 'index';
      readonly index: Index;
      readonly ranges: readonly KeyRange[];
      readonly reverse: boolean;
    }
  /** Several of the above, one after another, each document once. */
  | { readonly kind: 'union'; readonly parts: readonly Access[] };

export interface Plan {
  readonly collection: Collection;
  readonly access: Access;
  /** Candidates come in the order that the query asked for. */
  readonly sorted: boolean;
  /** Every document is looked at: no index helps. */
  readonly scan: boolean;
}
