import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  assignableProjectRoles,
  assignableWorkspaceRoles,
  canChangeProjectMember,
  canChangeWorkspaceMember,
  canInProject,
  canInWorkspace,
  type ProjectAction,
  projectRights,
  type WorkspaceAction,
  workspaceRights,
} from '@livelane/shared/permissions/permissions';
import { projectRoles, workspaceRoles } from '@livelane/shared/permissions/roles';
import { tableRows } from '../../test-kit/markdown-table';
import { repositoryRoot } from '../../test-kit/repositoryRoot';

const spec = readFileSync(path.join(repositoryRoot(), 'SPEC.md'), 'utf8');

/** By action, what its row of SPEC.md#rights says of each role. */
type SpecRights = Record<string, Record<string, string>>;

function specRights(scope: 'Workspace' | 'Project', roles: readonly string[]): SpecRights {
  const header = ['', scope, 'Actions', ...roles, ''].join(' | ').trim();
  const entries = tableRows(spec, header).flatMap(([, actions = '', ...cells]) => {
    const said = Object.fromEntries(roles.map((role, index) => [role, cells[index] ?? '']));
    return Array.from(actions.matchAll(/`([^`]+)`/g), ([, action = '']) => [action, said] as const);
  });
  const names = entries.map(([action]) => action);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  return Object.fromEntries(entries);
}

/** By action, the roles that have it. */
function allowed(rights: SpecRights) {
  return Object.fromEntries(
    Object.entries(rights).map(([action, said]) => [
      action,
      Object.keys(said).filter((role) => said[role] !== '–'),
    ]),
  );
}

/** Which roles the words of a cell mean. */
const MEANING: Record<string, (roles: readonly string[]) => readonly string[]> = {
  any: (roles) => roles,
  'any, never the last owner': (roles) => roles,
  'up to maintainer': (roles) => roles.slice(roles.indexOf('maintainer')),
  'those below maintainer': (roles) => roles.slice(roles.indexOf('maintainer') + 1),
  '–': () => [],
};

const inWorkspace = specRights('Workspace', workspaceRoles);
const inProject = specRights('Project', projectRoles);

const meant = (said: Record<string, string> | undefined, role: string, roles: readonly string[]) =>
  MEANING[said?.[role] ?? '']?.(roles);

describe('the rights are those of SPEC.md#rights', () => {
  it('what each role may do in a workspace: one table', () => {
    const actions = Object.keys(workspaceRights) as WorkspaceAction[];
    const may = (action: WorkspaceAction) => workspaceRoles.filter((role) => canInWorkspace(role, action));
    expect(Object.fromEntries(actions.map((action) => [action, may(action)]))).toEqual(allowed(inWorkspace));
  });

  it('what each role may do in a project: one table', () => {
    const actions = Object.keys(projectRights) as ProjectAction[];
    const may = (action: ProjectAction) => projectRoles.filter((role) => canInProject(role, action));
    expect(Object.fromEntries(actions.map((action) => [action, may(action)]))).toEqual(allowed(inProject));
  });

  it.each(workspaceRoles)('the roles that a workspace %s gives, changes and removes', (role) => {
    expect(assignableWorkspaceRoles(role)).toEqual(
      meant(inWorkspace['workspace.addMember'], role, workspaceRoles),
    );
    expect(workspaceRoles.filter((target) => canChangeWorkspaceMember(role, target))).toEqual(
      meant(inWorkspace['workspace.changeMember'], role, workspaceRoles),
    );
  });

  it.each(projectRoles)('the roles that a project %s gives, changes and removes', (role) => {
    expect(assignableProjectRoles(role)).toEqual(meant(inProject['project.addMember'], role, projectRoles));
    expect(projectRoles.filter((target) => canChangeProjectMember(role, target))).toEqual(
      meant(inProject['project.changeMember'], role, projectRoles),
    );
  });
});
