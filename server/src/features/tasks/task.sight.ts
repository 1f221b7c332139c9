import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { Sight } from '../../oplog/op.effects';

/** Who looks at a board. */
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

export function sightOf({ visibility, assignees, createdBy }: Sight): Sight {
  return { visibility, assignees, createdBy };
}
