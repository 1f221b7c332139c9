import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import type { AppState } from '#store/store';
import type { BoardContextValue } from '../board.context';
import { countCards, shownStates } from '../cards/shownCards';

/** The last viewed column of each board on a phone, until the page is reloaded. */
const lookedAt = new Map<string, TaskState>();

export function rememberColumn(boardId: string, state: TaskState): void {
  lookedAt.set(boardId, state);
}

/** The column at which a phone opens a board: the last viewed one, else the first one with cards. */
export function openingColumn(
  store: AppState,
  board: Pick<BoardContextValue, 'boardId' | 'filter' | 'workspaceOf' | 'settings'>,
): TaskState {
  const hasCards = (state: TaskState) => countCards(store, state, board) > 0;
  const shown = shownStates(board.settings);
  const last = shown.find((state) => state === lookedAt.get(board.boardId));
  return last ?? shown.find(hasCards) ?? shown[0] ?? taskStates[0];
}
