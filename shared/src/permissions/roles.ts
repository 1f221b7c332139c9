/** Role ids are their names, highest first (SPEC.md#values). */
export const projectRoles = ['owner', 'maintainer', 'member', 'viewer'] as const;
export type ProjectRole = (typeof projectRoles)[number];

export const workspaceRoles = ['owner', 'maintainer', 'member'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

export interface Role<Id extends string = string> {
  id: Id;
  name: Id;
}

const PROJECT_ROLE_OF_WORKSPACE_ROLE: Record<WorkspaceRole, ProjectRole | null> = {
  owner: 'owner',
  maintainer: 'maintainer',
  member: null,
};

/** The higher of a user's own project role and the inherited one; null for a stranger (SPEC.md#rights). */
export function effectiveProjectRole(
  own: ProjectRole | null,
  workspaceRole: WorkspaceRole | null,
): ProjectRole | null {
  const inherited = workspaceRole && PROJECT_ROLE_OF_WORKSPACE_ROLE[workspaceRole];
  if (!own || !inherited) return own ?? inherited;
  return reachesRole(own, inherited) ? own : inherited;
}

/** Whether `role` is at least as high as `wanted`, in one scope; workspace roles have the order of project roles. */
export function reachesRole(role: ProjectRole, wanted: ProjectRole): boolean {
  return projectRoles.indexOf(role) <= projectRoles.indexOf(wanted);
}
