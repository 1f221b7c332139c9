import { type Connection, type Model, Schema } from 'mongoose';
import type { PendingMember, WorkspaceDocument, WorkspaceMembership } from './workspace.types';

const membershipSchema = new Schema<WorkspaceMembership>(
  {
    userId: { type: String, required: true },
    roleId: { type: String, required: true },
    groupRole: { type: String },
    ownRole: { type: String },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { _id: false, strict: 'throw' },
);

const pendingSchema = new Schema<PendingMember>(
  {
    id: { type: String, required: true },
    userId: { type: String, required: true },
    change: { type: String },
    roleId: { type: String },
    actorId: { type: String, required: true },
    at: { type: Date, required: true },
    progress: { type: new Schema({ done: Number, total: Number, at: Date }, { _id: false }) },
  },
  { _id: false, id: false, strict: 'throw' },
);

const workspaceSchema = new Schema<WorkspaceDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    description: { type: String, required: true },
    members: { type: [membershipSchema], required: true },
    rev: { type: Number, required: true },
    pending: { type: [pendingSchema], required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    deletedAt: { type: Date },
    deletedBy: { type: String },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);
workspaceSchema.index({ 'members.userId': 1 });
workspaceSchema.index({ 'pending.at': 1 }, { sparse: true });
workspaceSchema.index({ deletedAt: 1 }, { sparse: true });

export type WorkspaceModel = Model<WorkspaceDocument>;

export function workspaceModel(connection: Connection): WorkspaceModel {
  return connection.model<WorkspaceDocument>('Workspace', workspaceSchema, 'workspaces');
}
