import type { StoredTask, Task } from '@livelane/shared/tasks/task.schema';

/** A task as REST answers it: `columnPosition` counts the cards that the caller can see. */
export function presentTask(task: StoredTask, columnPosition: number): Task {
  return { ...task, columnPosition };
}
