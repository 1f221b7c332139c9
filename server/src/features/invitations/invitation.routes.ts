import { invitationInputSchema } from '@livelane/shared/invitations/invitation.schema';
import { uuidSchema } from '@livelane/shared/values/uuid';
import * as z from 'zod/mini';
import { languageOf } from '../../http/language';
import { addressOf, type UserLimit } from '../../http/rate-limit';
import { idParams, type RouteDefinition, route } from '../../http/route';
import type { SecretLimit } from '../auth/secret-limit';
import { toWorkspaceRole } from '../members/member.input';
import type { UserService } from '../users/user.service';
import type { InvitationService } from './invitation.service';

interface Dependencies {
  invitations: InvitationService;
  accounts: Pick<UserService, 'get'>;
  /** Counts secrets that open nothing. */
  secrets: SecretLimit;
  /** Counts what one person sends. */
  inviteLimit: UserLimit;
}

/** Invitations of a workspace, and what their links open. */
export function invitationRoutes({
  invitations,
  accounts,
  secrets,
  inviteLimit,
}: Dependencies): RouteDefinition[] {
  const invite = { scope: 'workspace', action: 'workspace.addMember' } as const;
  const secretParams = z.object({ secret: z.string() });
  return [
    route({
      method: 'post',
      path: '/workspaces/:workspaceId/invitations',
      access: invite,
      userLimit: inviteLimit,
      params: idParams('workspaceId'),
      body: invitationInputSchema,
      handler: async ({ user, params, body, req }) => ({
        status: 201,
        body: await invitations.create(
          user.userId,
          params.workspaceId,
          { ...body, roleId: toWorkspaceRole(body.roleId) },
          languageOf(req),
        ),
      }),
    }),
    route({
      method: 'get',
      path: '/workspaces/:workspaceId/invitations',
      access: invite,
      params: idParams('workspaceId'),
      handler: async ({ user, params }) => ({
        status: 200,
        body: await invitations.list(user.userId, params.workspaceId),
      }),
    }),
    route({
      method: 'delete',
      path: '/workspaces/:workspaceId/invitations/:invitationId',
      access: invite,
      params: z.object({ workspaceId: uuidSchema, invitationId: uuidSchema }),
      handler: async ({ user, params }) => {
        await invitations.revoke(user.userId, params.workspaceId, params.invitationId);
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/invitations/:secret',
      access: 'public',
      params: secretParams,
      handler: async ({ params, req }) => ({
        status: 200,
        body: await secrets.guard(addressOf(req), () => invitations.preview(params.secret)),
      }),
    }),
    route({
      method: 'post',
      path: '/invitations/:secret/accept',
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
