import { useAppSelector } from '#store/hooks';
import type { AppState } from '#store/store';
import { useBoard } from '../board.context';
import { NO_LOOK } from '../board.look';
import { countCards, shownStates } from '../cards/shownCards';
import { NO_FILTER } from './board.filter';

/** The number of cards in the shown columns, and of those that match the filter. */
export function useCardCounts(): { shown: number; all: number } {
  const board = useBoard();
  const sum = (store: AppState, of: Parameters<typeof countCards>[2]) =>
    shownStates(board.settings).reduce((count, state) => count + countCards(store, state, of), 0);
  const shown = useAppSelector((store) => sum(store, board));
  // Unsorted: no order is computed for a number, and the cache keeps that of the shown cards.
  const all = useAppSelector((store) => sum(store, { ...board, filter: NO_FILTER, look: NO_LOOK }));
  return { shown, all };
}
