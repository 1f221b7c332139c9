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
  const isAny = useSelection().size > 0;
  const projectOf = useCallback(
    (taskId: string) => selectTask(store.getState(), boardId, taskId)?.projectId ?? '',
    [store, boardId],
  );
  useEffect(() => clearSelection, []);
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
