import {
  assignableProjectRoles,
  assignableWorkspaceRoles,
  canChangeProjectMember,
  canChangeWorkspaceMember,
} from '@livelane/shared/permissions/permissions';
import type { ProjectRole, WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { CatalogueKey } from '../../i18n/en-GB';
import type { MemberScope } from './api/members.api';

/** The roles that somebody with `role` may give in this scope. */
export function assignableRoles(scope: MemberScope, role: string): readonly (ProjectRole | WorkspaceRole)[] {
  return scope === 'project'
    ? assignableProjectRoles(role as ProjectRole)
    : assignableWorkspaceRoles(role as WorkspaceRole);
}

/** May somebody with `role` change or remove a member who holds `target`? */
export function canChangeMember(scope: MemberScope, role: string, target: string): boolean {
  return scope === 'project'
    ? canChangeProjectMember(role as ProjectRole, target as ProjectRole)
    : canChangeWorkspaceMember(role as WorkspaceRole, target as WorkspaceRole);
}

/** The catalogue's name of a role. */
export function roleKey(scope: MemberScope, roleId: string): CatalogueKey {
  return `${scope}_role_${roleId}` as CatalogueKey;
}
