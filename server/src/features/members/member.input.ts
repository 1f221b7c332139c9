import { projectMemberInputSchema, workspaceMemberInputSchema } from '@livelane/shared/members/member.schema';
import { projectRoles, type WorkspaceRole, workspaceRoles } from '@livelane/shared/permissions/roles';
import { uuidWith } from '@livelane/shared/values/uuid';
import * as z from 'zod/mini';
import { AppError } from '../../http/errors';

/** Body of POST and PUT /projectUsers with the id that the path lacks. */
export const projectMemberBody = z.pipe(
  z.extend(projectMemberInputSchema, { projectId: uuidWith('input_required_project_id') }),
  z.transform(({ projectId: id, ...member }) => ({ id, ...member })),
);

/** Distinguishes a role of the other scope from a role that does not exist (SPEC.md#bad-input). */
export const workspaceMemberBody = z.extend(workspaceMemberInputSchema, {
  roleId: z.enum(projectRoles, 'input_required_role'),
});

/** Body of POST and PUT /workspaceUsers with the id that the path lacks. */
export const workspaceMemberBodyWithId = z.pipe(
  z.extend(workspaceMemberBody, { workspaceId: uuidWith('input_required_workspace_id') }),
  z.transform(({ workspaceId: id, ...member }) => ({ id, ...member })),
);

/** @throws AppError `role_not_in_scope` for a role that only projects know */
export function toWorkspaceRole(roleId: z.output<typeof workspaceMemberBody>['roleId']): WorkspaceRole {
  const role = workspaceRoles.find((known) => known === roleId);
  if (!role) throw new AppError('role_not_in_scope');
  return role;
}
