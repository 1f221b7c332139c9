import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { useCallback, useEffect, useRef, useState } from 'react';
import { selectConnection, selectThread } from '#board-sync/board.selectors';
import { threadLeft, threadRead } from '#board-sync/board.slice';
import type { Thread } from '#board-sync/comment.threads';
import { readComments } from '#features/comments/comments.api';
import { NetworkError } from '#lib/api';
import { getSession } from '#lib/session';
import { setTimer } from '#lib/timers';
import { useCurrentUser } from '#lib/useSession';
import { useAppDispatch, useAppSelector } from '#store/hooks';

const OFFLINE = new NetworkError();

/** How long after a reading in vain comments that have missed ops are read again. */
const READ_AGAIN_MS = 5_000;

/** Reads the comments of a task and keeps them up to date while its view is open. */
export function useThread({ id: taskId, projectId, rev }: StoredTask) {
  const dispatch = useAppDispatch();
  const thread = useAppSelector((state) => selectThread(state, taskId));
  const isOffline = useAppSelector((state) => selectConnection(state) === 'offline');
  const [failed, setFailed] = useState<{ isOlder: boolean; error: unknown } | null>(null);
  /** The last reading, once it has ended. */
  const [ended, setEnded] = useState<object | null>(null);
  const read = useCallback(
    async (before?: string) => {
      setEnded(null);
      try {
        const page = await readComments(taskId, before);
        dispatch(threadRead({ taskId, projectId, page, before }));
        setFailed(null);
      } catch (error) {
        setFailed({ isOlder: before !== undefined, error });
      }
      setEnded({});
    },
    [dispatch, taskId, projectId],
  );
  // The server may not know a task yet that was just created here.
  const isNew = rev === 0;
  const isWanted = !isNew && (thread === undefined || thread.isStale || thread.projectId !== projectId);
  // Another one after a reading that a change had overtaken: it is read again.
  const outdated = isWanted && (thread ?? true);
  useEffect(() => {
    if (outdated && !isOffline) void read();
  }, [outdated, isOffline, read]);
  // An error is not shown then: the known comments are. Or the node that answered lags behind.
  const inVain = isWanted && !isOffline && thread !== undefined && ended;
  useEffect(() => {
    if (inVain) return setTimer(() => void read(), READ_AGAIN_MS);
  }, [inVain, read]);
  useKeptThread(taskId, thread, isOffline);
  useEffect(() => () => void dispatch(threadLeft(taskId)), [dispatch, taskId]);
  const next = thread?.next;
  const readOlder = next && !isOffline ? () => read(next) : null;
  const failure = isOffline && !isNew ? OFFLINE : failed?.error;
  const olderError = readOlder && failed?.isOlder ? failed.error : null;
  return { thread, error: thread ? null : (failure ?? null), read, olderError, readOlder };
}

/** A script of its own: needed after the first screen, or without a server. */
const storage = () => import('#board-sync/board.storage');

/** Stores read comments in this browser, like boards, and shows them without a server. */
function useKeptThread(taskId: string, thread: Thread | undefined, isOffline: boolean): void {
  const dispatch = useAppDispatch();
  const userId = useCurrentUser().id;
  const isMissing = thread === undefined;
  useEffect(() => {
    if (!isMissing || !isOffline) return;
    let isWanted = true;
    storage()
      .then(({ readStoredThread }) => readStoredThread(userId, taskId))
      .then((kept) => {
        if (kept && isWanted) dispatch(threadRead({ taskId, ...kept, isKept: true }));
      })
      // Storage is off: the view reports that they cannot be read.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [isMissing, isOffline, userId, taskId, dispatch]);

  const current = useRef(thread);
  useEffect(() => {
    current.current = thread;
  });
  const comments = thread?.comments;
  useEffect(() => {
    if (!comments || !current.current || current.current.isStale) return;
    const read = current.current;
    storage()
      // While the script loaded, someone else may have signed in.
      .then(async ({ keepThread }) => {
        if (getSession().user?.id === userId) await keepThread(userId, read, Date.now());
      })
      // Storage is full or off: then there are no comments without a server.
      .catch(() => undefined);
  }, [comments, userId]);
}
