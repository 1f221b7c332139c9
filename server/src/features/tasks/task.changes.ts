import type { TaskPatch } from '@livelane/shared/boards/op.schema';
import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask, updateTaskSchema } from '@livelane/shared/tasks/task.schema';
import type * as z from 'zod/mini';

export type TaskUpdate = z.output<typeof updateTaskSchema>;

/** Only those fields that differ from the task. */
export function differences(task: StoredTask, fields: TaskPatch): TaskPatch {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !isSameValue(task[key as keyof TaskPatch], value)),
  );
}

/** The old values of the fields that a patch changes. */
export function oldValues(task: StoredTask, patch: TaskPatch): Partial<StoredTask> {
  return Object.fromEntries(Object.keys(patch).map((key) => [key, task[key as keyof StoredTask]]));
}
