import type { WorkspaceRole } from '@livelane/shared/permissions/roles';

export interface UserDocument {
  _id: string;
  firstName: string;
  surname: string;
  /** Trimmed and lower-cased: unique. */
  email: string;
  /** Argon2id, PHC string; absent for those who sign in through a provider only. */
  passwordHash?: string;
  /** The address that the account gets once it is confirmed. */
  pendingEmail?: string;
  /** Addresses that the account has had: what is known of them is deleted with it. */
  formerEmails?: string[];
  /** When a link that was sent to the address, or printed by the operator, proved that it is theirs. */
  emailProvenAt?: Date;
  /** The person's identity at the single sign-on provider. */
  oidc?: { issuer: string; subject: string };
  /** Roles that groups of the provider gave under an older version: their memberships say it since. */
  groupRoles?: Array<{ workspaceId: string; roleId: WorkspaceRole }>;
  /** Since when an administrator has closed the account. */
  deactivatedAt?: Date;
  /** Since when the account is being deleted: the sweep finishes the work of a process that died. */
  closingAt?: Date;
  /** The invitation that the account was made by, until it has been accepted. */
  joining?: { invitationId: string; at: Date };
  /** The latest change of the name, until every board has it. */
  renaming?: { id: string; at: Date };
  createdAt: Date;
  updatedAt: Date;
}

/** Someone whose account is deleted. */
export interface LeavingPerson extends Pick<UserDocument, '_id' | 'email'> {
  /** Addresses that they had before, but for those of other accounts by now. */
  formerEmails: readonly string[];
}
