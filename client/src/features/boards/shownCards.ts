import type { TaskState } from '@livelane/shared/tasks/task.values';
import { selectAwaited, selectColumn } from '#board-sync/board.selectors';
import type { ViewColumn } from '#board-sync/board.types';
import type { AppState } from '#store/store';
import type { BoardContextValue } from './board.context';
import { isFiltering, matches } from './filters/board.filter';

type Shown = Pick<BoardContextValue, 'filter' | 'workspaceOf'>;
interface Found extends Shown {
  ids: readonly string[];
}

const NO_CARDS: readonly string[] = [];
/** A column's header, its list and the phone's switcher ask the same: a large column is gone through once. */
const found = new WeakMap<ViewColumn, Found>();

/** The cards of a column that the filter lets through, in board order. */
export function shownCards(
  column: ViewColumn | undefined,
  { filter, workspaceOf }: Shown,
): readonly string[] {
  if (!column) return NO_CARDS;
  if (!isFiltering(filter)) return column.ids;
  const before = found.get(column);
  if (before?.filter === filter && before.workspaceOf === workspaceOf) return before.ids;
  const ids = column.ids.filter((id) => {
    const task = column.cards[id];
    return task && matches(task, filter, workspaceOf);
  });
  found.set(column, { ids, filter, workspaceOf });
  return ids;
}

/** How many cards a column has: with those that have not come yet, unless it is not known whether the filter lets them through. */
export function countCards(store: AppState, state: TaskState, board: Shown & { boardId: string }): number {
  const shown = shownCards(selectColumn(store, board.boardId, state), board).length;
  return shown + (isFiltering(board.filter) ? 0 : selectAwaited(store, board.boardId, state));
}
