import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { mongo } from 'mongoose';
import { deleteInParts } from '../../database/delete-in-parts';
import { isDuplicateKey } from '../../database/duplicate-key';
import { rowsOf } from '../../database/rows';
import type { StoredOp } from '../../oplog/op.types';
import type { CommentDocument, CommentModel } from './comment.model';

/** A comment and whether it still lives. */
export interface CommentRow {
  comment: Comment;
  deletedAt: Date | null;
  deletedBy: string | null;
}

/** The text of a comment, and its task. */
export interface CommentText {
  id: string;
  taskId: string;
  text: string;
}

/** A place between two comments of a task, in their order. */
export interface CommentPlace {
  createdAt: string;
  id: string;
}

/** Reads and writes of the comments collection; no rights are checked here. */
export class CommentStore {
  private readonly rows: mongo.Collection<CommentDocument>;

  constructor(model: CommentModel) {
    this.rows = rowsOf(model);
  }

  async find(commentId: string): Promise<CommentRow | null> {
    const found = await this.rows.findOne({ _id: commentId });
    return found && toRow(found);
  }

  /** The last living comments of a task before a place, oldest first. */
  async page(taskId: string, before: CommentPlace | null, limit: number): Promise<Comment[]> {
    const found = await this.rows
      .find(
        {
          taskId,
          deletedAt: null,
          ...(before && {
            createdAt: { $lte: before.createdAt },
            $or: [{ createdAt: { $lt: before.createdAt } }, { _id: { $lt: before.id } }],
          }),
        },
        { sort: { createdAt: -1, _id: -1 }, limit },
      )
      .toArray();
    return found.map((row) => toRow(row).comment).reverse();
  }

  /** The living comments of these tasks, oldest first. */
  async textsOf(taskIds: readonly string[]): Promise<CommentText[]> {
    const found = await this.rows
      .find(
        { taskId: { $in: [...taskIds] }, deletedAt: null },
        { projection: { taskId: 1, text: 1, createdAt: 1 } },
      )
      .toArray();
    found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
    return found.map(({ _id: id, taskId, text }) => ({ id, taskId, text }));
  }

  /** Everyone who wrote a comment that still exists, with the id of their first one, by task. */
  async authorsOf(taskIds: readonly string[]): Promise<Map<string, Map<string, string>>> {
    const found = await this.rows
      .aggregate<{ _id: { taskId: string; authorId: string }; first: { id: string } }>([
        { $match: { taskId: { $in: [...taskIds] }, deletedAt: null } },
        {
          $group: {
            _id: { taskId: '$taskId', authorId: '$authorId' },
            // Documents are compared by their fields, in order.
            first: { $min: { at: '$createdAt', id: '$_id' } },
          },
        },
      ])
      .toArray();
    const authors = new Map<string, Map<string, string>>();
    for (const { _id, first } of found) {
      const ofTask = authors.get(_id.taskId) ?? new Map<string, string>();
      authors.set(_id.taskId, ofTask.set(_id.authorId, first.id));
    }
    return authors;
  }

  /**
   * The texts, by id, of those of these comments, all of these tasks, that are not deleted now: neither they nor the
   * project where they are.
   */
  async livingAmong(commentIds: readonly string[], taskIds: readonly string[]): Promise<Map<string, string>> {
    if (commentIds.length === 0) return new Map();
    const filter = { _id: { $in: [...commentIds] }, taskId: { $in: [...taskIds] }, deletedAt: null };
    const found = await this.rows.find(filter, { projection: { text: 1 } }).toArray();
    return new Map(found.map(({ _id, text }) => [_id, text]));
  }

  /** Comments that were deleted before a time, with their texts still there (R24). */
  async erasable(before: Date, limit: number): Promise<Array<{ id: string; taskId: string }>> {
    const found = await this.rows
      .find({ deletedAt: { $lt: before }, text: { $ne: '' } }, { projection: { taskId: 1 }, limit })
      .toArray();
    return found.map(({ _id, taskId }) => ({ id: _id, taskId: taskId }));
  }

  /** Erases the text of one comment, or of all comments of a task, for good. */
  async erase(which: { commentId: string } | { taskId: string }): Promise<void> {
    const rows = 'taskId' in which ? { taskId: which.taskId } : { _id: which.commentId };
    await this.rows.updateMany(rows, { $set: { text: '', mentions: [] } });
  }

  /** All but those of tasks on their way to another project. */
  async removeAllOfProject(projectId: string, movingTaskIds: readonly string[]): Promise<void> {
    await deleteInParts(this.rows, { projectId, taskId: { $nin: [...movingTaskIds] } });
  }

  /** Brings the rows in line with one op; harmless to repeat (R3). */
  async apply(op: StoredOp): Promise<void> {
    const { projectId, v, at } = op;
    const { rows } = this;
    const older = (id: string, taskId: string) => ({ _id: id, taskId, projectId, rev: { $lt: v } });
    switch (op.type) {
      case 'comment.added':
      case 'comment.restored': {
        const { id, ...fields } = op.patch.comment;
        const update = { $set: fields, $unset: { deletedAt: 1, deletedBy: 1 } } as const;
        await ignoringNewer(rows.updateOne(older(id, op.taskId), update, { upsert: true }));
        break;
      }
      case 'comment.edited': {
        const { commentId, text, mentions } = op.patch;
        await rows.updateOne(older(commentId, op.taskId), {
          $set: { text, mentions, isEdited: true, updatedAt: at, rev: v },
        });
        break;
      }
      case 'comment.deleted':
        await rows.updateOne(older(op.patch.commentId, op.taskId), {
          $set: { deletedAt: new Date(at), deletedBy: op.actorId, rev: v },
        });
        break;
      case 'task.created': {
        const { movedFrom, leftAt } = op.effect ?? {};
        // They move with their task, also those that are deleted and may be restored. Applied again, an arrival leaves
        // those that have moved back with the task: they are newer than its departure.
        const known = leftAt !== undefined && { rev: { $lte: leftAt } };
        if (movedFrom)
          await rows.updateMany(
            { taskId: op.taskId, projectId: movedFrom, ...known },
            { $set: { projectId, rev: v } },
          );
        break;
      }
      default:
    }
  }
}

/** An upsert collides with its own row when that is as new as the op: nothing is left to do. */
async function ignoringNewer(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

function toRow({ _id, deletedAt, deletedBy, ...fields }: CommentDocument): CommentRow {
  return { comment: { id: _id, ...fields }, deletedAt: deletedAt ?? null, deletedBy: deletedBy ?? null };
}
