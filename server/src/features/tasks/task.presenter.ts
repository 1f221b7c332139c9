import type { StoredTask, Task, TrashedTask } from '@livelane/shared/tasks/task.schema';
import { mayRestore, type Viewer } from './task.visibility';

/** A task as REST answers it: `columnPosition` counts the cards that the caller can see. */
export function presentTask(task: StoredTask, columnPosition: number): Task {
  return { ...task, columnPosition };
}

/** A deleted task, with what the caller may do about it. */
export function presentTrashed(
  viewer: Viewer,
  row: { task: StoredTask; deletedAt: Date; deletedBy: string | null },
): TrashedTask {
  const { task, deletedAt, deletedBy } = row;
  return { ...task, deletedAt: deletedAt.toISOString(), deletedBy, canRestore: mayRestore(viewer, row) };
}
