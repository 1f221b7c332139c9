import {
  assignableProjectRoles,
  assignableWorkspaceRoles,
  canChangeProjectMember,
  canChangeWorkspaceMember,
} from '@livelane/shared/permissions/permissions';
import {
  effectiveProjectRole,
  type ProjectRole,
  type WorkspaceRole,
} from '@livelane/shared/permissions/roles';
import type { CatalogueKey } from '#i18n/en-GB';
import type { Member, MemberScope } from './members.api';

/** The roles that someone with `role` may give in this scope. */
export function assignableRoles(scope: MemberScope, role: string): readonly (ProjectRole | WorkspaceRole)[] {
  return scope === 'project'
    ? assignableProjectRoles(role as ProjectRole)
    : assignableWorkspaceRoles(role as WorkspaceRole);
}

/** Whether someone with `role` may change or remove a member who holds `target`. */
function canChangeMember(scope: MemberScope, role: string, target: string): boolean {
  return scope === 'project'
    ? canChangeProjectMember(role as ProjectRole, target as ProjectRole)
    : canChangeWorkspaceMember(role as WorkspaceRole, target as WorkspaceRole);
}

/** Why a member cannot be changed or removed by the caller, as keys of the catalogue; null if they can. */
export interface MemberRefusals {
  change: CatalogueKey | null;
  remove: CatalogueKey | null;
}

interface Question {
  scope: MemberScope;
  /** The caller's own role here, and id. */
  role: string;
  callerId: string;
  member: Member;
  members: readonly Member[];
  /** Each member's role in the workspace; empty for the workspace itself. */
  workspaceRoles: ReadonlyMap<string, WorkspaceRole>;
}

/** Predicts the server's refusals: by rank, and by the rule of the last owner. */
export function refusalsOf({
  scope,
  role,
  callerId,
  member,
  members,
  workspaceRoles,
}: Question): MemberRefusals {
  const { user, roleId } = member;
  const isLastOwner = roleId === 'owner' && members.filter((each) => each.roleId === 'owner').length === 1;
  const inherited = workspaceRoles.get(user.id) ?? null;
  const rank = scope === 'project' ? effectiveProjectRole(roleId as ProjectRole, inherited) : roleId;
  const isAbove = !canChangeMember(scope, role, rank ?? roleId);
  const change = isAbove ? 'members_reason_rank' : isLastOwner ? 'members_reason_last_owner' : null;
  // Everyone may leave, whatever their role, except the last owner.
  if (user.id !== callerId) return { change, remove: change };
  return { change, remove: isLastOwner ? 'members_reason_last_owner' : null };
}

/** The catalogue's name of a role. */
export function roleKey(scope: MemberScope, roleId: string): CatalogueKey {
  return `${scope}_role_${roleId}` as CatalogueKey;
}
