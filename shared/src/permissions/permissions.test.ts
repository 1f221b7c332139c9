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
} from './permissions';
import { projectRoles, workspaceRoles } from './roles';

// `server/test/spec-rights.test.ts` compares what roles may do with SPEC.md, which nothing here can read.

it('a stranger may do nothing in a project', () => {
  const actions = Object.keys(projectRights) as ProjectAction[];
  expect(actions.filter((action) => canInProject(null, action))).toEqual([]);
  expect(assignableProjectRoles(null)).toEqual([]);
  expect(projectRoles.filter((target) => canChangeProjectMember(null, target))).toEqual([]);
});

it('a stranger may do nothing in a workspace', () => {
  const actions = Object.keys(workspaceRights) as WorkspaceAction[];
  expect(actions.filter((action) => canInWorkspace(null, action))).toEqual([]);
  expect(assignableWorkspaceRoles(null)).toEqual([]);
  expect(workspaceRoles.filter((target) => canChangeWorkspaceMember(null, target))).toEqual([]);
});
