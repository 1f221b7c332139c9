import type { PersonalBoardState } from './board.types';

/** The personal board's order as a rank: each column by place, then by project, then by id. */
export function personalRank(order: number, place: number): string {
  // `e` is followed by five digits; those after them are a fraction, which never ends with a zero.
  return `e${`${place}`.padStart(5, '0')}${`${order}`.padStart(4, '0')}V`;
}

/** Behind any column's last card: the server takes the end instead. */
export const END_POSITION = 1_000_000_000;

/**
 * The place of a card in the column of its own project, by its rank on the personal board. A pending one may have none:
 * it comes to the top where it is above all, and to the end where its place is unknown. Behind a nine its digits may
 * count on with letters: all of these are the next place.
 */
export function placeIn(rank: string): number {
  const digits = /^e(\d{0,5})/.exec(rank)?.[1];
  if (digits === undefined) return rank < 'e' ? 0 : END_POSITION;
  const lettered = 5 - digits.length;
  return (Number(digits) + (lettered > 0 ? 1 : 0)) * 10 ** lettered;
}

/** The place of a project among these, sorted by name like the server's; -1 for an unknown one. */
export function projectOrder(projects: PersonalBoardState['projects']): (projectId: string) => number {
  const names = [...new Set(Object.values(projects).map(({ name }) => name))];
  const places = new Map(names.map((name, place) => [name, place]));
  return (projectId) => places.get(projects[projectId]?.name ?? '') ?? -1;
}
