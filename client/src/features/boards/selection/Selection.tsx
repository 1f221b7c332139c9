import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react';
import { selectColumn, selectTask } from '#board-sync/board.selectors';
import { letterWithControl } from '#lib/keyPress';
import { isTyping } from '#lib/typing';
import { useAppSelector, useAppStore } from '#store/hooks';
import type { AppState } from '#store/store';
import { useBoard } from '../board.context';
import { isCardCarried } from '../dnd/drag.values';
import { shownCards } from '../shownCards';
import { startLasso } from './lasso';
import { SelectionBar } from './SelectionBar';
import { clearSelection, select, setLists, useSelection } from './selection';
import { useSelectAll } from './useSelectAll';

interface Props {
  board: RefObject<HTMLElement | null>;
  /** The cards for a range selection that ends with this one; absent: its column's. */
  rangeOf?: ((taskId: string) => readonly string[]) | undefined;
  onClose: () => void;
}

/** Selection of cards on a board: the bar, the lasso, Ctrl+A. */
export function Selection({ board, rangeOf, onClose }: Props) {
  const store = useAppStore();
  const { boardId, filter, look, workspaceOf, canCreate, canEdit } = useBoard();
  const selectAll = useSelectAll();
  const ids = useSelection();
  const isEditable = useCallback(
    (state: AppState, taskId: string) => {
      const task = selectTask(state, boardId, taskId);
      return task !== undefined && canEdit(task.projectId);
    },
    [boardId, canEdit],
  );
  // A card leaves the selection when it leaves the board, and when its user loses the right to change it.
  const count = useAppSelector((state) => [...ids].filter((id) => isEditable(state, id)).length);
  useEffect(() => clearSelection, []);
  useLayoutEffect(() => {
    if (count < ids.size) select([...ids].filter((id) => isEditable(store.getState(), id)));
  }, [store, ids, count, isEditable]);
  useEffect(
    () =>
      setLists((taskId) => {
        if (rangeOf) return rangeOf(taskId);
        const state = selectTask(store.getState(), boardId, taskId)?.state;
        return state
          ? shownCards(selectColumn(store.getState(), boardId, state), { filter, look, workspaceOf })
          : [];
      }),
    [store, boardId, filter, look, workspaceOf, rangeOf],
  );
  useEffect(() => {
    if (canCreate && board.current)
      return startLasso(board.current, (taskId) => isEditable(store.getState(), taskId));
    return undefined;
  }, [store, board, canCreate, isEditable]);
  useEffect(() => {
    if (!canCreate) return;
    const onKey = (event: KeyboardEvent) => {
      if (letterWithControl(event) !== 'a') return;
      const isElsewhere = isTyping(event.target) || document.querySelector('.MuiModal-root');
      if (event.defaultPrevented || isElsewhere || isCardCarried()) return;
      event.preventDefault();
      selectAll();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [canCreate, selectAll]);
  return count > 0 ? <SelectionBar onClose={onClose} /> : null;
}
