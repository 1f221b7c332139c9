import type { CreatorField, StoredTask } from '@livelane/shared/tasks/task.fields';
import { useQuery } from '@tanstack/react-query';
import { assignableOf, withAssignable } from '#board-sync/assignable';
import { selectBoard, selectMembers, selectTask } from '#board-sync/board.selectors';
import { PAST_BOARD } from '#board-sync/board.types';
import { deleteTask } from '#board-sync/mutations';
import type { ActivityNames } from '#features/activity/components/ChangedField';
import { changedSince, takeBack } from '#features/rewind/takeBack';
import { isMissing, readTask } from '#features/tasks/tasks.api';
import { useT } from '#i18n/useT';
import { isNotFound } from '#lib/api';
import { clock } from '#lib/clock';
import { useRealtimeRef } from '#realtime/useRealtimeClient';
import { useAppSelector, useAppStore } from '#store/hooks';
import { showToast } from '#ui/toast/toast.store';
import { useErrorToast } from '#ui/toast/useErrorToast';
import { useRestore, useTrash } from '../boards.api';
import type { useChanges } from '../changes/useChanges';
import type { BoardScreenProject } from '../screen/BoardScreen';
import { PastTaskDialog } from './PastTaskDialog';
import { usePresentLabels } from './usePresentLabels';

interface Props {
  project: BoardScreenProject;
  /** A card of the past board. */
  taskId: string;
  names: ActivityNames;
  commit: ReturnType<typeof useChanges>['commit'];
  onClose: () => void;
}

/** An open card of a past board, which people may restore (R27). */
export function PastTask({ project, taskId, names, commit, onClose }: Props) {
  const t = useT();
  const store = useAppStore();
  const liveRef = useRealtimeRef();
  const showError = useErrorToast();
  const { id: projectId, canEdit, canRestoreTasks } = project;
  const members = useAppSelector((state) => selectMembers(state, projectId));
  const seen = useAppSelector((state) => selectTask(state, PAST_BOARD, taskId));
  const onBoard = useAppSelector((state) => selectTask(state, projectId, taskId));
  // One that is not on the board was moved or deleted; or it is a large board whose cards are still loading.
  const found = useQuery({
    queryKey: ['pastTask', taskId],
    queryFn: () => readTask(taskId),
    enabled: seen !== undefined && !onBoard,
    staleTime: 0,
    gcTime: 0,
  });
  const isHere = found.data?.projectId === projectId;
  const now = onBoard ?? (isHere ? found.data : undefined);
  // The title is never blank: this one was erased (R24), long after it could be restored.
  const isErased = seen?.title === '';
  const isDeleted = !isErased && !now && isMissing(found.error) && !isNotFound(found.error);
  // People who may not restore everything may restore their own recent deletions.
  const trash = useTrash(projectId, isDeleted && canEdit && !canRestoreTasks).data;
  const isOwnDeletion = trash?.find(({ id }) => id === taskId)?.canRestore === true;
  const restored = useRestore(projectId);
  const { labels, isAnyDeleted } = usePresentLabels(project, seen?.labels ?? []);
  if (!seen) return null;
  const then = { ...withAssignable(seen, assignableOf(members)), labels };

  const placeOf = (living: string) => {
    const name = names.projectName(living);
    return name === undefined ? t('task_left_board') : t('task_elsewhere', { project: name });
  };
  const noticeOf = (title: string) => t('rewind_taken', { title });
  /** The changes that give a task its values of then. */
  const changesOf = (task: StoredTask, fields: readonly CreatorField[]) => {
    const board = selectBoard(store.getState(), projectId);
    return board ? takeBack(clock, board, task, then, fields) : [];
  };
  const back = (fields: readonly CreatorField[]) => {
    const made = now ? changesOf(now, fields) : [];
    const action = clock.newId();
    for (const mutation of made) {
      const notice = mutation === made.at(-1) ? noticeOf(mutation.title) : undefined;
      commit(taskId, () => mutation, notice, now, action);
    }
    onClose();
  };
  const restore = async () => {
    onClose();
    try {
      const { v, ...task } = await restored.mutateAsync(taskId);
      // It was not deleted any more: what others have made of it since stays.
      if (task.projectId !== projectId) showToast({ description: placeOf(task.projectId) });
      else if (task.rev !== v) showToast({ description: t('undo_back_already', { title: task.title }) });
      else {
        // It comes as it was when it was deleted, which may differ from then.
        for (const mutation of changesOf(task, changedSince(then, task)))
          liveRef.current?.changes.outbox.add(mutation);
        // With its edits, whatever they were.
        const run = () =>
          commit(taskId, (card) => deleteTask(clock, card), t('undo_deleted', { title: then.title }), task);
        const description = noticeOf(then.title);
        showToast({ description, variant: 'success', action: { label: t('undo'), run } });
      }
    } catch (failure) {
      if (isNotFound(failure)) showToast({ description: t('task_missing'), variant: 'destructive' });
      else showError(failure);
    }
  };
  return (
    <PastTaskDialog
      then={then}
      now={now}
      changed={now ? changedSince(then, now) : []}
      hasLostAssignees={then.assignees.length < seen.assignees.length}
      hasLostLabels={isAnyDeleted}
      place={
        found.data && !now
          ? placeOf(found.data.projectId)
          : !now && isNotFound(found.error)
            ? t('task_missing')
            : undefined
      }
      error={now || isMissing(found.error) ? null : found.error}
      onRetry={() => void found.refetch()}
      names={names}
      onTakeBack={canEdit ? back : undefined}
      onBringBack={isDeleted && (canRestoreTasks || isOwnDeletion) ? () => void restore() : undefined}
      onClose={onClose}
    />
  );
}
