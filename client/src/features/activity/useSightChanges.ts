import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import { isAnyOf } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { boardRead, opsReceived, personalOpsReceived } from '#board-sync/board.slice';
import { type BoardsState, projectBoard } from '#board-sync/board.types';
import { useAppStore } from '#store/hooks';
import { addAppListener } from '#store/store';

const isNews = isAnyOf(opsReceived, personalOpsReceived, boardRead);

/** Calls back when the user may see more or less of the past of a project, or of one of its tasks, than before. */
export function useSightChanges(
  { projectId, taskId }: { projectId?: string; taskId?: string | undefined },
  onChange: () => void,
): void {
  const store = useAppStore();
  useEffect(
    () =>
      store.dispatch(
        addAppListener({
          matcher: isNews,
          effect: ({ payload }, { getOriginalState }) => {
            for (const news of [payload].flat()) {
              if (news.projectId !== projectId) continue;
              if (
                'ops' in news
                  ? news.ops.some((op) => changesSight(op, taskId))
                  : isReadAgain(getOriginalState().board, projectId)
              )
                onChange();
            }
          },
        }),
      ),
    [store, projectId, taskId, onChange],
  );
}

/** Of a deleted comment no text is shown, nor anything of a task that is hidden: its user is sent its deletion. */
function changesSight(op: VisibleOp, taskId: string | undefined): boolean {
  if (taskId !== undefined && 'taskId' in op && op.taskId !== taskId) return false;
  switch (op.type) {
    case 'task.deleted':
    case 'comment.deleted':
    case 'comment.restored':
      return true;
    case 'task.created':
      // It has a past: it was hidden before.
      return op.patch.createdAt !== op.at;
    default:
      return false;
  }
}

/** A board is read again when ops cannot describe what has changed. */
function isReadAgain(state: BoardsState, projectId: string): boolean {
  return projectBoard(state, projectId)?.awaited === null;
}
