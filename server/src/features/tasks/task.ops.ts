import type { TaskPatch } from '@livelane/shared/boards/op.schema';
import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask, updateTaskSchema } from '@livelane/shared/tasks/task.schema';
import type * as z from 'zod/mini';
import type { HiddenEffect, TaskEffect } from '../../oplog/op.effects';
import type { PreparedOp } from '../../oplog/op.types';
import { sightOf } from './task.visibility';

export type TaskUpdate = z.output<typeof updateTaskSchema>;

/** An op about one task, and the task that its caller is answered with. */
export interface TaskChange {
  op: PreparedOp;
  answer: StoredTask;
}

/** What a commit gives its op. */
interface Stamp {
  v: number;
  at: string;
}

/** A task that appears on a board; `given` needs neither `rev` nor `updatedAt`. */
export function appearing(
  type: 'task.created' | 'task.restored',
  given: Omit<StoredTask, 'rev' | 'updatedAt'>,
  { v, at }: Stamp,
  effect: Pick<TaskEffect, 'movedFrom'> = {},
): TaskChange {
  const task: StoredTask = { ...given, rev: v, updatedAt: at };
  const op = {
    type,
    taskId: task.id,
    patch: task,
    before: null,
    effect: { ...taskEffect(null, task), ...effect },
  };
  return { op, answer: task };
}

/** A task some of whose fields change. */
export function patched(task: StoredTask, patch: TaskPatch, stamp: Stamp): TaskChange {
  const after = afterPatch(task, patch, stamp);
  const before = oldValues(task, patch);
  const op = {
    type: 'task.patched' as const,
    taskId: task.id,
    patch,
    before,
    effect: taskEffect(task, after),
  };
  return { op, answer: after };
}

/** A task that gets another place. */
export function movedTo(
  task: StoredTask,
  patch: Pick<StoredTask, 'state' | 'rank'>,
  stamp: Stamp,
): TaskChange {
  const after = afterPatch(task, patch, stamp);
  const before = { state: task.state, rank: task.rank };
  const op = { type: 'task.moved' as const, taskId: task.id, patch, before, effect: taskEffect(task, after) };
  return { op, answer: after };
}

/** A task that goes; the caller is answered with what it was. */
export function deleted(task: StoredTask): TaskChange {
  const op = {
    type: 'task.deleted' as const,
    taskId: task.id,
    patch: {},
    before: task,
    effect: taskEffect(task, null),
  };
  return { op, answer: task };
}

function afterPatch(task: StoredTask, patch: TaskPatch, { v, at }: Stamp): StoredTask {
  return { ...task, ...patch, rev: v, updatedAt: at } as StoredTask;
}

/** Only those fields that differ from the task. */
export function differences(task: StoredTask, fields: TaskPatch): TaskPatch {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !isSameValue(task[key as keyof TaskPatch], value)),
  );
}

/** The old values of the fields that a patch changes. */
function oldValues(task: StoredTask, patch: TaskPatch): Partial<StoredTask> {
  return Object.fromEntries(Object.keys(patch).map((key) => [key, task[key as keyof StoredTask]]));
}

/** The effect of an op that turns `before` into `after`; null stands for no task. */
export function taskEffect(before: StoredTask | null, after: StoredTask | null): TaskEffect {
  if (before?.visibility !== 'PRIVATE' && after?.visibility !== 'PRIVATE') return {};
  const sight = { before: before && sightOf(before), after: after && sightOf(after) };
  // Nobody gains sight of what is new, goes, or is seen by the same people as before.
  const isGained = before && after && !isSameValue(sight.before, sight.after);
  return { sight: { ...sight, task: isGained ? after : null } };
}

export function hiddenEffect(tasks: Iterable<StoredTask>): HiddenEffect {
  const hidden: HiddenEffect['hidden'] = {};
  for (const task of tasks) if (task.visibility === 'PRIVATE') hidden[task.id] = sightOf(task);
  return Object.keys(hidden).length > 0 ? { hidden } : {};
}
