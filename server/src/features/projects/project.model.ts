import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { type Connection, type Model, Schema } from 'mongoose';

/**
 * Somebody on a project's roster: as the project's ops up to `rev` tell it. Whoever only inherits a
 * role from the workspace stands here too, without a role of his own.
 */
export interface RosterEntry {
  userId: string;
  /** The role given in this project; null: inherited only. */
  ownRoleId: ProjectRole | null;
  /** The effective role that the latest op about this user announced. */
  roleId: ProjectRole;
  createdAt: Date;
  updatedAt: Date;
}

export interface ProjectDocument {
  _id: string;
  workspaceId: string;
  name: string;
  description: string;
  members: RosterEntry[];
  /** The version of the latest op that changed this document (R3's guard). */
  rev: number;
  createdAt: Date;
  updatedAt: Date;
  /** Present once `project.deleted` has been applied, until the last row is gone. */
  deletedAt?: Date;
}

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
