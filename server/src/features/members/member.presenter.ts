import type { ProjectMember, WorkspaceMember } from '@livelane/shared/members/member.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import type { ProjectDocument } from '../projects/project.types';
import type { WorkspaceDocument } from '../workspaces/workspace.types';

type UsersById = ReadonlyMap<string, PublicUser>;

/** The members who hold a role of their own in the project, in the order in which they joined. */
export function presentProjectMembers(project: ProjectDocument, users: UsersById): ProjectMember[] {
  return project.members.flatMap(({ userId, ownRoleId, createdAt, updatedAt }) => {
    const user = users.get(userId);
    return user && ownRoleId ? [presentMember(user, ownRoleId, createdAt, updatedAt)] : [];
  });
}

/** The members of a workspace, in the order in which they joined. */
export function presentWorkspaceMembers(workspace: WorkspaceDocument, users: UsersById): WorkspaceMember[] {
  return workspace.members.flatMap(({ userId, roleId, createdAt, updatedAt }) => {
    const user = users.get(userId);
    return user ? [presentMember(user, roleId, createdAt, updatedAt)] : [];
  });
}

/** No email: members see each other's names only (SPEC.md#rights). */
function presentMember<RoleId extends string>(
  user: PublicUser,
  roleId: RoleId,
  createdAt: Date,
  updatedAt: Date,
) {
  return {
    user: { id: user.id, firstName: user.firstName, surname: user.surname },
    roleId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
