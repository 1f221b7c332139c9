import type { StoredTask } from '../tasks/task.schema';
import { applyOp, type TaskChanges } from './fold';
import type { Op } from './op.schema';

/**
 * Applies one op to the cards of a personal board (R34): a task that is no longer its user's is removed. Each project's
 * ops are about its own cards, and those of two projects arrive in any order: of a task that moved from one to the
 * other the later version stays.
 */
export function applyPersonalOp(
  get: (taskId: string) => StoredTask | undefined,
  op: Op,
  userId: string,
): TaskChanges {
  const own = (taskId: string) => {
    const task = get(taskId);
    return task?.projectId === op.projectId ? task : undefined;
  };
  const known = 'taskId' in op ? get(op.taskId) : undefined;
  if (op.type === 'task.created' && known && known.updatedAt > op.patch.updatedAt) return new Map();
  const changes = applyOp(own, op);
  for (const [taskId, task] of changes)
    if (task && !task.assignees.includes(userId)) changes.set(taskId, null);
  return changes;
}
