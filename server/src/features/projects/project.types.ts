import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { ProjectRole } from '@livelane/shared/permissions/roles';

/**
 * Someone on a project's roster, according to the project's ops up to `rev`. People who only inherit a role from the
 * workspace are listed too, without a role of their own.
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
  /** The settings of its columns; absent: defaults. */
  columns?: ColumnsSettings;
  /** The version of the latest op that changed this document (R3's guard). */
  rev: number;
  createdAt: Date;
  updatedAt: Date;
  /** Present once `project.deleted` has been applied, until the last row is gone. */
  deletedAt?: Date;
}
