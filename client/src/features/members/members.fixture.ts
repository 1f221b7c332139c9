import { ids, StubNetwork } from '#test/network';

/** On these days wherever the tests run. */
const at = new Date(2026, 0, 2, 3, 4, 5).toISOString();
export const later = new Date(2026, 1, 3, 4, 5, 6).toISOString();
export const bob = { id: ids.bob, firstName: 'Bob', surname: 'Okafor' };
export const cleo = { id: ids.cleo, firstName: 'Cleo', surname: 'Nkemelu' };
export const member = (user: object, roleId: string) => ({ user, roleId, createdAt: at, updatedAt: later });
const project = {
  id: ids.project,
  name: 'Engine',
  description: 'Brass',
  workspaceId: ids.workspace,
  role: 'owner',
};
const workspace = {
  id: ids.workspace,
  name: 'Society',
  description: 'Learned',
  createdAt: at,
  updatedAt: at,
  role: 'owner',
  projects: [project],
};

export const scopes = {
  workspace: {
    page: `/workspace/${ids.workspace}/users`,
    members: `/workspaceUsers/${ids.workspace}`,
    rolesPath: `/workspaceUsers/roles/${ids.workspace}`,
    roles: ['owner', 'maintainer', 'member'],
    entity: `/workspaces/${ids.workspace}`,
    body: workspace,
  },
  project: {
    page: `/project/${ids.project}/users`,
    members: `/projectUsers/${ids.project}`,
    rolesPath: `/projectUsers/roles/${ids.project}`,
    roles: ['owner', 'maintainer', 'member', 'viewer'],
    entity: `/projects/${ids.project}`,
    body: project,
  },
} as const;
export type Scope = keyof typeof scopes;
export const UPDATES = `/workspaceUsers/updates/${ids.workspace}`;

/** The server of a workspace and project with Ada in `role` and Bob in `bobs`. */
export function server(scope: Scope, role = 'owner', bobs = 'member', more: object = {}) {
  const { members, rolesPath, roles, entity, body } = scopes[scope];
  return new StubNetwork({
    'GET /workspaces/user': { body: [workspace] },
    [`GET /workspaces/${ids.workspace}`]: { body: workspace },
    [`GET /workspaces/project/${ids.project}`]: { body: workspace },
    [`GET ${entity}`]: { body: { ...body, role } },
    [`GET ${members}`]: {
      body: [member({ id: ids.ada, firstName: 'Ada', surname: 'Byron' }, role), member(bob, bobs)],
    },
    [`GET ${rolesPath}`]: { body: roles.map((id) => ({ id, name: id })) },
    ...(scope === 'project' && { [`GET ${scopes.workspace.members}`]: { body: [] } }),
    [`GET ${UPDATES}`]: { body: [] },
    ...more,
  });
}

/** The body of the first write; a page may also report its language at any time. */
export const bodyOf = (network: StubNetwork, method: string) =>
  network.calls.find((call) => call.method === method && !/^\/(auth|notifications)\//.test(call.path))?.body;
