import { withItems, withoutItems } from '../tasks/checklist';
import type { StoredTask } from '../tasks/task.schema';
import type { ColumnsSettings } from './column.settings';
import type { Op } from './op.schema';
import { unassignedBy, withoutLabel } from './op.tasks';

/** The tasks that an op concerns; null for one that the op deletes. */
export type TaskChanges = Map<string, StoredTask | null>;

/** A project's settings of its columns after an op. */
export function withColumn(columns: ColumnsSettings, op: Op): ColumnsSettings {
  if (op.type !== 'column.changed') return columns;
  const { state, ...changed } = op.patch;
  return { ...columns, [state]: { ...columns[state], ...changed } };
}

/**
 * What one op does to the tasks of its project (I3: fold(ops) = tasks). Pure: reads tasks through
 * `get`, returns the changed ones. A task that already has this op or a later one (`rev >= v`)
 * stays unchanged, so that an op can be applied again without harm (R4).
 */
export function applyOp(get: (taskId: string) => StoredTask | undefined, op: Op): TaskChanges {
  const changes: TaskChanges = new Map();
  const change = (taskId: string, update: (task: StoredTask) => StoredTask): void => {
    const task = get(taskId);
    if (!task || task.rev >= op.v) return;
    changes.set(taskId, { ...update(task), rev: op.v, updatedAt: op.at });
  };
  switch (op.type) {
    case 'task.created':
    case 'task.restored': {
      const known = get(op.taskId);
      if (!known || known.rev < op.v) changes.set(op.taskId, op.patch);
      break;
    }
    case 'task.patched':
    case 'task.moved':
      change(op.taskId, (task) => ({ ...task, ...op.patch }) as StoredTask);
      break;
    case 'task.deleted': {
      const task = get(op.taskId);
      if (task && task.rev < op.v) changes.set(op.taskId, null);
      break;
    }
    case 'column.rebalanced':
      for (const [taskId, rank] of Object.entries(op.patch.ranks))
        change(taskId, (task) => ({ ...task, rank }));
      break;
    case 'member.removed':
    case 'member.roleChanged':
      for (const taskId of unassignedBy(op)) {
        change(taskId, (task) => ({
          ...task,
          assignees: task.assignees.filter((userId) => userId !== op.patch.userId),
        }));
      }
      break;
    case 'comment.added':
    case 'comment.restored':
      change(op.taskId, (task) => ({ ...task, numOfComments: task.numOfComments + 1 }));
      break;
    case 'comment.deleted':
      change(op.taskId, (task) => ({ ...task, numOfComments: task.numOfComments - 1 }));
      break;
    case 'comment.edited':
      change(op.taskId, (task) => task);
      break;
    case 'label.removed': {
      const { labelId, into, tasks } = op.patch;
      for (const taskId of tasks)
        change(taskId, (task) => ({ ...task, labels: withoutLabel(task.labels, labelId, into) }));
      break;
    }
    case 'checklist.added':
    case 'checklist.changed':
      change(op.taskId, (task) => ({ ...task, checklist: withItems(task.checklist, op.patch.items) }));
      break;
    case 'checklist.removed':
      change(op.taskId, (task) => ({ ...task, checklist: withoutItems(task.checklist, op.patch.itemIds) }));
      break;
    case 'column.changed':
    case 'member.added':
    case 'project.patched':
    case 'project.deleted':
      break;
    default:
      op satisfies never;
  }
  return changes;
}
