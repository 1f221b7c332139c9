import { unassignedBy } from '@livelane/shared/boards/op.tasks';
import type { Applier, ApplyOps, StoredOp } from '../../oplog/op.types';
import type { CommentStore } from '../comments/comment.store';
import { projectAppliers } from '../projects/project.appliers';
import type { ProjectStore } from '../projects/project.store';
import type { RowWrite, TaskStore } from './task.store';

/** Brings tasks, comments and projects in line with ops; runs of ops about tasks only go to the database together. */
export function opApplier(tasks: TaskStore, projects: ProjectStore, comments: CommentStore): ApplyOps {
  const ofProjects = projectAppliers(projects);
  return async (ops) => {
    let writes: RowWrite[] = [];
    for (const op of ops) {
      writes.push(...rowWrites(op));
      await comments.apply(op);
      if (!(op.type in ofProjects)) continue;
      await tasks.write(writes);
      writes = [];
      await (ofProjects[op.type as keyof typeof ofProjects] as Applier)(op);
    }
    await tasks.write(writes);
  };
}

/** How an op changes the rows of tasks: each write harmless to repeat (R3). */
function rowWrites(op: StoredOp): RowWrite[] {
  const { projectId, v, at } = op;
  const row = (taskId: string) => ({ projectId, taskId, v });
  switch (op.type) {
    case 'task.created':
    case 'task.restored':
      return [{ ...row(op.taskId), whole: op.patch }];
    case 'task.patched':
    case 'task.moved':
      return [{ ...row(op.taskId), set: { ...op.patch, updatedAt: at } }];
    case 'task.deleted': {
      const { movedTo } = op.patch;
      const moving = op.effect?.moved && { moving: v };
      return [
        {
          ...row(op.taskId),
          set: { deletedAt: new Date(at), deletedBy: op.actorId, ...(movedTo && { movedTo }), ...moving },
        },
      ];
    }
    case 'column.rebalanced':
      return Object.entries(op.patch.ranks).map(([taskId, rank]) => ({
        ...row(taskId),
        set: { rank, updatedAt: at },
      }));
    case 'member.removed':
    case 'member.roleChanged': {
      const unassign = op.patch.userId;
      return unassignedBy(op).map((taskId) => ({ ...row(taskId), set: { updatedAt: at }, unassign }));
    }
    case 'comment.added':
    case 'comment.restored':
      return [{ ...row(op.taskId), set: { updatedAt: at }, comments: 1 }];
    case 'comment.deleted':
      return [{ ...row(op.taskId), set: { updatedAt: at }, comments: -1 }];
    case 'comment.edited':
      return [{ ...row(op.taskId), set: { updatedAt: at } }];
    case 'label.removed':
      return Object.entries(op.effect?.labels ?? {}).map(([taskId, labels]) => ({
        ...row(taskId),
        set: { labels, updatedAt: at },
      }));
    case 'checklist.added':
    case 'checklist.changed': {
      const set: Record<string, unknown> = { updatedAt: at };
      for (const { id, ...fields } of op.patch.items)
        for (const [name, value] of Object.entries(fields)) set[`checklist.${id}.${name}`] = value;
      return [{ ...row(op.taskId), set }];
    }
    case 'checklist.removed':
      return [
        { ...row(op.taskId), set: { updatedAt: at }, unset: op.patch.itemIds.map((id) => `checklist.${id}`) },
      ];
    case 'column.changed':
    case 'member.added':
    case 'project.patched':
    case 'project.deleted':
      return [];
    default:
      return op satisfies never;
  }
}
