/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, waitFor, within } from '@testing-library/react';
import { ids, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';
import { paste } from '#test/paste';

afterEach(closeApp);

const at = '2026-01-02T03:04:05.000Z';
const later = '2026-02-03T04:05:06.000Z';
const bob = { id: ids.bob, firstName: 'Bob', surname: 'Okafor' };
const cleo = { id: ids.cleo, firstName: 'Cleo', surname: 'Nkemelu' };
const member = (user: object, roleId: string) => ({ user, roleId, createdAt: at, updatedAt: later });
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

const scopes = {
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
type Scope = keyof typeof scopes;
const UPDATES = `/workspaceUsers/updates/${ids.workspace}`;

/** The server of a workspace and project with Ada in `role` and Bob in `bobs`. */
function server(scope: Scope, role = 'owner', bobs = 'member', more: object = {}) {
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

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('li');
  if (!row) throw new Error(`no row of ${name}`);
  return within(row);
};
/** The body of the first write; a page may also report its language at any time. */
const bodyOf = (network: StubNetwork, method: string) =>
  network.calls.find((call) => call.method === method && !/^\/(auth|notifications)\//.test(call.path))?.body;

describe.each(['workspace', 'project'] as const)('users of a %s (specification section 2)', (scope) => {
  const { page, members, roles } = scopes[scope];

  it('shows each member with role, both dates and a delete button', async () => {
    await openApp(server(scope), page);
    const row = await rowOf('Bob Okafor');
    expect(row.getByRole('combobox', { name: 'Role of Bob Okafor' })).toHaveTextContent('Member');
    expect(row.getByText(/2 Jan 2026/)).toBeVisible();
    expect(row.getByText(/3 Feb 2026/)).toBeVisible();
    expect(row.getByRole('button', { name: 'Remove Bob Okafor' })).toBeEnabled();
  });

  it('offers the roles that the server lists, translated, and changes one at once', async () => {
    const network = server(scope, 'owner', 'member', {
      [`PUT ${members}`]: { body: member(bob, 'maintainer') },
    });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(roles.length));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(
      roles.map((role) => role[0]?.toUpperCase() + role.slice(1)),
    );
    await user.click(screen.getByRole('option', { name: 'Maintainer' }));
    expect(await screen.findByText('Role changed')).toBeVisible();
    expect(bodyOf(network, 'PUT')).toEqual({ userId: ids.bob, roleId: 'maintainer' });
    await waitFor(() => expect(network.made(`GET ${members}`)).toHaveLength(2));
  });

  it('tells in a toast why a role was not changed', async () => {
    const network = server(scope, 'owner', 'member', { [`PUT ${members}`]: refusal(409, 'The last owner') });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: 'Owner' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('ErrorThe last owner');
  });

  it('removes a member after a confirmation', async () => {
    const path = `${members}/${ids.bob}`;
    const network = server(scope, 'owner', 'member', { [`DELETE ${path}`]: { status: 204 } });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('button', { name: 'Remove Bob Okafor' }));
    expect(network.made('DELETE')).toEqual([]);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('User deleted')).toBeVisible();
    expect(network.made('DELETE')).toEqual([`DELETE ${path}`]);
  });

  it('tells why a member was not removed', async () => {
    const network = server(scope, 'owner', 'owner', {
      [`DELETE ${members}/${ids.bob}`]: refusal(409, 'The last owner'),
    });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('button', { name: 'Remove Bob Okafor' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Error deleting usererror delete user: The last owner',
    );
  });

  it('goes to the workspaces after one has removed oneself', async () => {
    const network = server(scope, 'member', 'owner', { [`DELETE ${members}/${ids.ada}`]: { status: 204 } });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Ada Byron')).getByRole('button', { name: 'Remove Ada Byron' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(place()).toBe('/workspaces'));
  });

  it.each([
    // own role, Bob's role, may change Bob, may add
    ['owner', 'owner', true, true],
    ['maintainer', 'member', true, true],
    ['maintainer', 'maintainer', false, true],
    ['maintainer', 'owner', false, true],
    ['member', 'member', false, false],
  ])('follows the rights of a %s over a %s', async (role, bobs, mayChange, mayAdd) => {
    await openApp(server(scope, role, bobs), page);
    const row = await rowOf('Bob Okafor');
    expect(row.getByRole('combobox').getAttribute('aria-disabled') !== 'true').toBe(mayChange);
    expect(row.getByRole<HTMLButtonElement>('button', { name: 'Remove Bob Okafor' }).disabled).toBe(
      !mayChange,
    );
    expect(screen.queryByRole('button', { name: 'Add user' }) !== null).toBe(mayAdd);
    const reason = mayChange ? '' : 'Your role does not allow you to change this member';
    expect(row.getByRole('combobox')).toHaveAccessibleDescription(reason);
    expect(row.getByRole('button')).toHaveAccessibleDescription(reason);
  });

  it('lets everybody leave, and the last owner neither leave nor step down, with the reason', async () => {
    const lastOwner = 'The last owner can neither leave nor be given a lower role';
    await openApp(server(scope), page);
    const row = await rowOf('Ada Byron');
    for (const control of [row.getByRole('combobox'), row.getByRole('button')]) {
      expect(control).toHaveAccessibleDescription(lastOwner);
    }
    expect(row.getByRole('button')).toBeDisabled();
    expect(row.getByRole('combobox')).toHaveAttribute('aria-disabled', 'true');

    closeApp();
    await openApp(server(scope, 'owner', 'owner'), page);
    expect((await rowOf('Ada Byron')).getByRole('button')).toBeEnabled();

    closeApp();
    await openApp(server(scope, 'member'), page);
    const own = await rowOf('Ada Byron');
    expect(own.getByRole('button', { name: 'Remove Ada Byron' })).toBeEnabled();
    expect(own.getByRole('combobox')).toHaveAttribute('aria-disabled', 'true');
  });

  it('lets a maintainer give no role above their own', async () => {
    const { user } = await openApp(server(scope, 'maintainer'), page);
    await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
    expect(await screen.findByRole('option', { name: 'Owner' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('option', { name: 'Maintainer' })).not.toHaveAttribute('aria-disabled', 'true');
  });
});

it('ranks a member of a project by what the workspace gives them too', async () => {
  const network = server('project', 'maintainer', 'member', {
    [`GET ${scopes.workspace.members}`]: { body: [member(bob, 'maintainer')] },
  });
  await openApp(network, scopes.project.page);
  const row = await rowOf('Bob Okafor');
  await waitFor(() => expect(row.getByRole('button')).toBeDisabled());
  expect(row.getByRole('combobox')).toHaveTextContent('Member');
});

it('tells what becomes of someone who is made a viewer, before it happens', async () => {
  const path = scopes.project.members;
  const network = server('project', 'owner', 'member', { [`PUT ${path}`]: { body: member(bob, 'viewer') } });
  const { user } = await openApp(network, scopes.project.page);
  await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'Viewer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Bob Okafor a viewer of “Engine”?' }));
  expect(dialog.getByText(/are unassigned from all its tasks/)).toBeVisible();
  expect(network.made(`PUT ${path}`)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Make viewer' }));
  expect(await screen.findByText('Role changed')).toBeVisible();
  expect(bodyOf(network, 'PUT')).toEqual({ userId: ids.bob, roleId: 'viewer' });
});

const openDialog = async (scope: Scope, network: StubNetwork) => {
  const { user } = await openApp(network, scopes[scope].page);
  await user.click(await screen.findByRole('button', { name: 'Add user' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add a user' }));
  return { user, dialog, add: () => user.click(dialog.getByRole('button', { name: 'Add user' })) };
};

describe('adding a user to a workspace', () => {
  const { members } = scopes.workspace;
  const added = { [`POST ${members}`]: { status: 201, body: member(cleo, 'member') } };

  it('finds the person by email', async () => {
    const network = server('workspace', 'owner', 'member', {
      ...added,
      'GET /users?email=cleo%2Bx%40example.org': { body: [cleo] },
    });
    const { user, dialog, add } = await openDialog('workspace', network);
    await paste(user, dialog.getByLabelText('Email or user id'), ' cleo+x@example.org');
    await user.click(dialog.getByRole('combobox', { name: 'Role' }));
    await user.click(screen.getByRole('option', { name: 'Maintainer' }));
    await add();
    expect(await screen.findByText('User added')).toBeVisible();
    expect(bodyOf(network, 'POST')).toEqual({ userId: ids.cleo, roleId: 'maintainer' });
  });

  it('takes an id as it is', async () => {
    const network = server('workspace', 'owner', 'member', added);
    const { user, dialog, add } = await openDialog('workspace', network);
    await paste(user, dialog.getByLabelText('Email or user id'), ids.cleo);
    await add();
    expect(await screen.findByText('User added')).toBeVisible();
    expect(bodyOf(network, 'POST')).toEqual({ userId: ids.cleo, roleId: 'member' });
    expect(network.made('GET /users')).toEqual([]);
  });

  it('says what is missing, and whom nobody knows', async () => {
    const network = server('workspace', 'owner', 'member', {
      'GET /users?email=nobody%40example.org': { body: [] },
    });
    const { user, dialog, add } = await openDialog('workspace', network);
    const input = dialog.getByLabelText('Email or user id');
    await add();
    await waitFor(() => expect(input).toHaveAccessibleDescription('User ID is required'));
    await paste(user, input, 'nobody@example.org');
    await add();
    await waitFor(() => expect(input).toHaveAccessibleDescription('Nobody is registered with this email'));
    expect(network.made('POST')).toEqual([]);
  });

  it('shows in red why it failed: the look-up or the addition', async () => {
    const network = server('workspace', 'owner', 'member', {
      'GET /users?email=a%40b.org': refusal(429, 'Too many look-ups'),
      [`POST ${members}`]: refusal(409, 'Already a member'),
    });
    const { user, dialog, add } = await openDialog('workspace', network);
    const input = dialog.getByLabelText('Email or user id');
    await paste(user, input, 'a@b.org');
    await add();
    expect(await dialog.findByText('Too many look-ups')).toBeVisible();
    await user.clear(input);
    await paste(user, input, ids.bob);
    await add();
    expect(await dialog.findByText('Already a member')).toBeVisible();
  });
});

describe('one dialog adds a person to workspace and project', () => {
  const posts = (network: StubNetwork) =>
    network.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  const eligible = { [`GET /workspaceUsers/project/${ids.project}`]: { body: [] } };
  const found = { 'GET /users?email=cleo%40example.org': { body: [cleo] } };
  const added = { status: 201, body: member(cleo, 'member') };

  it('from the project: who is not in the workspace joins both', async () => {
    const network = server('project', 'owner', 'member', {
      ...eligible,
      ...found,
      [`POST ${scopes.workspace.members}`]: added,
      [`POST ${scopes.project.members}`]: added,
    });
    const { user, dialog, add } = await openDialog('project', network);
    const picker = await dialog.findByRole('combobox', { name: 'Workspace member or email address' });
    await paste(user, picker, 'cleo@example.org');
    await add();
    expect(await screen.findByText('User added')).toBeVisible();
    expect(posts(network)).toEqual([
      [scopes.workspace.members, { userId: ids.cleo, roleId: 'member' }],
      [scopes.project.members, { userId: ids.cleo, roleId: 'member' }],
    ]);
  });

  it('from the workspace, with a role in each; a member of the workspace joins the project alone', async () => {
    const network = server('workspace', 'owner', 'member', {
      ...found,
      [`GET ${scopes.project.rolesPath}`]: {
        body: scopes.project.roles.map((id) => ({ id, name: id })),
      },
      [`POST ${scopes.workspace.members}`]: refusal(409, 'Already', { code: 'already_member' }),
      [`POST ${scopes.project.members}`]: added,
    });
    const { user, dialog, add } = await openDialog('workspace', network);
    await paste(user, dialog.getByLabelText('Email or user id'), 'cleo@example.org');
    await user.click(dialog.getByRole('combobox', { name: 'Add to a project too' }));
    await user.click(screen.getByRole('option', { name: 'Engine' }));
    await user.click(dialog.getByRole('combobox', { name: 'Role in the project' }));
    await user.click(await screen.findByRole('option', { name: 'Viewer' }));
    await add();
    expect(await screen.findByText('User added')).toBeVisible();
    expect(posts(network)[1]).toEqual([scopes.project.members, { userId: ids.cleo, roleId: 'viewer' }]);
  });

  it('whom nobody knows is invited in the same place, to the project too', async () => {
    const invitation = { id: ids.sibling, url: 'https://example.org/invitation#abc', expiresAt: later };
    const network = server('project', 'owner', 'member', {
      ...eligible,
      'GET /users?email=new%40example.org': { body: [] },
      [`POST /workspaces/${ids.workspace}/invitations`]: { status: 201, body: invitation },
    });
    const { user, dialog, add } = await openDialog('project', network);
    await paste(user, await dialog.findByRole('combobox', { name: /or email address/ }), 'new@example.org');
    await add();
    await user.click(
      within(await dialog.findByRole('alert')).getByRole('button', { name: 'Invite by link' }),
    );
    const invite = within(screen.getByRole('form', { name: 'Invite people' }));
    expect(invite.getByLabelText('Email (optional)')).toHaveValue('new@example.org');
    await user.click(invite.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByDisplayValue(invitation.url)).toBeVisible();
    expect(posts(network).at(-1)).toEqual([
      `/workspaces/${ids.workspace}/invitations`,
      { roleId: 'member', projectId: ids.project, projectRoleId: 'member', email: 'new@example.org' },
    ]);
  });
});

describe('adding a user to a project (specification section 5)', () => {
  const eligible = `GET /workspaceUsers/project/${ids.project}`;
  const added = { [`POST ${scopes.project.members}`]: { status: 201, body: member(cleo, 'member') } };

  it('offers only the members of the workspace who are not in the project', async () => {
    const network = server('project', 'owner', 'member', {
      ...added,
      [eligible]: { body: [member(cleo, 'member')] },
    });
    const { user, dialog, add } = await openDialog('project', network);
    await user.click(dialog.getByRole('combobox', { name: /^Workspace member/ }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Cleo Nkemelu',
    ]);
    await user.click(screen.getByRole('option', { name: 'Cleo Nkemelu' }));
    await add();
    expect(await screen.findByText('User added')).toBeVisible();
    expect(bodyOf(network, 'POST')).toEqual({ userId: ids.cleo, roleId: 'member' });
  });

  it('selects the member whose id is typed', async () => {
    const network = server('project', 'owner', 'member', {
      ...added,
      [eligible]: { body: [member(cleo, 'member')] },
    });
    const { user, dialog, add } = await openDialog('project', network);
    const picker = dialog.getByRole('combobox', { name: /^Workspace member/ });
    await user.click(picker);
    await screen.findByRole('option', { name: 'Cleo Nkemelu' });
    await paste(user, picker, ids.cleo);
    await waitFor(() => expect(picker).toHaveValue('Cleo Nkemelu'));
    await add();
    expect(await screen.findByText('User added')).toBeVisible();
    expect(bodyOf(network, 'POST')).toEqual({ userId: ids.cleo, roleId: 'member' });
  });

  it('has no options when everybody is in, and asks for someone', async () => {
    const network = server('project', 'owner', 'member', { [eligible]: { body: [] } });
    const { user, dialog, add } = await openDialog('project', network);
    const picker = dialog.getByRole('combobox', { name: /^Workspace member/ });
    await user.click(picker);
    expect(await screen.findByText(/^Everyone in the workspace is in this project already/)).toBeVisible();
    expect(await screen.findByText('No options')).toBeVisible();
    await user.keyboard('{Escape}');
    await add();
    await waitFor(() => expect(picker).toHaveAccessibleDescription('User ID is required'));
    expect(network.made('POST')).toEqual([]);
  });
});

describe('a changed role that very many projects are told of', () => {
  it('shows how far they have come until all of them are', async () => {
    const { members, page } = scopes.workspace;
    const network = server('workspace', 'owner', 'member', {
      [`PUT ${members}`]: () => {
        network.answer({ [`GET ${UPDATES}`]: { body: [{ userId: ids.bob, done: 120, total: 500 }] } });
        return { body: member(bob, 'maintainer') };
      },
    });
    const { user } = await openApp(network, page);
    await user.click((await rowOf('Bob Okafor')).getByRole('combobox'));
    expect(screen.queryByText(/^Updating/)).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'Maintainer' }));
    expect(await screen.findByText('Updating 500 projects: 120 done')).toBeVisible();
    network.answer({ [`GET ${UPDATES}`]: { body: [] } });
    await waitFor(() => expect(screen.queryByText(/^Updating/)).toBeNull(), { timeout: 10_000 });
  });

  it('is not asked for by those who may change nobody', async () => {
    const network = server('workspace', 'member');
    await openApp(network, scopes.workspace.page);
    await rowOf('Bob Okafor');
    expect(network.made(`GET ${UPDATES}`)).toEqual([]);
  });
});
