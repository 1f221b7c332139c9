import { OWN_TASK_RESTORE_MS } from '@livelane/shared/http/limits';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { Sight } from '../../oplog/op.effects';

/** Someone who reads a board. */
export interface Viewer {
  userId: string;
  role: ProjectRole;
}

/** A PRIVATE task is seen by its creator, its assignees and the project's owners (SPEC.md#visibility). */
export function canSee(viewer: Viewer, task: Sight): boolean {
  return (
    task.visibility === 'PUBLIC' ||
    viewer.role === 'owner' ||
    task.createdBy === viewer.userId ||
    task.assignees.includes(viewer.userId)
  );
}

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
