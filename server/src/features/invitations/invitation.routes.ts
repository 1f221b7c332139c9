import { invitationInputSchema } from '@livelane/shared/invitations/invitation.schema';
import * as z from 'zod/mini';
import { languageOf } from '../../http/language';
import { addressOf, type UserLimit } from '../../http/rate-limit';
import { type RouteDefinition, route } from '../../http/route';
import type { SecretLimit } from '../auth/secret-limit';
import { toWorkspaceRole } from '../members/member.input';
import type { UserService } from '../users/user.service';
import type { InvitationService } from './invitation.service';

interface Dependencies {
  invitations: InvitationService;
  accounts: Pick<UserService, 'get'>;
  /** Counts secrets that open nothing. */
  secrets: SecretLimit;
  /** Counts the invitations that one person sends. */
  inviteLimit: UserLimit;
}

/** Invitations of a workspace, and the routes behind their links. */
export function invitationRoutes({
  invitations,
  accounts,
  secrets,
  inviteLimit,
}: Dependencies): RouteDefinition[] {
  const invite = { scope: 'workspace', action: 'workspace.addMember' } as const;
  const secretParams = z.object({ secret: z.string() });
  return [
    route('post', '/workspaces/:workspaceId/invitations', {
      access: invite,
      userLimit: inviteLimit,
      body: invitationInputSchema,
      status: 201,
      answer: ({ user, params, body, req }) =>
        invitations.create(
          user.userId,
          params.workspaceId,
          { ...body, roleId: toWorkspaceRole(body.roleId) },
          languageOf(req),
        ),
    }),
    route('get', '/workspaces/:workspaceId/invitations', {
      access: invite,
      answer: ({ user, params }) => invitations.list(user.userId, params.workspaceId),
    }),
    route('delete', '/workspaces/:workspaceId/invitations/:invitationId', {
      access: invite,
      status: 204,
      answer: ({ user, params }) => invitations.revoke(user.userId, params.workspaceId, params.invitationId),
    }),
    route('get', '/invitations/:secret', {
      access: 'public',
      params: secretParams,
      answer: ({ params, req }) => secrets.guard(addressOf(req), () => invitations.preview(params.secret)),
    }),
    route('post', '/invitations/:secret/accept', {
      access: 'session',
      params: secretParams,
      handler: async ({ user, params, req }) => {
        const { email } = await accounts.get(user.userId);
        const accept = () => invitations.accept({ userId: user.userId, email }, params.secret);
        return { status: 200, body: await secrets.guard(addressOf(req), accept) };
      },
    }),
  ];
}
