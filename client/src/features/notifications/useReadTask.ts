import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenTo } from '#lib/timers';
import { unreadQuery, useMarkRead } from './notifications.api';

/** Opening a task marks its notices as read, and those that come while it is open, once the tab is seen. */
export function useReadTask(taskId: string | null): void {
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: false });
  const { mutate } = useMarkRead();
  useEffect(() => {
    if (taskId === null || unread === 0) return;
    const read = () => {
      if (document.visibilityState === 'visible') mutate({ taskId });
    };
    read();
    return listenTo(document, 'visibilitychange', read);
  }, [taskId, unread, mutate]);
}
