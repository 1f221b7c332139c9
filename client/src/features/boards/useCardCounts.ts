import { taskStates } from '@livelane/shared/tasks/task.values';
import { useAppSelector } from '#store/hooks';
import type { AppState } from '#store/store';
import { useBoard } from './board.context';
import { NO_FILTER } from './filters/board.filter';
import { countCards } from './shownCards';

/** The number of a board's cards, and of those that match its filter. */
export function useCardCounts(): { shown: number; all: number } {
  const board = useBoard();
  const sum = (store: AppState, filter = board.filter) =>
    taskStates.reduce((count, state) => count + countCards(store, state, { ...board, filter }), 0);
  const shown = useAppSelector((store) => sum(store));
  const all = useAppSelector((store) => sum(store, NO_FILTER));
  return { shown, all };
}
