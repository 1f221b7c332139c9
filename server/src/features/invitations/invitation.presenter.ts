import type { Invitation } from '@livelane/shared/invitations/invitation.schema';
import type { InvitationDocument } from './invitation.types';

/** An invitation for those who may invite: without its secret, which cannot be shown again. */
export function presentInvitation(invitation: InvitationDocument): Invitation {
  const { _id: id, roleId, email, projectId, projectRoleId, invitedBy, maxUses } = invitation;
  return {
    id,
    roleId,
    email,
    projectId,
    projectRoleId,
    invitedBy,
    uses: maxUses - invitation.placesLeft,
    maxUses,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
  };
}
