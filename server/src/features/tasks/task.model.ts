import type { ChecklistItem } from '@livelane/shared/tasks/checklist';
import { type FieldType, fieldNames, fieldRules, type StoredTask } from '@livelane/shared/tasks/task.fields';
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
  /** Absent if 0.1.0 deleted it. */
  deletedBy?: string;
  /** Its own project, if the task came from another one, whose rows may be gone. Absent in older rows. */
  arrivedIn?: string;
  /** The project to which the task moved. */
  movedTo?: string;
  /** The version of the op that sent it there, until it has arrived. */
  moving?: number;
  /** When its texts were erased (R24). */
  erasedAt?: Date;
}

const { id: _id, ...columns } = Object.fromEntries(
  fieldNames.map((name) => [name, { type: columnType(fieldRules(name).type) }]),
);

const taskSchema = new Schema<TaskDocument>(
  {
    _id: { type: String, required: true },
    taskId: { type: String, required: true },
    ...columns,
    deletedAt: { type: Date },
    deletedBy: { type: String },
    arrivedIn: { type: String },
    movedTo: { type: String },
    moving: { type: Number },
    erasedAt: { type: Date },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw', minimize: false },
);
export const DELETED_INDEX = { deletedAt: 1 } as const;
taskSchema.index({ projectId: 1, deletedAt: 1 });
taskSchema.index({ taskId: 1 });
taskSchema.index({ assignees: 1, projectId: 1 });
taskSchema.index({ moving: 1 }, { sparse: true });
taskSchema.index({ arrivedIn: 1 }, { sparse: true });
taskSchema.index({ movedTo: 1 }, { sparse: true });
taskSchema.index({ dueDate: 1 });
taskSchema.index(DELETED_INDEX, { sparse: true });

export type TaskModel = Model<TaskDocument>;

export function taskModel(connection: Connection): TaskModel {
  return connection.model<TaskDocument>('Task', taskSchema, 'tasks');
}

/** A checklist's items by id, so that each can be written by itself. */
export type ItemsById = Record<string, Omit<ChecklistItem, 'id'>>;

/** The id of a row: a task has one in every project that it has been in. */
export function rowId(projectId: string, taskId: string): string {
  return `${projectId}/${taskId}`;
}

function columnType({ is }: FieldType) {
  switch (is) {
    case 'uuid':
    case 'stamp':
    case 'line':
    case 'text':
    case 'choice':
    case 'choiceOrNone':
    case 'date':
      return String;
    case 'number':
    case 'count':
      return Number;
    case 'ids':
      return [String];
    case 'checklist':
    case 'timeEstimate':
      return Schema.Types.Mixed;
    default:
      return is satisfies never;
  }
}
