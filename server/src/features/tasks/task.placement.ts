import { rankBetween } from '@livelane/shared/rank/rank';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';

/** A place in a column: the index among all its other cards, and the key that puts a card there. */
export interface Placement {
  index: number;
  rank: string;
}

interface Wish {
  position: number;
  afterId?: string | undefined;
  beforeId?: string | undefined;
}

/** The place at `index` among `others`, the column without the card that is placed. */
export function placeAt(others: readonly StoredTask[], index: number): Placement {
  return { index, rank: rankBetween(others[index - 1]?.rank ?? null, others[index]?.rank ?? null) };
}

export function placeAtEnd(others: readonly StoredTask[]): Placement {
  return placeAt(others, others.length);
}

/**
 * Where a drop goes: beside the neighbours that the user saw while they still stand in the column,
 * else at the position among the cards that he can see, clamped to the end (protocol section 2).
 */
export function placeDrop(
  others: readonly StoredTask[],
  isVisible: (task: StoredTask) => boolean,
  { position, afterId, beforeId }: Wish,
): Placement {
  const after =
    afterId === undefined ? -1 : others.findIndex((task) => task.id === afterId && isVisible(task));
  if (after >= 0) return placeAt(others, after + 1);
  const before =
    beforeId === undefined ? -1 : others.findIndex((task) => task.id === beforeId && isVisible(task));
  if (before >= 0) return placeAt(others, before);
  if (position === 0) return placeAt(others, 0);
  let seen = 0;
  for (let index = 0; index < others.length; index++) {
    const task = others[index];
    if (task && isVisible(task) && ++seen === position) return placeAt(others, index + 1);
  }
  return placeAtEnd(others);
}
