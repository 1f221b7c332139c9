import type { TaskPatch } from '@livelane/shared/boards/op.schema';
import type { StoredTask, updateTaskSchema } from '@livelane/shared/tasks/task.schema';
import { toTimeEstimate } from '@livelane/shared/tasks/task.values';
import type * as z from 'zod/mini';

export type TaskUpdate = z.output<typeof updateTaskSchema>;

/** The fields that a PUT asks for, in the form in which they are stored. */
export function requestedFields(update: TaskUpdate): TaskPatch {
  const { title, description, priority, timeEstimateId, timeSpent, dueDate, assignees, visibility, state } =
    update;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(priority !== undefined && { priority }),
    ...(timeEstimateId !== undefined && { timeEstimate: toTimeEstimate(timeEstimateId) }),
    ...(timeSpent !== undefined && { timeSpent }),
    ...(dueDate !== undefined && { dueDate }),
    ...(assignees !== undefined && { assignees }),
    ...(visibility !== undefined && { visibility }),
    ...(state !== undefined && { state }),
  };
}

/** Only those fields that differ from the task. */
export function differences(task: StoredTask, fields: TaskPatch): TaskPatch {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !isSame(task[key as keyof TaskPatch], value)),
  );
}

/** The old values of the fields that a patch changes. */
export function oldValues(task: StoredTask, patch: TaskPatch): Partial<StoredTask> {
  return Object.fromEntries(Object.keys(patch).map((key) => [key, task[key as keyof StoredTask]]));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** Carries what a user added and took away over to the assignees as they are now (SPEC.md#conflicts). */
export function mergeAssignees(
  base: readonly string[],
  mine: readonly string[],
  now: readonly string[],
): string[] {
  const removed = new Set(base.filter((id) => !mine.includes(id)));
  const added = mine.filter((id) => !base.includes(id) && !now.includes(id));
  return [...now.filter((id) => !removed.has(id)), ...added];
}
