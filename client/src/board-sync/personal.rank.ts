/** The personal board's order as a rank: each column by place, then by project, then by id. */
export function personalRank(order: number, place: number): string {
  // `e` is followed by five digits; those after them are a fraction, which never ends with a zero.
  return `e${`${place}`.padStart(5, '0')}${`${order}`.padStart(4, '0')}V`;
}

/** The place of a card in the column of its own project, by its rank on the personal board. A pending one above all has none: 0. */
export const placeIn = (rank: string): number => Number(rank.slice(1, 6)) || 0;
