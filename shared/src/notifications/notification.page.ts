import type { Notification } from './notification.schema';

/** The address of what a notification is about, below the product's own; null where that is gone for its reader. */
export function pageOf({
  reason,
  taskId,
  projectId,
  workspaceId,
}: Pick<Notification, 'taskId' | 'projectId' | 'workspaceId'> & { reason: string }): string | null {
  if (reason === 'removed' || reason === 'deleted') return null;
  if (!projectId) return `/workspaces/${workspaceId}`;
  return taskId === undefined ? `/project/${projectId}` : `/project/${projectId}?task=${taskId}`;
}
