import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { selectBoard, selectTask } from '#board-sync/board.selectors';
import type { BoardState } from '#board-sync/board.types';
import { projectBoard } from '#board-sync/board.types';
import type { BulkEdit } from '#board-sync/bulk.mutations';
import {
  AT_ITS_END,
  type BoardMutation,
  completeTask,
  type DropPlace,
  moveTask,
} from '#board-sync/mutations';
import { placeOf, type Undoable } from '#board-sync/undo';
import { withLateTexts } from '#i18n/late.texts';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { letterWithControl } from '#lib/keyPress';
import { painted } from '#lib/painted';
import { preloadLater } from '#lib/quietMoment';
import { useCurrentUser } from '#lib/useSession';
import { useRealtimeRef } from '#realtime/useRealtimeClient';
import { useAppSelector, useAppStore } from '#store/hooks';
import { showToast } from '#ui/toast/toast.store';
import type { BoardContextValue } from '../board.context';
import { refusalOf } from '../columns/column.limit';
import { columnName } from '../columns/columnName';
import { withMoving } from '../selection/moving';
import { carriedWith, isByFinger } from '../selection/selection';
import { useBoardLook } from '../useBoardLook';

const NO_SETTINGS: ColumnsSettings = {};

/** Fetched in a quiet moment, so that a change can be undone without a connection, too. */
const loadUndo = withLateTexts(() => import('./undoChange'));
const UNDO = { preload: async () => void (await loadUndo()) };

export type Make = (task: StoredTask, board: BoardState) => BoardMutation | null;

/**
 * Moves and changes the cards of a board, and undoes the last change: by Ctrl/Cmd+Z, the view menu or the button of
 * its toast.
 * @param openTaskId the open task: keys pressed in its view undo only changes of that task
 */
export function useChanges(
  boardId: string,
  canRestore: (projectId: string) => boolean,
  openTaskId: string | null = null,
) {
  const t = useT();
  const liveRef = useRealtimeRef();
  const store = useAppStore();
  const queries = useQueryClient();
  const userId = useCurrentUser().id;

  const undo = useCallback(
    (change: Undoable, isSure: boolean) => {
      const live = liveRef.current;
      if (!live) return;
      const undoAnyway = () => undo(change, true);
      void loadUndo().then(
        ({ undoChange }) =>
          undoChange(
            { changes: live.changes, store, queries, boardId, userId, canRestore, t, undoAnyway },
            change,
            isSure,
          ),
        () => showToast({ title: t('error_network'), variant: 'destructive' }),
      );
    },
    [store, queries, boardId, liveRef, userId, canRestore, t],
  );
  useEffect(() => preloadLater([UNDO]), []);
  const undoLast = useCallback(() => {
    const last = liveRef.current?.changes.undoable.last(boardId);
    if (last) undo(last, false);
    else showToast({ description: t('undo_nothing') });
  }, [liveRef, boardId, undo, t]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = letterWithControl(event) === 'z' && !event.shiftKey;
      if (!isUndo || keepsOwnUndo(event.target)) return;
      const isInView = event.target instanceof Element && event.target.closest('[role="dialog"]');
      const { before, mutation } = liveRef.current?.changes.undoable.last(boardId) ?? {};
      // That would delete the open task.
      const isCreation = mutation?.pending.change.kind === 'create';
      if (isInView && (before?.id !== openTaskId || isCreation)) return;
      event.preventDefault();
      undoLast();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undoLast, liveRef, boardId, openTaskId]);

  /** Makes a change that can be undone. @param opened the task, where this board does not have it */
  const prepare = useCallback(
    (taskId: string, opened: StoredTask | undefined, make: Make, action?: string) => {
      const state = store.getState();
      const board = selectBoard(state, boardId);
      const before = selectTask(state, boardId, taskId) ?? opened;
      const mutation = board && before && make(before, board);
      if (!mutation) return null;
      const place = placeOf(board, before);
      const change = liveRef.current?.changes.undoable.add({ boardId, mutation, before, place, action });
      return { mutation, change };
    },
    [store, boardId, liveRef],
  );

  /** Reports a change in a toast that offers to undo it. */
  const notify = useCallback(
    (description: string, change: Undoable | undefined) =>
      showToast({
        description,
        variant: 'success',
        ...(change && { action: { label: t('undo'), run: () => undo(change, false) } }),
      }),
    [undo, t],
  );

  /**
   * @param elsewhere the task, if it has left this board while it is open
   * @param action what the changes have in common that are undone as one
   */
  const commit = useCallback(
    (taskId: string, make: Make, notice?: string, elsewhere?: StoredTask, action?: string) => {
      const prepared = prepare(taskId, elsewhere, make, action);
      if (!prepared) return;
      liveRef.current?.changes.outbox.add(prepared.mutation);
      if (notice) notify(notice, prepared.change);
    },
    [liveRef, prepare, notify],
  );
  /** Makes bulk changes, one for each project, as one action. */
  const commitMany = useCallback<BoardContextValue['onMany']>(
    (changes, notice) => {
      const live = liveRef.current;
      if (!live) return;
      const action = clock.newId();
      let last: Undoable | undefined;
      for (const { next, ...many } of changes) {
        const [before] = many.befores;
        if (!before) continue;
        const whole = { ...many, action, ...(next && { movedTo: next.movedTo }) };
        last = live.changes.undoable.add({ boardId, before, place: AT_ITS_END, ...whole });
        live.changes.outbox.add(many.mutation);
        if (next) live.changes.outbox.add(next.move);
      }
      // A toast forces a layout: the cards are painted first.
      if (last) void painted().then(() => notify(notice, last));
    },
    [liveRef, boardId, notify],
  );
  const settings = useAppSelector((state) => projectBoard(state.board, boardId)?.settings) ?? NO_SETTINGS;
  const [look] = useBoardLook();
  /**
   * Moves dropped cards: the dragged one, and those selected with it.
   * @param edit their other changes, by another lane
   * @returns false for a full column, and for another place in a sorted column
   */
  const move = useCallback(
    (
      taskId: string,
      state: TaskState,
      asked: DropPlace,
      edit?: BulkEdit,
      taskIds: readonly string[] = carriedWith(taskId),
    ) => {
      const now = store.getState();
      const task = selectTask(now, boardId, taskId);
      const { sort } = look;
      if (sort && task?.state === state && !edit) {
        void import('../filters/LookPills').then(({ explainSorted }) => explainSorted(t, sort));
        return false;
      }
      // In a sorted column the order decides the place, not the drop.
      const place = sort ? null : asked;
      const tasks = task && taskIds.flatMap((id) => selectTask(now, boardId, id) ?? []);
      const full = tasks && refusalOf(now, { boardId, settings }, state, tasks);
      if (full) {
        const name = columnName(t, settings, state);
        showToast({ description: t('column_full_text', { ...full, state: name }), variant: 'destructive' });
        return false;
      }
      if (tasks && (edit || tasks.length > 1))
        withMoving(({ moveSelected }) =>
          moveSelected(store, boardId, tasks, state, place, commitMany, t, edit),
        );
      else {
        // Touch has no Ctrl+Z.
        const notice = isByFinger() && task ? t('undo_moved', { title: task.title }) : undefined;
        commit(taskId, (moved, board) => moveTask(clock, board, moved, state, place ?? AT_ITS_END), notice);
      }
      return true;
    },
    [store, boardId, settings, look, commit, commitMany, t],
  );
  const complete = useCallback(
    (taskId: string) => {
      const title = selectTask(store.getState(), boardId, taskId)?.title ?? '';
      commit(taskId, (task, board) => completeTask(clock, board, task), t('undo_completed', { title }));
    },
    [store, boardId, commit, t],
  );
  return { look, settings, move, complete, commit, commitMany, prepare, notify, undoLast };
}

/** Whether Ctrl+Z belongs to a text field. */
function keepsOwnUndo(target: EventTarget | null): boolean {
  const isField =
    (target instanceof HTMLInputElement && target.type !== 'checkbox') ||
    target instanceof HTMLTextAreaElement;
  return isField && target.value !== '';
}
