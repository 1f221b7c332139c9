import { useEffect, useState } from 'react';
import { selectColumn } from '#board-sync/board.selectors';
import { useAppStore } from '#store/hooks';
import { useBoard } from '../board.context';
import { shownCards, shownStates } from '../cards/shownCards';
import { cardElement, focusSoon } from '../keyboard/cardFocus';

/**
 * Handles Enter in the title filter, once the board has followed it: opens a single match; of several focuses the
 * first, from which arrow keys continue. Null cancels it.
 */
export function useGoToMatch(): (title: string | null) => void {
  const store = useAppStore();
  const board = useBoard();
  const [wanted, want] = useState<string | null>(null);
  useEffect(() => {
    if (!wanted || wanted !== board.filter.title) return;
    want(null);
    const [first, second] = shownStates(board.settings).flatMap((state) =>
      shownCards(selectColumn(store.getState(), board.boardId, state), board),
    );
    if (first && !second) board.onOpen(first);
    else if (first) focusSoon(() => cardElement(first));
  }, [wanted, board, store]);
  return want;
}
