import type { ProjectRole, WorkspaceRole } from '@livelane/shared/permissions/roles';

/**
 * An open invitation to a workspace, and perhaps to one of its projects. Its secret is shown once and
 * stored hashed. A revoked one is removed; the database deletes an expired one.
 */
export interface InvitationDocument {
  _id: string;
  secretHash: string;
  workspaceId: string;
  roleId: WorkspaceRole;
  /** Only the account with this address may accept; null: anyone with the link. */
  email: string | null;
  projectId: string | null;
  projectRoleId: ProjectRole | null;
  invitedBy: string;
  maxUses: number;
  /** How many more people may join; one write takes a place (two takers, one place: one gets it). */
  placesLeft: number;
  /** Those who took a place: they may accept again without taking another one. */
  usedBy: string[];
  /** Those of them who have joined: the link does not restore a role that they have lost since. */
  joinedBy?: string[];
  createdAt: Date;
  expiresAt: Date;
}
