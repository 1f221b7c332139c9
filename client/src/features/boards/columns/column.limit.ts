import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { selectAwaited, selectColumn } from '#board-sync/board.selectors';
import type { ViewColumn } from '#board-sync/board.types';
import type { AppState } from '#store/store';

const counted = new WeakMap<ViewColumn, number>();

/** The number of cards that a column's limit counts: PUBLIC ones, regardless of the filter (SPEC.md#columns). */
export function limitedCount(store: AppState, boardId: string, state: TaskState): number {
  const column = selectColumn(store, boardId, state);
  if (!column) return 0;
  let count = counted.get(column);
  if (count === undefined) {
    count = column.ids.filter((id) => column.cards[id]?.visibility === 'PUBLIC').length;
    counted.set(column, count);
  }
  return count + selectAwaited(store, boardId, state);
}

export interface Fullness {
  count: number;
  max: number;
}

/** The limit that keeps a column from taking these cards; null if it takes them. */
export function refusalOf(
  store: AppState,
  { boardId, settings }: { boardId: string; settings: ColumnsSettings },
  state: TaskState,
  tasks: readonly Pick<StoredTask, 'state' | 'visibility'>[],
): Fullness | null {
  const limit = settings[state]?.wipLimit;
  if (!limit?.isHard) return null;
  const coming = tasks.filter((task) => task.visibility === 'PUBLIC' && task.state !== state).length;
  const count = limitedCount(store, boardId, state);
  return coming > 0 && count + coming > limit.max ? { count, max: limit.max } : null;
}
