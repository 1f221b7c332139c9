import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useEffect, useRef } from 'react';
import { useAppStore } from '#store/hooks';
import { useBoard } from '../board.context';
import { countCards, shownStates } from '../cards/shownCards';
import { scrollToColumn } from '../columns/scrollToColumn';
import { columnElement } from '../keyboard/cardFocus';
import { isFiltering } from './board.filter';

/** Scrolls to the first column with a card when a filter leaves none on the screen. */
export function useFirstMatch(): void {
  const store = useAppStore();
  const { boardId, filter, workspaceOf, settings } = useBoard();
  // A column that someone changes scrolls nothing.
  const present = useRef(settings);
  useEffect(() => {
    present.current = settings;
  });
  useEffect(() => {
    if (!isFiltering(filter)) return;
    const board = { boardId, filter, workspaceOf };
    const hasCards = (state: TaskState) => countCards(store.getState(), state, board) > 0;
    const matching = shownStates(present.current).filter(hasCards);
    const isInView = (state: string) => {
      const box = columnElement(state)?.getBoundingClientRect();
      return box !== undefined && box.left < window.innerWidth && box.right > 0;
    };
    if (matching.some(isInView)) return;
    if (matching[0]) scrollToColumn(matching[0]);
  }, [store, boardId, filter, workspaceOf]);
}
