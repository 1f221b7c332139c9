import { BULK_MAX } from '@livelane/shared/http/limits';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react';
import { selectColumn, selectTask } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { isTyping } from '#lib/isTyping';
import { letterWithControl } from '#lib/keyPress';
import { useAppSelector, useAppStore } from '#store/hooks';
import type { AppState } from '#store/store';
import { showToast } from '#ui/toast/toast.store';
import { useBoard } from '../board.context';
import { shownCards, shownStates } from '../cards/shownCards';
import { isCardCarried } from '../dnd/drag.values';
import { SelectionBar } from './SelectionBar';
import { clearSelection, select, setLists, useSelection } from './selection';
import { startLasso } from './startLasso';

interface Props {
  board: RefObject<HTMLElement | null>;
  /** The shown cards, as lists in which ranges are selected; absent: of each column. */
  shownLists?: (() => readonly (readonly string[])[]) | undefined;
  onClose: () => void;
}

/** Selection of cards on a board: the bar, the lasso, Ctrl+A. */
export function Selection({ board, shownLists, onClose }: Props) {
  const store = useAppStore();
  const t = useT();
  const { boardId, filter, look, workspaceOf, settings, canCreate, canEdit } = useBoard();
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
  const listsNow = useCallback(() => {
    if (shownLists) return shownLists();
    const columnOf = (state: TaskState) => selectColumn(store.getState(), boardId, state);
    return shownStates(settings).map((state) => shownCards(columnOf(state), { filter, look, workspaceOf }));
  }, [store, boardId, filter, look, workspaceOf, settings, shownLists]);
  useEffect(() => setLists((taskId) => listsNow().find((list) => list.includes(taskId)) ?? []), [listsNow]);
  /** Selects all shown cards that the user may change, at most as many as can be changed at once. */
  const selectAll = useCallback(() => {
    const all = listsNow().flat();
    if (!select(all.filter((id) => isEditable(store.getState(), id))))
      showToast({ description: t('bulk_most', { max: BULK_MAX }) });
  }, [store, listsNow, isEditable, t]);
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
  return count > 0 ? <SelectionBar onAll={selectAll} onClose={onClose} /> : null;
}
