import * as z from 'zod/mini';
import { projectRoles, workspaceRoles } from '../permissions/roles';
import { emailSchema } from '../users/user.schema';
import { uuidSchema } from '../values/uuid';

/** How many people may join by one link without an address. */
export const INVITATION_MAX_USES = 50;

const maxUsesSchema = z
  .int('input_invalid_uses')
  .check(z.minimum(1, 'input_invalid_uses'), z.maximum(INVITATION_MAX_USES, 'input_invalid_uses'));

/** Body of POST /workspaces/{id}/invitations. Distinguishes a role that only projects have from an unknown one. */
export const invitationInputSchema = z
  .object({
    roleId: z.enum(projectRoles, 'input_required_role'),
    /** Only the account with this address may accept, once. */
    email: z.nullish(emailSchema),
    projectId: z.nullish(uuidSchema),
    projectRoleId: z.nullish(z.enum(projectRoles, 'input_required_role')),
    maxUses: z.nullish(maxUsesSchema),
  })
  .check(
    z.refine((body) => (body.projectId ?? null) !== null || (body.projectRoleId ?? null) === null, {
      path: ['projectId'],
      error: 'input_project_with_role',
    }),
    z.refine((body) => (body.projectRoleId ?? null) !== null || (body.projectId ?? null) === null, {
      path: ['projectRoleId'],
      error: 'input_project_with_role',
    }),
  );
export type InvitationInput = z.input<typeof invitationInputSchema>;

/** An open invitation as those who may invite see it; times are ISO 8601 in UTC. */
export const invitationSchema = z.object({
  id: uuidSchema,
  roleId: z.enum(workspaceRoles),
  email: z.nullable(z.string()),
  projectId: z.nullable(uuidSchema),
  projectRoleId: z.nullable(z.enum(projectRoles)),
  invitedBy: uuidSchema,
  uses: z.number(),
  maxUses: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** The answer to its creator: the only time that its link is shown. */
export const newInvitationSchema = z.extend(invitationSchema, { url: z.string() });
export type NewInvitation = z.infer<typeof newInvitationSchema>;

/** The public part of an invitation, before its reader signs in or registers. */
export const invitationPreviewSchema = z.object({
  workspaceName: z.string(),
  projectName: z.nullable(z.string()),
  invitedBy: z.object({ firstName: z.string(), surname: z.string() }),
  roleId: z.enum(workspaceRoles),
  projectRoleId: z.nullable(z.enum(projectRoles)),
  email: z.nullable(z.string()),
  expiresAt: z.string(),
});
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

/** What someone has joined by accepting an invitation. */
export const acceptedInvitationSchema = z.object({
  workspaceId: uuidSchema,
  projectId: z.nullable(uuidSchema),
  roleId: z.enum(workspaceRoles),
  projectRoleId: z.nullable(z.enum(projectRoles)),
});
export type AcceptedInvitation = z.infer<typeof acceptedInvitationSchema>;
