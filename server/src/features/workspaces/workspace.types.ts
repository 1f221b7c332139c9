import type { WorkspaceRole } from '@livelane/shared/permissions/roles';

/** A membership. Part of the workspace's document, so that one write decides (see members/DECISIONS.md). */
export interface WorkspaceMembership {
  userId: string;
  roleId: WorkspaceRole;
  /**
   * The role that a group of the provider gave, which follows the group while it is still the member's. Null when a
   * person gave the role; absent for creators and in rows of an older version.
   */
  groupRole?: WorkspaceRole | null;
  /** The lower role that a person has given beside the group's: what `groupRole` falls back to. */
  ownRole?: WorkspaceRole;
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
  /** How the user is notified; absent in entries of an older version. */
  change?: 'added' | 'removed' | 'role_changed';
  /** What their role became, unless they are removed; absent in entries of an older version. */
  roleId?: WorkspaceRole;
  at: Date;
  /** How many projects had it at that time; absent for few projects, and in entries of an older version. */
  progress?: { done: number; total: number; at: Date };
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
