import { type RefObject, useCallback, useEffect } from 'react';
import { selectColumn, selectTask } from '#board-sync/board.selectors';
import { isTyping } from '#lib/typing';
import { useAppStore } from '#store/hooks';
import { useBoard } from '../board.context';
import { shownCards } from '../shownCards';
import { startLasso } from './lasso';
import { SelectionBar } from './SelectionBar';
import { clearSelection, setLists, useSelection } from './selection';
import { useSelectAll } from './useSelectAll';

/** What belongs to choosing many cards of a board: the bar, the frame drawn by the mouse, Ctrl+A. */
export function Selection({ board, onClose }: { board: RefObject<HTMLElement | null>; onClose: () => void }) {
  const store = useAppStore();
  const { boardId, filter, workspaceOf, canCreate, canEdit } = useBoard();
  const selectAll = useSelectAll();
  const isAny = useSelection().size > 0;
  const projectOf = useCallback(
    (taskId: string) => selectTask(store.getState(), boardId, taskId)?.projectId ?? '',
    [store, boardId],
  );
  useEffect(() => clearSelection, []);
  useEffect(
    () =>
      setLists((taskId) => {
        const state = selectTask(store.getState(), boardId, taskId)?.state;
        return state
          ? shownCards(selectColumn(store.getState(), boardId, state), { filter, workspaceOf })
          : [];
      }),
    [store, boardId, filter, workspaceOf],
  );
  useEffect(() => {
    if (canCreate && board.current) return startLasso(board.current, (taskId) => canEdit(projectOf(taskId)));
    return undefined;
  }, [board, canCreate, canEdit, projectOf]);
  useEffect(() => {
    if (!canCreate) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'a') return;
      const isElsewhere = isTyping(event.target) || document.querySelector('.MuiModal-root');
      if (event.defaultPrevented || isElsewhere) return;
      event.preventDefault();
      selectAll();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [canCreate, selectAll]);
  return isAny ? <SelectionBar onClose={onClose} /> : null;
}
