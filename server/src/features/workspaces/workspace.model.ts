import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import { type Connection, type Model, Schema } from 'mongoose';

/** A user's membership of a workspace. It lives inside the workspace, so that one write decides (see members/DECISIONS.md). */
export interface WorkspaceMembership {
  userId: string;
  roleId: WorkspaceRole;
  createdAt: Date;
  updatedAt: Date;
}

/** A member whose changed role has still to be carried into the workspace's projects. */
export interface PendingMember {
  /** UUID of this entry. */
  id: string;
  userId: string;
  /** Who made the change: the author of the ops that follow from it. */
  actorId: string;
  at: Date;
}

export interface WorkspaceDocument {
  _id: string;
  name: string;
  description: string;
  members: WorkspaceMembership[];
  /** Rises with every change of `members`: a writer that read an older one starts again. */
  rev: number;
  pending: PendingMember[];
  createdAt: Date;
  updatedAt: Date;
  /** Present from the moment of deletion until the last row is gone. */
  deletedAt?: Date;
  deletedBy?: string;
}

const membershipSchema = new Schema<WorkspaceMembership>(
  {
    userId: { type: String, required: true },
    roleId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { _id: false, strict: 'throw' },
);

const pendingSchema = new Schema<PendingMember>(
  {
    id: { type: String, required: true },
    userId: { type: String, required: true },
    actorId: { type: String, required: true },
    at: { type: Date, required: true },
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
