import { type Grouping, groupings } from '@livelane/shared/views/view.values';

export const sorts = ['due', 'priority', 'title', 'created', 'updated'] as const;
export type Sort = (typeof sorts)[number];

/** A viewer's layout of a board: lanes, and a sort order. Kept in the URL. */
export interface BoardLook {
  lanes: Grouping;
  /** Null: the board's own, manual order. */
  sort: Sort | null;
  /** The chosen saved view. */
  viewId: string | null;
}

export const NO_LOOK: BoardLook = { lanes: 'none', sort: null, viewId: null };

export function readLook(params: URLSearchParams): BoardLook {
  return {
    lanes: groupings.find((each) => each === params.get('lanes')) ?? 'none',
    sort: sorts.find((each) => each === params.get('sort')) ?? null,
    viewId: params.get('view'),
  };
}

/** The URL's parameters with the look written into them; other parameters stay. */
export function writeLook(params: URLSearchParams, { lanes, sort, viewId }: BoardLook): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['lanes', 'sort', 'view']) next.delete(name);
  if (lanes !== 'none') next.set('lanes', lanes);
  if (sort) next.set('sort', sort);
  if (viewId) next.set('view', viewId);
  return next;
}
