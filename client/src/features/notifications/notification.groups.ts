import { pageOf } from '@livelane/shared/notifications/notification.page';
import type { Notification } from '@livelane/shared/notifications/notification.schema';

/** The notices about one task, workspace or project, latest first. */
export interface NotificationGroup {
  key: string;
  taskId: string | undefined;
  title: string;
  name: string;
  /** The linked page; null if there is nothing to see any more. */
  address: string | null;
  items: Notification[];
  unreadIds: string[];
  isMuted: boolean;
}

export function groupsOf(items: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>();
  for (const item of items) {
    const key = item.taskId ?? item.projectId ?? item.workspaceId;
    const group = groups.get(key) ?? {
      key,
      taskId: item.taskId,
      title: item.title || item.name,
      name: item.title ? item.name : '',
      address: addressOf(item),
      items: [],
      unreadIds: [],
      isMuted: item.isMuted ?? false,
    };
    group.items.push(item);
    if (!item.readAt) group.unreadIds.push(item.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function addressOf(notification: Notification): string | null {
  const page = pageOf(notification);
  return page && notification.commentId ? `${page}&comment=${notification.commentId}` : page;
}
