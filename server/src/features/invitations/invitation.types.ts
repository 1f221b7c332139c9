import type { ProjectRole, WorkspaceRole } from '@livelane/shared/permissions/roles';

/**
 * An open invitation to a workspace, and perhaps to one of its projects. Its secret is told once and
 * stored hashed. A revoked one is removed; the database takes an expired one away.
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
  /** Those of them who have joined: what was taken from them since, the link does not bring back. */
  joinedBy?: string[];
  createdAt: Date;
  expiresAt: Date;
}
