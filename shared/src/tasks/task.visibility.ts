import type { ProjectRole } from '../permissions/roles';
import type { StoredTask } from './task.fields';

/** Someone who reads a board. */
export interface Viewer {
  userId: string;
  role: ProjectRole;
}

/** The fields that decide who sees a task. */
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
