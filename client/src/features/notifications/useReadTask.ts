import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listenTo } from '#lib/timers';
import { unreadQuery, useMarkRead } from './notifications.api';

/** Opening a task marks its notices as read, and those that come while it is open, once the tab is seen. */
export function useReadTask(taskId: string | null): void {
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: false });
  const { mutate } = useMarkRead();
  const opened = useRef<string | null>(null);
  useEffect(() => {
    const isOpened = opened.current !== taskId;
    opened.current = taskId;
    if (taskId === null) return;
    const read = () => {
      if (document.visibilityState === 'visible') mutate({ taskId });
    };
    // One that is opened may have notices that are mailed only, which are not counted.
    if (isOpened || unread > 0) read();
    return listenTo(document, 'visibilitychange', read);
  }, [taskId, unread, mutate]);
}
