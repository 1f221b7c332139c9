import { useAppSelector } from '#store/hooks';
import type { AppState } from '#store/store';
import { useBoard } from './board.context';
import { NO_FILTER } from './filters/board.filter';
import { countCards, shownStates } from './shownCards';

/** The number of cards in the shown columns, and of those that match the filter. */
export function useCardCounts(): { shown: number; all: number } {
  const board = useBoard();
  const sum = (store: AppState, filter = board.filter) =>
    shownStates(board.settings).reduce(
      (count, state) => count + countCards(store, state, { ...board, filter }),
      0,
    );
  const shown = useAppSelector((store) => sum(store));
  const all = useAppSelector((store) => sum(store, NO_FILTER));
  return { shown, all };
}
