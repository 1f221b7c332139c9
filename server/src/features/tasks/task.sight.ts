import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';

/** Who looks at a board. */
export interface Viewer {
  userId: string;
  role: ProjectRole;
}

/** What decides who may see a task. */
export type Sight = Pick<StoredTask, 'visibility' | 'assignees' | 'createdBy'>;

/** A PRIVATE task is seen by its creator, its assignees and the project's owners (SPEC.md#visibility). */
export function canSee(viewer: Viewer, task: Sight): boolean {
  return (
    task.visibility === 'PUBLIC' ||
    viewer.role === 'owner' ||
    task.createdBy === viewer.userId ||
    task.assignees.includes(viewer.userId)
  );
}

export function sightOf({ visibility, assignees, createdBy }: Sight): Sight {
  return { visibility, assignees, createdBy };
}
