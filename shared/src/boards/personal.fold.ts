import type { StoredTask } from '../tasks/task.schema';
import { applyOp, type TaskChanges } from './fold';
import type { Op } from './op.schema';

/**
 * What one op does to the cards of a personal board (R34): a task that is its user's no longer goes. Each project's ops are
 * about its own cards, and nothing says in which order those of two projects come: of a task that went from one to the
 * other the later one stays.
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
