import useMediaQuery from '@mui/material/useMediaQuery';
import { useLayoutEffect, useState } from 'react';
import { useAppStore } from '#store/hooks';
import { useBoard } from '../board.context';
import { shownStates } from '../cards/shownCards';
import { openingColumn } from './openingColumn';
import { scrollToColumn } from './scrollToColumn';

/**
 * Scrolls a phone to the board's opening column before the first paint. The column is determined once: later changes do
 * not scroll the board.
 * @returns `first`: the number of that column among those shown
 */
export function useOpeningColumn(): { isPhone: boolean; first: number } {
  const store = useAppStore();
  const board = useBoard();
  const isPhone = useMediaQuery('(max-width: 599px)');
  const [opensAt] = useState(() => (isPhone ? openingColumn(store.getState(), board) : null));
  useLayoutEffect(() => {
    // The columns' scroll snapping depends on this mark.
    document.documentElement.dataset.board = '';
    if (opensAt) scrollToColumn(opensAt);
    return () => {
      delete document.documentElement.dataset.board;
    };
  }, [opensAt]);
  return { isPhone, first: opensAt ? shownStates(board.settings).indexOf(opensAt) : 0 };
}
