import type { Comment } from '@livelane/shared/comments/comment.schema';
import { type Connection, type Model, Schema } from 'mongoose';

/** A comment's row: it follows from the log of its task's project, and moves along with the task. */
export interface CommentDocument extends Omit<Comment, 'id'> {
  _id: string;
  /** Absent while it lives; a filter asks for null. */
  deletedAt?: Date | null;
  deletedBy?: string;
}

const commentSchema = new Schema<CommentDocument>(
  {
    _id: { type: String, required: true },
    taskId: { type: String, required: true },
    projectId: { type: String, required: true },
    authorId: { type: String, required: true },
    text: { type: String, default: '' },
    mentions: { type: [String], required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    isEdited: { type: Boolean, required: true },
    rev: { type: Number, required: true },
    deletedAt: { type: Date },
    deletedBy: { type: String },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
commentSchema.index({ taskId: 1, createdAt: 1, _id: 1 });
commentSchema.index({ projectId: 1 });
commentSchema.index({ deletedAt: 1 }, { sparse: true });

export type CommentModel = Model<CommentDocument>;

export function commentModel(connection: Connection): CommentModel {
  return connection.model<CommentDocument>('Comment', commentSchema, 'comments');
}
