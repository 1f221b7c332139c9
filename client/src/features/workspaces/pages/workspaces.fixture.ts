import { ids, StubNetwork } from '#test/network';

const at = '2026-01-02T03:04:05.000Z';
export const project = {
  id: ids.project,
  name: 'Difference Engine',
  description: 'Brass',
  workspaceId: ids.workspace,
  role: 'owner',
};
const sibling = { ...project, id: ids.sibling, name: 'Notes' };
export const workspace = {
  id: ids.workspace,
  name: 'Analytical Society',
  description: 'Engines and notes',
  createdAt: at,
  updatedAt: at,
  role: 'owner',
  projects: [project, sibling],
};
export const workspacePath = `/workspaces/${ids.workspace}`;
export const projectPath = `/projects/${ids.project}`;

/** What the server answers about them. */
export const network = (more: ConstructorParameters<typeof StubNetwork>[0] = {}) =>
  new StubNetwork({
    'GET /workspaces/user': { body: [workspace] },
    [`GET ${workspacePath}`]: { body: workspace },
    [`GET /workspaces/project/${ids.project}`]: { body: workspace },
    [`GET ${projectPath}`]: { body: project },
    ...more,
  });
