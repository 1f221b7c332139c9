import type { CreateTaskInput } from '@livelane/shared/tasks/task.schema';
import { useCallback } from 'react';
import { selectBoard } from '#board-sync/board.selectors';
import { type BoardMutation, createTask } from '#board-sync/mutations';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { useCurrentUser } from '#lib/useSession';
import { useRealtimeRef } from '#realtime/useRealtimeClient';
import { useAppStore } from '#store/hooks';
import { showToast } from '#ui/toast/toast.store';
import { type BoardFilter, matches, NO_FILTER } from '../filters/board.filter';
import { useBoardFilter } from '../filters/useBoardFilter';
import { revealEnd } from '../reveal';

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
  /** Scrolls to a new task, or says that the filter hides it. */
  const show = useCallback(
    ({ pending: { change }, title }: BoardMutation) => {
      if (change.kind !== 'create') return;
      if (matches(change.task, filter, workspaceOf)) revealEnd(change.task.state);
      else
        showToast({
          description: t('filter_hides_new', { title }),
          action: { label: t('filter_clear'), run: () => changeFilter(NO_FILTER) },
        });
    },
    [filter, workspaceOf, changeFilter, t],
  );
  /** Adds at once; a refusal is listed later. */
  const add = useCallback(
    (input: CreateTaskInput) => {
      const mutation = make(input);
      liveRef.current?.changes.outbox.add(mutation);
      show(mutation);
    },
    [liveRef, make, show],
  );
  return { add, make, show };
}
