import { compareRanked, type Ranked } from '@livelane/shared/rank/rank';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';

/** The cards of a column in order; an array is one. */
export interface CardColumn {
  readonly length: number;
  /** @param index from 0 */
  at(index: number): StoredTask | undefined;
}

/** The first index whose card is not before `task`. */
export function lowerBound(column: readonly Ranked[], task: Ranked): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = column[middle];
    if (at && compareRanked(at, task) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A column with a few changes on top. The column below is neither changed nor copied: copies of long columns,
 * one for each batch of commits, kept the garbage collector busy.
 */
export class PatchedColumn implements CardColumn {
  /** Indexes of the column below whose cards were removed, in order. */
  private readonly gone: number[] = [];
  /** Added cards, in order, each with the index below that it comes before. */
  private readonly came: Array<{ task: StoredTask; before: number }> = [];

  constructor(private readonly base: readonly StoredTask[]) {}

  get length(): number {
    return this.base.length - this.gone.length + this.came.length;
  }

  at(index: number): StoredTask | undefined {
    let cameBefore = 0;
    for (const { task, before } of this.came) {
      const at = this.leftBefore(before) + cameBefore;
      if (at === index) return task;
      if (at > index) break;
      cameBefore++;
    }
    let below = index - cameBefore;
    for (const each of this.gone) if (each <= below) below++;
    return this.base[below];
  }

  /** The index that a card with this rank has or would have. */
  placeOf(task: StoredTask): number {
    return this.leftBefore(lowerBound(this.base, task)) + this.cameBefore(task);
  }

  add(task: StoredTask): void {
    this.came.splice(this.cameBefore(task), 0, { task, before: lowerBound(this.base, task) });
  }

  /** Removes a card that is here. */
  remove(task: StoredTask): void {
    const at = this.cameBefore(task);
    if (this.came[at]?.task.id === task.id) {
      this.came.splice(at, 1);
      return;
    }
    const below = lowerBound(this.base, task);
    this.gone.splice(this.goneBefore(below), 0, below);
  }

  private leftBefore(below: number): number {
    return below - this.goneBefore(below);
  }

  private goneBefore(below: number): number {
    let count = 0;
    for (const each of this.gone) if (each < below) count++;
    return count;
  }

  private cameBefore(task: StoredTask): number {
    let count = 0;
    for (const other of this.came) if (compareRanked(other.task, task) < 0) count++;
    return count;
  }
}
