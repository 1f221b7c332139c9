import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { ProjectMember, WorkspaceMember } from '@livelane/shared/members/member.schema';
import { effectiveProjectRole } from '@livelane/shared/permissions/roles';
import type { QueryClient } from '@tanstack/react-query';
import { type Assignable, assignableOf } from '#board-sync/assignable';
import { membersQuery } from '#features/members/members.api';

/** The people of a project, those who inherit their role from its workspace among them. */
export function projectMembers(
  own: readonly ProjectMember[],
  ofWorkspace: readonly WorkspaceMember[],
): BoardMember[] {
  const ownRoles = new Map(own.map(({ user, roleId }) => [user.id, roleId]));
  const workspaceRoles = new Map(ofWorkspace.map(({ user, roleId }) => [user.id, roleId]));
  const users = new Map([...own, ...ofWorkspace].map(({ user }) => [user.id, user]));
  return [...users.values()].flatMap((user) => {
    const roleId = effectiveProjectRole(ownRoles.get(user.id) ?? null, workspaceRoles.get(user.id) ?? null);
    return roleId ? [{ ...user, roleId }] : [];
  });
}

/** Who can be assigned in a project, if its people and those of its workspace have been read. */
export function knownAssignable(
  queries: Pick<QueryClient, 'getQueryData'>,
  { id, workspaceId }: { id: string; workspaceId: string },
): Assignable {
  const own = queries.getQueryData<ProjectMember[]>(membersQuery('project', id).queryKey);
  const ofWorkspace = queries.getQueryData<WorkspaceMember[]>(
    membersQuery('workspace', workspaceId).queryKey,
  );
  return own && ofWorkspace && assignableOf(projectMembers(own, ofWorkspace));
}
