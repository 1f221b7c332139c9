import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { HiddenEffect, TaskEffect } from '../../oplog/op.effects';
import { sightOf } from './task.visibility';

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
