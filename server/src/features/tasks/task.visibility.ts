import { OWN_TASK_RESTORE_MS } from '@livelane/shared/http/limits';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { Sight, Viewer } from '@livelane/shared/tasks/task.visibility';
import { AppError } from '../../http/errors';

export { canSee, type Viewer } from '@livelane/shared/tasks/task.visibility';

/**
 * `not_found` for someone who has a right in the project where the task is, and does not see it: unlike other refusals at
 * the place where a task was seen last, this one is not looked up by its row.
 */
export class HiddenTask extends AppError {
  constructor() {
    super('not_found');
  }
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
