import { type Connection, type Model, Schema } from 'mongoose';
import type { ProjectDocument, RosterEntry } from './project.types';

const rosterSchema = new Schema<RosterEntry>(
  {
    userId: { type: String, required: true },
    ownRoleId: { type: String, default: null },
    roleId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { _id: false, strict: 'throw' },
);

const projectSchema = new Schema<ProjectDocument>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    description: { type: String, required: true },
    members: { type: [rosterSchema], required: true },
    columns: { type: Schema.Types.Mixed },
    rev: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    deletedAt: { type: Date },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
projectSchema.index({ workspaceId: 1 });
projectSchema.index({ deletedAt: 1 }, { sparse: true });

export type ProjectModel = Model<ProjectDocument>;

export function projectModel(connection: Connection): ProjectModel {
  return connection.model<ProjectDocument>('Project', projectSchema, 'projects');
}
