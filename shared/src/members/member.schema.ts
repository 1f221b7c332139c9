import * as z from 'zod/mini';
import { projectRoles, workspaceRoles } from '../permissions/roles';
import { publicUserSchema } from '../users/user.schema';
import { uuidSchema, uuidWith } from '../values/uuid';

/** A membership as every member of the same workspace or project sees it: no email. */
export const projectMemberSchema = z.object({
  user: publicUserSchema,
  roleId: z.enum(projectRoles),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ProjectMember = z.infer<typeof projectMemberSchema>;

export const workspaceMemberSchema = z.object({
  user: publicUserSchema,
  roleId: z.enum(workspaceRoles),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkspaceMember = z.infer<typeof workspaceMemberSchema>;

/** A change of someone's workspace role that has reached `done` of `total` projects. */
export const workspaceRoleUpdateSchema = z.object({
  userId: uuidSchema,
  done: z.number(),
  total: z.number(),
});
export type WorkspaceRoleUpdate = z.infer<typeof workspaceRoleUpdateSchema>;

/** Body of POST and PUT /projectUsers/{projectId} (the id may be in the body instead). */
export const projectMemberInputSchema = z.object({
  userId: uuidWith('input_required_user_id'),
  roleId: z.enum(projectRoles, 'input_required_role'),
});
export type ProjectMemberInput = z.input<typeof projectMemberInputSchema>;

/** Body of POST and PUT /workspaceUsers/{workspaceId} (the id may be in the body instead). */
export const workspaceMemberInputSchema = z.object({
  userId: uuidWith('input_required_user_id'),
  roleId: z.enum(workspaceRoles, 'input_required_role'),
});
export type WorkspaceMemberInput = z.input<typeof workspaceMemberInputSchema>;
