import { type ProjectRole, projectRoles, type WorkspaceRole, workspaceRoles } from './roles';

/**
 * The rights table of SPEC.md#rights: who may do what. Read by the server's checks, the
 * interface's controls and the tests; an action that is not listed cannot be checked.
 */
export const workspaceRights = {
  'workspace.read': ['owner', 'maintainer', 'member'],
  'workspace.createProject': ['owner', 'maintainer', 'member'],
  'workspace.edit': ['owner', 'maintainer'],
  'workspace.addMember': ['owner', 'maintainer'],
  'workspace.changeMember': ['owner', 'maintainer'],
  'workspace.leave': ['owner', 'maintainer', 'member'],
  'workspace.delete': ['owner'],
  'label.read': ['owner', 'maintainer', 'member'],
  'label.create': ['owner', 'maintainer', 'member'],
  /** Also to merge and delete one's own; `label.editAny` those of others. */
  'label.edit': ['owner', 'maintainer', 'member'],
  'label.editAny': ['owner', 'maintainer'],
} as const satisfies Record<string, readonly WorkspaceRole[]>;

/** Likewise in a project, by the effective role. */
export const projectRights = {
  'project.read': ['owner', 'maintainer', 'member', 'viewer'],
  'board.read': ['owner', 'maintainer', 'member', 'viewer'],
  'board.subscribe': ['owner', 'maintainer', 'member', 'viewer'],
  'presence.set': ['owner', 'maintainer', 'member', 'viewer'],
  'comment.read': ['owner', 'maintainer', 'member', 'viewer'],
  /** Includes editing, deleting and restoring one's own; nobody edits anyone else's. */
  'comment.write': ['owner', 'maintainer', 'member'],
  'comment.deleteAny': ['owner', 'maintainer'],
  'history.read': ['owner', 'maintainer', 'member', 'viewer'],
  'history.markSeen': ['owner', 'maintainer', 'member', 'viewer'],
  'task.read': ['owner', 'maintainer', 'member', 'viewer'],
  'task.create': ['owner', 'maintainer', 'member'],
  'task.edit': ['owner', 'maintainer', 'member'],
  'task.move': ['owner', 'maintainer', 'member'],
  'task.delete': ['owner', 'maintainer', 'member'],
  'task.beAssigned': ['owner', 'maintainer', 'member'],
  'task.restore': ['owner', 'maintainer'],
  /** Their own deletions, for an hour; also to read the trash. */
  'task.restoreOwn': ['owner', 'maintainer', 'member'],
  /** Shared ones, and one's own, which one may also create and change. */
  'view.read': ['owner', 'maintainer', 'member', 'viewer'],
  'view.share': ['owner', 'maintainer', 'member'],
  'project.edit': ['owner', 'maintainer'],
  'column.edit': ['owner', 'maintainer'],
  'project.addMember': ['owner', 'maintainer'],
  'project.changeMember': ['owner', 'maintainer'],
  'project.leave': ['owner', 'maintainer', 'member', 'viewer'],
  'project.delete': ['owner'],
} as const satisfies Record<string, readonly ProjectRole[]>;

export type WorkspaceAction = keyof typeof workspaceRights;
export type ProjectAction = keyof typeof projectRights;

/** Whether a user with this role in the workspace may do this. A stranger (null) may do nothing. */
export function canInWorkspace(role: WorkspaceRole | null, action: WorkspaceAction): boolean {
  const allowed: readonly WorkspaceRole[] = workspaceRights[action];
  return role !== null && allowed.includes(role);
}

/** Whether a user with this effective role in the project may do this. A stranger (null) may do nothing. */
export function canInProject(role: ProjectRole | null, action: ProjectAction): boolean {
  const allowed: readonly ProjectRole[] = projectRights[action];
  return role !== null && allowed.includes(role);
}

/** The roles that someone with `role` may give: an owner any, a maintainer up to their own. */
export function assignableWorkspaceRoles(role: WorkspaceRole | null): readonly WorkspaceRole[] {
  if (!canInWorkspace(role, 'workspace.addMember')) return [];
  return role === 'owner' ? workspaceRoles : workspaceRoles.filter((given) => given !== 'owner');
}

/** The roles that someone with `role` may give: an owner any, a maintainer up to their own. */
export function assignableProjectRoles(role: ProjectRole | null): readonly ProjectRole[] {
  if (!canInProject(role, 'project.addMember')) return [];
  return role === 'owner' ? projectRoles : projectRoles.filter((given) => given !== 'owner');
}

/** May `role` change or remove a member who holds `target`? The rule of the last owner is the server's. */
export function canChangeWorkspaceMember(role: WorkspaceRole | null, target: WorkspaceRole): boolean {
  if (!canInWorkspace(role, 'workspace.changeMember')) return false;
  return role === 'owner' || target === 'member';
}

/** May `role` change or remove a member who holds `target`? The rule of the last owner is the server's. */
export function canChangeProjectMember(role: ProjectRole | null, target: ProjectRole): boolean {
  if (!canInProject(role, 'project.changeMember')) return false;
  return role === 'owner' || target === 'member' || target === 'viewer';
}
