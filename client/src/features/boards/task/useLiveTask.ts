import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { useEffect, useState } from 'react';
import { selectConnection, selectIsWaiting, selectTask } from '#board-sync/board.selectors';
import { isMissing, readTask } from '#features/tasks/tasks.api';
import { useAppSelector } from '#store/hooks';
import { useIsBoardWhole } from './useIsBoardWhole';

interface LiveTask {
  /** As it is known here now; undefined once it is deleted. */
  task: StoredTask | undefined;
  /** It has left this board, but is not deleted: someone moved it, or unassigned this user. */
  isElsewhere: boolean;
}

/** The present state of the open task, also of one that leaves its board. @param opened null for a new one */
export function useLiveTask(boardId: string, opened: StoredTask | null): LiveTask {
  const taskId = opened?.id ?? '';
  const onBoard = useAppSelector((state) => selectTask(state, boardId, taskId));
  const isBoardWhole = useIsBoardWhole(boardId);
  const isOffline = useAppSelector((state) => selectConnection(state) === 'offline');
  const isWaiting = useAppSelector((state) => selectIsWaiting(state, taskId));
  const [known, setKnown] = useState(opened);
  const [answer, setAnswer] = useState<'found' | 'deleted' | null>(null);
  if (onBoard && onBoard !== known) setKnown(onBoard);
  const isAway = opened !== null && isBoardWhole && !onBoard;
  useEffect(() => {
    if (!isAway) {
      setAnswer(null);
      return;
    }
    // After each change of this user, too: here it is not followed any more.
    if (isOffline || isWaiting) return;
    let isWanted = true;
    readTask(taskId).then(
      (found) => {
        if (!isWanted) return;
        setKnown(found);
        setAnswer('found');
      },
      (error: unknown) => {
        // Other failures say nothing about the task: the server decides when it is saved.
        if (isWanted && isMissing(error)) setAnswer('deleted');
      },
    );
    return () => {
      isWanted = false;
    };
  }, [isAway, isOffline, isWaiting, taskId]);
  const now = onBoard ?? (known?.id === taskId ? known : opened);
  return {
    task: (!(isAway && answer === 'deleted') && now) || undefined,
    isElsewhere: isAway && answer === 'found',
  };
}
