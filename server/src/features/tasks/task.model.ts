import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type Connection, type Model, Schema } from 'mongoose';

/**
 * A task's row in one project: the fold of that project's ops. A task that moves to another project
 * keeps its id and leaves a deleted row behind, so that each project's rows follow from its own log.
 */
export interface TaskDocument extends Omit<StoredTask, 'id'> {
  /** `<projectId>/<taskId>` */
  _id: string;
  taskId: string;
  deletedAt?: Date;
  /** Absent where it was deleted by 0.1.0. */
  deletedBy?: string;
  /** The project that the task went to. */
  movedTo?: string;
  /** The version of the op that sent it there, until it has arrived. */
  moving?: number;
}

const taskSchema = new Schema<TaskDocument>(
  {
    _id: { type: String, required: true },
    taskId: { type: String, required: true },
    projectId: { type: String, required: true },
    title: { type: String, required: true },
    description: { type: String, default: '' },
    state: { type: String, required: true },
    priority: { type: String, default: null },
    timeEstimate: { type: Schema.Types.Mixed, default: null },
    timeSpent: { type: Number, required: true },
    dueDate: { type: String, default: null },
    assignees: { type: [String], required: true },
    numOfComments: { type: Number, required: true },
    visibility: { type: String, required: true },
    rank: { type: String, required: true },
    rev: { type: Number, required: true },
    createdBy: { type: String, required: true },
    createdAt: { type: String, required: true },
    updatedAt: { type: String, required: true },
    deletedAt: { type: Date },
    deletedBy: { type: String },
    movedTo: { type: String },
    moving: { type: Number },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw', minimize: false },
);
taskSchema.index({ projectId: 1, deletedAt: 1 });
taskSchema.index({ taskId: 1 });
taskSchema.index({ assignees: 1, projectId: 1 });
taskSchema.index({ moving: 1 }, { sparse: true });

export type TaskModel = Model<TaskDocument>;

export function taskModel(connection: Connection): TaskModel {
  return connection.model<TaskDocument>('Task', taskSchema, 'tasks');
}
