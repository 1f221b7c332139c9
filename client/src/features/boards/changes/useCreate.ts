import type { CreateTaskInput } from '@livelane/shared/tasks/task.schema';
import { useCallback } from 'react';
import { selectBoard } from '#board-sync/board.selectors';
import { AT_ITS_END, type BoardMutation, createTask } from '#board-sync/mutations';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { useCurrentUser } from '#lib/useSession';
import { useRealtimeRef } from '#realtime/useRealtimeClient';
import { useAppStore } from '#store/hooks';
import { showToast } from '#ui/toast/toast.store';
import { type BoardFilter, matches, NO_FILTER } from '../filters/board.filter';
import { useBoardFilter } from '../filters/useBoardFilter';
import { revealEnd } from './revealEnd';

interface Options {
  boardId: string;
  filter: BoardFilter;
  workspaceOf: (projectId: string) => string | undefined;
}

/** Makes the tasks of a board. */
export function useCreate({ boardId, filter, workspaceOf }: Options) {
  const t = useT();
  const liveRef = useRealtimeRef();
  const store = useAppStore();
  const userId = useCurrentUser().id;
  const [, changeFilter] = useBoardFilter();

  const make = useCallback(
    (input: CreateTaskInput) => createTask(clock, selectBoard(store.getState(), boardId), userId, input),
    [store, boardId, userId],
  );
  /**
   * Lets a new task be undone, and scrolls to it or says that the filter hides it.
   * @param action what the changes have in common that are undone as one
   */
  const finish = useCallback(
    (mutation: BoardMutation, action?: string) => {
      const { pending, title } = mutation;
      const { change } = pending;
      if (change.kind !== 'create') return;
      const undoable = { boardId, mutation, before: change.task, place: AT_ITS_END, action };
      liveRef.current?.changes.undoable.add(undoable);
      if (matches(change.task, filter, workspaceOf)) revealEnd(change.task.state);
      else
        showToast({
          description: t('filter_hides_new', { title }),
          action: { label: t('filter_clear'), run: () => changeFilter(NO_FILTER) },
        });
    },
    [boardId, liveRef, filter, workspaceOf, changeFilter, t],
  );
  /** Adds at once; a refusal is listed later. */
  const add = useCallback(
    (input: CreateTaskInput) => {
      const mutation = make(input);
      liveRef.current?.changes.outbox.add(mutation);
      finish(mutation);
    },
    [liveRef, make, finish],
  );
  return { add, make, finish };
}
