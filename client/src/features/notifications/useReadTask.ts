import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { selectConnection } from '#board-sync/board.selectors';
import { listenTo } from '#lib/timers';
import { useAppSelector } from '#store/hooks';
import { unreadQuery, useMarkRead } from './notifications.api';

/**
 * Opening a task marks its notices as read, and those that come while it is open, once the tab is seen and there is a
 * connection.
 */
export function useReadTask(taskId: string | null): void {
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: false });
  const { mutate } = useMarkRead();
  const connection = useAppSelector(selectConnection);
  /** The task that has been reported, and the count of unread notices at that time. */
  const reported = useRef<{ taskId: string | null; unread: number }>({ taskId: null, unread: 0 });
  useEffect(() => {
    const isOffline = connection === 'offline';
    const last = reported.current;
    reported.current = { taskId: isOffline ? null : taskId, unread };
    if (taskId === null || isOffline) return;
    const onError = () => {
      reported.current.taskId = null;
    };
    const read = () => {
      if (document.visibilityState === 'visible') mutate({ taskId }, { onError });
    };
    // One that is opened may have notices that are mailed only, which are not counted.
    if (last.taskId !== taskId || (unread > 0 && unread !== last.unread)) read();
    return listenTo(document, 'visibilitychange', read);
  }, [taskId, unread, connection, mutate]);
}
