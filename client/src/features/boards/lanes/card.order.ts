import { compareRanked } from '@livelane/shared/rank/rank';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskPriorities } from '@livelane/shared/tasks/task.values';
import { screenOrder } from '#lib/screenLanguage';
import type { Sort } from '../board.look';

/** Smaller keys come first, cards without a value last. */
const keys = {
  due: ({ dueDate }: StoredTask) => dueDate ?? '~',
  priority: ({ priority }: StoredTask) => (priority ? String(taskPriorities.indexOf(priority)) : '~'),
};

/** Orders the cards of a column; equal ones keep the board's order. */
export function compareBy(sort: Sort): (a: StoredTask, b: StoredTask) => number {
  const byTitle = screenOrder({ numeric: true });
  const newest = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);
  const compare = (a: StoredTask, b: StoredTask) => {
    if (sort === 'title') return byTitle.compare(a.title, b.title);
    if (sort === 'created') return newest(a.createdAt, b.createdAt);
    if (sort === 'updated') return newest(a.updatedAt, b.updatedAt);
    return newest(keys[sort](b), keys[sort](a));
  };
  return (a, b) => compare(a, b) || compareRanked(a, b);
}
