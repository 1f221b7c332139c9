import { selectColumn } from '#board-sync/board.selectors';
import { useAppSelector } from '#store/hooks';
import type { AppState } from '#store/store';
import { useBoard } from '../board.context';
import { shownCards, shownStates } from '../cards/shownCards';

/** The previous and next shown cards on a board, across columns; null at the ends. */
export function useTaskSteps(taskId: string): { previous: string | null; next: string | null } {
  const board = useBoard();
  const states = shownStates(board.settings);
  const beside = (store: AppState, step: 1 | -1): string | null => {
    const idsIn = (at: number) => {
      const state = states[at];
      return state ? shownCards(selectColumn(store, board.boardId, state), board) : undefined;
    };
    const from = states.findIndex((_state, at) => idsIn(at)?.includes(taskId));
    const column = idsIn(from);
    const neighbour = column?.[column.indexOf(taskId) + step];
    if (neighbour) return neighbour;
    for (let at = from + step; from >= 0 && idsIn(at); at += step) {
      const found = idsIn(at)?.at(step === 1 ? 0 : -1);
      if (found) return found;
    }
    return null;
  };
  const previous = useAppSelector((store) => beside(store, -1));
  const next = useAppSelector((store) => beside(store, 1));
  return { previous, next };
}
