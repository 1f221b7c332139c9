import type { CommentsPage } from '@livelane/shared/comments/comment.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { useCallback, useEffect, useState } from 'react';
import { selectConnection, selectThread } from '#board-sync/board.selectors';
import { threadLeft, threadRead } from '#board-sync/board.slice';
import { api, NetworkError } from '#lib/api';
import { useAppDispatch, useAppSelector } from '#store/hooks';

const OFFLINE = new NetworkError();

/** Reads the comments of a task and keeps them in step while its view is open. */
export function useThread({ id: taskId, projectId, rev }: StoredTask) {
  const dispatch = useAppDispatch();
  const thread = useAppSelector((state) => selectThread(state, taskId));
  const isOffline = useAppSelector((state) => selectConnection(state) === 'offline');
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(
    async (before?: string) => {
      const query = before === undefined ? '' : `?before=${encodeURIComponent(before)}`;
      try {
        const page = await api.get<CommentsPage>(`/tasks/${taskId}/comments${query}`);
        dispatch(threadRead({ taskId, projectId, page, before }));
        setError(null);
      } catch (failure) {
        setError(failure);
      }
    },
    [dispatch, taskId, projectId],
  );
  // The server does not know a task yet that was made here a moment ago.
  const isNew = rev === 0;
  const isWanted = !isNew && (thread === undefined || thread.isStale || thread.projectId !== projectId);
  useEffect(() => {
    if (isWanted && !isOffline) void read();
  }, [isWanted, isOffline, read]);
  useEffect(() => () => void dispatch(threadLeft(taskId)), [dispatch, taskId]);
  const next = thread?.next;
  const readOlder = next ? () => read(next) : null;
  const failure = isOffline && !isNew ? OFFLINE : error;
  return { thread, error: thread ? null : failure, read, readOlder };
}
