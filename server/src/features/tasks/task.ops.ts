import type { TaskPatch } from '@livelane/shared/boards/op.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskEffect } from '../../oplog/op.effects';
import type { PreparedOp } from '../../oplog/op.types';
import { oldValues } from './task.changes';
import { taskEffect } from './task.effect';

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
