import {
  assignableProjectRoles,
  assignableWorkspaceRoles,
  canChangeProjectMember,
  canChangeWorkspaceMember,
  canInProject,
  canInWorkspace,
  type ProjectAction,
  type WorkspaceAction,
} from './permissions';
import { type ProjectRole, projectRoles, type WorkspaceRole, workspaceRoles } from './roles';

/** The tables of SPEC.md#rights, copied from its page: one letter per role that may (o, m, e = member, v). */
const PROJECT_TABLE: Record<ProjectAction, string> = {
  'project.read': 'omev',
  'board.read': 'omev',
  'board.subscribe': 'omev',
  'presence.set': 'omev',
  'comment.read': 'omev',
  'comment.write': 'ome',
  'comment.deleteAny': 'om',
  'history.read': 'omev',
  'history.markSeen': 'omev',
  'task.read': 'omev',
  'task.create': 'ome',
  'task.edit': 'ome',
  'task.move': 'ome',
  'task.delete': 'ome',
  'task.beAssigned': 'ome',
  'task.restore': 'om',
  'task.restoreOwn': 'ome',
  'view.read': 'omev',
  'view.share': 'ome',
  'project.edit': 'om',
  'column.edit': 'om',
  'project.addMember': 'om',
  'project.changeMember': 'om',
  'project.leave': 'omev',
  'project.delete': 'o',
};

const WORKSPACE_TABLE: Record<WorkspaceAction, string> = {
  'workspace.read': 'ome',
  'workspace.createProject': 'ome',
  'workspace.edit': 'om',
  'workspace.addMember': 'om',
  'workspace.changeMember': 'om',
  'workspace.leave': 'ome',
  'workspace.delete': 'o',
  'label.read': 'ome',
  'label.create': 'ome',
  'label.edit': 'ome',
  'label.editAny': 'om',
};

// Both name every action, or the type check fails.
const projectActions = Object.keys(PROJECT_TABLE) as ProjectAction[];
const workspaceActions = Object.keys(WORKSPACE_TABLE) as WorkspaceAction[];

const LETTER: Record<ProjectRole, string> = { owner: 'o', maintainer: 'm', member: 'e', viewer: 'v' };

describe('the rights table says what SPEC.md#rights says', () => {
  const projectCases = projectActions.flatMap((action) =>
    projectRoles.map((role) => [role, action, PROJECT_TABLE[action].includes(LETTER[role])] as const),
  );
  it.each(projectCases)('a project %s and %s: %s', (role, action, allowed) => {
    expect(canInProject(role, action)).toBe(allowed);
  });

  const workspaceCases = workspaceActions.flatMap((action) =>
    workspaceRoles.map((role) => [role, action, WORKSPACE_TABLE[action].includes(LETTER[role])] as const),
  );
  it.each(workspaceCases)('a workspace %s and %s: %s', (role, action, allowed) => {
    expect(canInWorkspace(role, action)).toBe(allowed);
  });

  it('gives a stranger nothing', () => {
    for (const action of projectActions) expect(canInProject(null, action)).toBe(false);
    for (const action of workspaceActions) expect(canInWorkspace(null, action)).toBe(false);
  });
});

describe('roles that may be given', () => {
  it.each<[ProjectRole | null, ProjectRole[]]>([
    ['owner', ['owner', 'maintainer', 'member', 'viewer']],
    ['maintainer', ['maintainer', 'member', 'viewer']],
    ['member', []],
    ['viewer', []],
    [null, []],
  ])('in a project by %s: %j', (role, given) => {
    expect(assignableProjectRoles(role)).toEqual(given);
  });

  it.each<[WorkspaceRole | null, WorkspaceRole[]]>([
    ['owner', ['owner', 'maintainer', 'member']],
    ['maintainer', ['maintainer', 'member']],
    ['member', []],
    [null, []],
  ])('in a workspace by %s: %j', (role, given) => {
    expect(assignableWorkspaceRoles(role)).toEqual(given);
  });
});

describe('members whom one may change or remove', () => {
  it.each<[ProjectRole | null, ProjectRole[]]>([
    ['owner', ['owner', 'maintainer', 'member', 'viewer']],
    ['maintainer', ['member', 'viewer']],
    ['member', []],
    ['viewer', []],
    [null, []],
  ])('in a project by %s: %j', (role, targets) => {
    expect(projectRoles.filter((target) => canChangeProjectMember(role, target))).toEqual(targets);
  });

  it.each<[WorkspaceRole | null, WorkspaceRole[]]>([
    ['owner', ['owner', 'maintainer', 'member']],
    ['maintainer', ['member']],
    ['member', []],
    [null, []],
  ])('in a workspace by %s: %j', (role, targets) => {
    expect(workspaceRoles.filter((target) => canChangeWorkspaceMember(role, target))).toEqual(targets);
  });
});
