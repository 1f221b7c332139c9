import { unassignedBy } from '@livelane/shared/boards/op.tasks';
import type { ChecklistItem } from '@livelane/shared/tasks/checklist';
import type { StoredTask } from '@livelane/shared/tasks/task.fields';
import { mongo } from 'mongoose';
import { DUPLICATE_KEY } from '../../database/duplicate-key';
import type { Applier, ApplyOps, StoredOp } from '../../oplog/op.types';
import type { CommentStore } from '../comments/comment.store';
import { projectAppliers } from '../projects/project.appliers';
import type { ProjectStore } from '../projects/project.store';
import { type ItemsById, rowId, type TaskModel } from './task.model';

/** The effect of one op on one row; none if the row has version `v` or a later one (R3). */
type RowWrite = { projectId: string; taskId: string; v: number } & (
  | { whole: StoredTask; isArrival: boolean }
  | { set: object; unset?: readonly string[]; unassign?: string; comments?: number }
);

/** Brings tasks, comments and projects in line with ops; consecutive ops about tasks only are written together. */
export function opApplier(rows: TaskRows, projects: ProjectStore, comments: CommentStore): ApplyOps {
  const ofProjects = projectAppliers(projects);
  return async (ops) => {
    let writes: RowWrite[] = [];
    for (const op of ops) {
      writes.push(...rowWrites(op));
      await comments.apply(op);
      if (!(op.type in ofProjects)) continue;
      await rows.write(writes);
      writes = [];
      await (ofProjects[op.type as keyof typeof ofProjects] as Applier)(op);
    }
    await rows.write(writes);
  };
}

/** The writes that bring the rows of tasks in line with ops. */
export class TaskRows {
  constructor(private readonly model: TaskModel) {}

  /** Writes rows in the given order; those of different tasks together. */
  async write(writes: readonly RowWrite[]): Promise<void> {
    for (let left = writes; left.length > 0; ) {
      const rows = new Set<string>();
      const [now, later]: [RowWrite[], RowWrite[]] = [[], []];
      for (const write of left) {
        (rows.has(write.taskId) ? later : now).push(write);
        rows.add(write.taskId);
      }
      await this.writeAtOnce(now);
      left = later;
    }
  }

  private async writeAtOnce(writes: readonly RowWrite[]): Promise<void> {
    try {
      await this.model.collection.bulkWrite(writes.map(toBulkWrite) as never[], {
        ordered: false,
        ignoreUndefined: true,
      });
    } catch (error) {
      // An upsert collides with its own row when that is as new as the op: nothing is left to do there.
      if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
      const failed = [error.writeErrors].flat().find((each) => each.code !== DUPLICATE_KEY);
      if (failed || error.code !== DUPLICATE_KEY) throw error;
    }
  }
}

/** How an op changes the rows of tasks: each write harmless to repeat (R3). */
function rowWrites(op: StoredOp): RowWrite[] {
  const { projectId, v, at } = op;
  const row = (taskId: string) => ({ projectId, taskId, v });
  switch (op.type) {
    case 'task.created':
    case 'task.restored': {
      const isArrival = op.type === 'task.created' && op.effect?.movedFrom !== undefined;
      return [{ ...row(op.taskId), whole: op.patch, isArrival }];
    }
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

function toBulkWrite(write: RowWrite) {
  const { projectId, taskId, v } = write;
  const filter = { _id: rowId(projectId, taskId), projectId, rev: { $lt: v } };
  if ('set' in write) {
    const $pull = write.unassign !== undefined && { $pull: { assignees: write.unassign } };
    const $inc = write.comments !== undefined && { $inc: { numOfComments: write.comments } };
    const $unset = write.unset !== undefined && {
      $unset: Object.fromEntries(write.unset.map((path) => [path, 1])),
    };
    return {
      updateOne: { filter, update: { $set: { ...write.set, rev: v }, ...$pull, ...$inc, ...$unset } },
    };
  }
  const { id: _id, checklist, ...fields } = write.whole;
  return {
    updateOne: {
      filter,
      update: {
        $set: {
          ...fields,
          checklist: toItemsById(checklist),
          taskId,
          ...(write.isArrival && { arrivedIn: projectId }),
        },
        $unset: { deletedAt: 1, deletedBy: 1, movedTo: 1, moving: 1 },
      },
      upsert: true,
    },
  };
}

function toItemsById(checklist: readonly ChecklistItem[]): ItemsById {
  return Object.fromEntries(checklist.map(({ id, ...item }) => [id, item]));
}
