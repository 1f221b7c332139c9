import { OWN_TASK_RESTORE_MS } from '@livelane/shared/http/limits';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { Sight, Viewer } from '@livelane/shared/tasks/task.visibility';

export { canSee, type Viewer } from '@livelane/shared/tasks/task.visibility';

/** Members may restore their own deletions for an hour; maintainers and owners any (SPEC.md#rights). */
export function mayRestore(
  { userId, role }: Viewer,
  { deletedAt, deletedBy }: { deletedAt: Date | null; deletedBy: string | null },
): boolean {
  if (canInProject(role, 'task.restore')) return true;
  const age = deletedAt ? Date.now() - deletedAt.getTime() : 0;
  return canInProject(role, 'task.restoreOwn') && deletedBy === userId && age <= OWN_TASK_RESTORE_MS;
}

export function sightOf({ visibility, assignees, createdBy }: Sight): Sight {
  return { visibility, assignees, createdBy };
}
