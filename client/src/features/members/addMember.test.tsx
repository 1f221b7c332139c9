/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { randomUUID } from 'node:crypto';
import '#test/inlineStyles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ids, refusal, type StubNetwork } from '#test/network';
import { closeApp, openApp } from '#test/open';
import { paste } from '#test/paste';
import { bodyOf, cleo, later, member, type Scope, scopes, server } from './members.fixture';

afterEach(closeApp);

const LETTERED = '00000000-0000-4000-8000-0000000000ab';

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
    await paste(user, dialog.getByLabelText('Email or user ID'), ' cleo+x@example.org');
    await user.click(dialog.getByRole('combobox', { name: 'Role' }));
    await user.click(screen.getByRole('option', { name: 'Maintainer' }));
    await add();
    expect(await screen.findByText('User added')).toBeVisible();
    expect(bodyOf(network, 'POST')).toEqual({ userId: ids.cleo, roleId: 'maintainer' });
  });

  it('takes an id as it is', async () => {
    const network = server('workspace', 'owner', 'member', added);
    const { user, dialog, add } = await openDialog('workspace', network);
    await paste(user, dialog.getByLabelText('Email or user ID'), ids.cleo);
    await add();
    expect(await screen.findByText('User added')).toBeVisible();
    expect(bodyOf(network, 'POST')).toEqual({ userId: ids.cleo, roleId: 'member' });
    expect(network.made('GET /users')).toEqual([]);
  });

  it('shows nothing of a workspace behind the error that it is gone', async () => {
    const network = server('workspace', 'owner', 'member', added);
    const { user, dialog, add } = await openDialog('workspace', network);
    network.answer({ [`GET ${scopes.workspace.entity}`]: refusal(404, 'It is gone') });
    await paste(user, dialog.getByLabelText('Email or user ID'), ids.cleo);
    await add();
    expect(await screen.findByText(/It is gone/)).toBeVisible();
    expect(screen.queryByText('Bob Okafor')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add user' })).not.toBeInTheDocument();
  });

  it('says what is missing, and whom nobody knows', async () => {
    const network = server('workspace', 'owner', 'member', {
      'GET /users?email=nobody%40example.org': { body: [] },
    });
    const { user, dialog, add } = await openDialog('workspace', network);
    const input = dialog.getByLabelText('Email or user ID');
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
    const input = dialog.getByLabelText('Email or user ID');
    await paste(user, input, 'a@b.org');
    await add();
    expect(await dialog.findByText('Too many look-ups')).toBeVisible();
    await user.clear(input);
    await paste(user, input, ids.bob);
    await add();
    expect(await dialog.findByText('Already a member')).toBeVisible();
  });

  it('takes an error away with the person that it was about', async () => {
    const network = server('workspace', 'owner', 'member', {
      'GET /users?email=a%40b.org': refusal(429, 'Too many look-ups'),
      [`POST ${members}`]: refusal(409, 'Already a member'),
    });
    const { user, dialog, add } = await openDialog('workspace', network);
    const input = dialog.getByLabelText('Email or user ID');
    await paste(user, input, ids.bob);
    await add();
    await dialog.findByText('Already a member');
    await user.clear(input);
    expect(dialog.queryByText('Already a member')).not.toBeInTheDocument();
    await paste(user, input, 'a@b.org');
    await add();
    await dialog.findByText('Too many look-ups');
    await user.clear(input);
    expect(dialog.queryByText('Too many look-ups')).not.toBeInTheDocument();
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
    await paste(user, dialog.getByLabelText('Email or user ID'), 'cleo@example.org');
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

  it('offers the first hundred of many people, and finds the others by what is typed', async () => {
    const crowd = Array.from({ length: 150 }, (_, number) =>
      member({ id: randomUUID(), firstName: 'Sam', surname: `No. ${number}` }, 'member'),
    );
    const network = server('project', 'owner', 'member', { [eligible]: { body: crowd } });
    const { user, dialog } = await openDialog('project', network);
    const picker = dialog.getByRole('combobox', { name: /^Workspace member/ });
    await user.click(picker);
    expect(await screen.findAllByRole('option')).toHaveLength(100);
    await paste(user, picker, 'no. 149');
    expect(await screen.findByRole('option', { name: 'Sam No. 149' })).toBeVisible();
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

  it('selects the member whose id is pasted in capitals, before the members are known', async () => {
    const of = member({ ...cleo, id: LETTERED }, 'member');
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const network = server('project', 'owner', 'member', {
      ...added,
      [eligible]: async () => {
        await asked;
        return { body: [of] };
      },
    });
    const { user, dialog, add } = await openDialog('project', network);
    const picker = dialog.getByRole('combobox', { name: /^Workspace member/ });
    await paste(user, picker, ` ${LETTERED.toUpperCase()}`);
    act(answer);
    await waitFor(() => expect(picker).toHaveValue('Cleo Nkemelu'));
    await add();
    expect(await screen.findByText('User added')).toBeVisible();
    expect(bodyOf(network, 'POST')).toEqual({ userId: LETTERED, roleId: 'member' });
  });

  it('has no options when everyone is in, and asks for someone', async () => {
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
