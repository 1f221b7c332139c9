import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { selectAwaited, selectColumn } from '#board-sync/board.selectors';
import type { ViewColumn } from '#board-sync/board.types';
import type { AppState } from '#store/store';
import type { BoardContextValue } from '../board.context';
import type { Sort } from '../board.look';
import { isFiltering, matches } from '../filters/board.filter';

type Shown = Pick<BoardContextValue, 'filter' | 'workspaceOf'> & Partial<Pick<BoardContextValue, 'look'>>;
interface Found {
  filter: BoardContextValue['filter'];
  workspaceOf: BoardContextValue['workspaceOf'];
  sort: Sort | null;
  ids: readonly string[];
}

/** Set by the later script of sorted boards: compares their cards. */
let compareBy: ((sort: Sort) => (a: StoredTask, b: StoredTask) => number) | undefined;
export function setOrder(by: NonNullable<typeof compareBy>): void {
  compareBy = by;
}

/** The columns that are shown: a hidden one is in no view of the board, but keeps its cards. */
export const shownStates = (settings: ColumnsSettings): TaskState[] =>
  taskStates.filter((state) => !settings[state]?.isHidden);

const NO_CARDS: readonly string[] = [];
/** A cache for a column's header, its list and the phone's switcher: a large column is filtered once. */
const found = new WeakMap<ViewColumn, Found>();

/** The cards of a column that match the filter, in the viewer's order. */
export function shownCards(
  column: ViewColumn | undefined,
  { filter, workspaceOf, look }: Shown,
): readonly string[] {
  if (!column) return NO_CARDS;
  const sort = (compareBy && look?.sort) ?? null;
  if (!isFiltering(filter) && !sort) return column.ids;
  const before = found.get(column);
  if (before?.filter === filter && before.workspaceOf === workspaceOf && before.sort === sort)
    return before.ids;
  const tasks = column.ids.flatMap((id) => {
    const task = column.cards[id];
    return task && matches(task, filter, workspaceOf) ? [task] : [];
  });
  if (sort && compareBy) tasks.sort(compareBy(sort));
  const ids = tasks.map(({ id }) => id);
  found.set(column, { ids, filter, workspaceOf, sort });
  return ids;
}

/** The number of shown cards in a column, including those that have not loaded unless a filter may hide them. */
export function countCards(store: AppState, state: TaskState, board: Shown & { boardId: string }): number {
  const shown = shownCards(selectColumn(store, board.boardId, state), board).length;
  return shown + (isFiltering(board.filter) ? 0 : selectAwaited(store, board.boardId, state));
}
