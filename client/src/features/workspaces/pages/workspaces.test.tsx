/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ids, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';
import { paste } from '#test/paste';

afterEach(closeApp);

const at = '2026-01-02T03:04:05.000Z';
const project = {
  id: ids.project,
  name: 'Difference Engine',
  description: 'Brass',
  workspaceId: ids.workspace,
  role: 'owner',
};
const sibling = { ...project, id: ids.sibling, name: 'Notes' };
const workspace = {
  id: ids.workspace,
  name: 'Analytical Society',
  description: 'Engines and notes',
  createdAt: at,
  updatedAt: at,
  role: 'owner',
  projects: [project, sibling],
};
const workspacePath = `/workspaces/${ids.workspace}`;
const projectPath = `/projects/${ids.project}`;

const network = (more: ConstructorParameters<typeof StubNetwork>[0] = {}) =>
  new StubNetwork({
    'GET /workspaces/user': { body: [workspace] },
    [`GET ${workspacePath}`]: { body: workspace },
    [`GET /workspaces/project/${ids.project}`]: { body: workspace },
    [`GET ${projectPath}`]: { body: project },
    ...more,
  });

describe('list of workspaces (specification section 2)', () => {
  it('shows name, id and projects on each card, shortened to 10 characters; a click opens it', async () => {
    const { user } = await openApp(network(), '/workspaces');
    const card = await screen.findByRole('link', { name: 'Open workspace Analytical Society' });
    expect(within(card).getByText('Analytical…')).toBeVisible();
    expect(within(card).getByText(ids.workspace)).toBeVisible();
    expect(within(card).getByText('Diffe…')).toBeVisible();
    expect(within(card).getByText('Notes')).toBeVisible();
    await user.click(card);
    expect(await screen.findByRole('heading', { name: 'Analytical Society' })).toBeVisible();
    expect(place()).toBe(workspacePath);
  });

  it('says what to do when there is none', async () => {
    await openApp(network({ 'GET /workspaces/user': { body: [] } }), '/workspaces');
    expect(await screen.findByText('No workspaces yet')).toBeVisible();
  });

  it('shows a load error at the top, and tries again', async () => {
    const failing = network({ 'GET /workspaces/user': refusal(404, 'Gone') });
    const { user } = await openApp(failing, '/workspaces');
    expect(await screen.findByRole('alert')).toHaveTextContent('Error fetching workspaces of user. Gone');
    failing.answer({ 'GET /workspaces/user': { body: [workspace] } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Analytical…')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('creates one in a dialog, which needs name and description, and enters it', async () => {
    const net = network({ 'POST /workspaces': { status: 201, body: workspace } });
    const { user } = await openApp(net, '/workspaces');
    await user.click(await screen.findByRole('button', { name: 'new workspace' }));
    const dialog = screen.getByRole('dialog', { name: 'new workspace' });
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await within(dialog).findByText('Name is required!')).toBeVisible();
    expect(within(dialog).getByText('Description is required!')).toBeVisible();
    expect(net.made('POST')).toEqual([]);
    await paste(user, within(dialog).getByLabelText('Name'), 'Society');
    await paste(user, within(dialog).getByLabelText('Description'), 'Learned');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(place()).toBe(workspacePath));
    expect(await screen.findByRole('heading', { name: 'Analytical Society' })).toBeVisible();
    expect(net.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Society',
      description: 'Learned',
    });
  });

  it('keeps the dialog and its text when the server refuses', async () => {
    const { user } = await openApp(
      network({ 'POST /workspaces': refusal(400, 'Name is too odd') }),
      '/workspaces',
    );
    await user.click(await screen.findByRole('button', { name: 'new workspace' }));
    await user.type(screen.getByLabelText('Name'), 'N');
    await user.type(screen.getByLabelText('Description'), 'D');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Name is too odd');
    expect(screen.getByLabelText('Name')).toHaveValue('N');
  });
});

describe('workspace (specification section 2)', () => {
  it('shows name, description and its projects with their ids', async () => {
    await openApp(network(), workspacePath);
    expect(await screen.findByRole('heading', { name: 'Analytical Society' })).toBeVisible();
    expect(screen.getByText('Engines and notes')).toBeVisible();
    const card = screen.getByRole('link', { name: 'Open project Difference Engine' });
    expect(card).toHaveAttribute('href', `/project/${ids.project}`);
    expect(within(card).getByText('Difference…')).toBeVisible();
    expect(within(card).getByText(ids.project)).toBeVisible();
  });

  it('says "no projects" when there is none, creates one and enters it', async () => {
    const net = network({
      [`GET ${workspacePath}`]: { body: { ...workspace, projects: [] } },
      'POST /projects': { status: 201, body: project },
    });
    const { user } = await openApp(net, workspacePath);
    expect(await screen.findByText('no projects')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'new project' }));
    await paste(user, screen.getByLabelText('Name'), 'Engine');
    await paste(user, screen.getByLabelText('Description'), 'Brass');
    net.answer({ [`GET ${workspacePath}`]: { body: workspace } });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(place()).toBe(`/project/${ids.project}`));
    expect(net.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Engine',
      description: 'Brass',
      workspaceId: ids.workspace,
    });
  });

  it('shows its load error at the top', async () => {
    await openApp(network({ [`GET ${workspacePath}`]: refusal(404, 'Not found') }), workspacePath);
    expect(await screen.findByRole('alert')).toHaveTextContent('Error fetching workspace. Not found');
  });
});

it('shows a workspace as the list of workspaces has it while the server cannot be reached', async () => {
  const { user, network: net } = await openApp(network(), '/workspaces');
  const open = await screen.findByRole('link', { name: /Open workspace/ });
  net.isDown = true;
  await user.click(open);
  expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: /Difference Engine/ })).toBeVisible();
  const [panel] = screen.getAllByRole('navigation', { name: 'Side panel' });
  expect(within(panel as HTMLElement).getByRole('link', { name: 'Notes' })).toBeVisible();
});

it.each([
  ['Project', workspacePath, 'new project'],
  ['Label', `/workspace/${ids.workspace}/labels`, 'New label'],
])('shows nothing of a workspace behind the error that it is gone: %ss', async (_, page, button) => {
  const label = {
    id: '5e1b0a5c-6a0e-4b53-9d0c-0d2f6a1c7e01',
    workspaceId: ids.workspace,
    name: 'Brass',
    colour: 'blue',
  };
  const net = network({ [`GET ${workspacePath}/labels`]: { body: [label] } });
  await openApp(net, page);
  expect(await screen.findByRole('button', { name: button })).toBeVisible();
  expect(await screen.findByText(/^Brass|Engines and notes$/)).toBeVisible();
  net.answer({ [`GET ${workspacePath}`]: refusal(404, 'It is gone') });
  // Long enough for the page to read it again when it gets the focus.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  expect(await screen.findByText(/It is gone/)).toBeVisible();
  expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument();
  expect(screen.queryByText(/^Brass|Engines and notes$/)).not.toBeInTheDocument();
});

describe('side panel (specification section 2)', () => {
  const panel = () =>
    screen.findAllByRole('navigation', { name: 'Side panel' }).then(([first]) => first as HTMLElement);

  it('links to settings and users and lists the projects of the workspace', async () => {
    await openApp(network(), workspacePath);
    const nav = await panel();
    await within(nav).findByRole('link', { name: 'Notes' });
    const links = within(nav)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
    expect(links).toEqual([
      ['Workspace', workspacePath],
      ['Settings', `/workspace/${ids.workspace}/settings`],
      ['Users', `/workspace/${ids.workspace}/users`],
      ['Labels', `/workspace/${ids.workspace}/labels`],
      ['Difference Engine', `/project/${ids.project}`],
      ['Notes', `/project/${ids.sibling}`],
    ]);
  });

  it('puts settings and users of a project beneath its name; collapsed, projects are letters', async () => {
    const { user } = await openApp(network(), `/project/${ids.project}/settings`);
    const nav = await panel();
    await within(nav).findByRole('link', { name: 'Notes' });
    const labels = () =>
      within(nav)
        .getAllByRole('link')
        .map((link) => link.getAttribute('aria-label'));
    expect(labels()).toEqual(['Workspace', 'Difference Engine', 'Settings', 'Users', 'Notes']);
    expect(within(nav).getByRole('link', { name: 'Users' })).toHaveAttribute(
      'href',
      `/project/${ids.project}/users`,
    );
    await user.click(within(nav).getByRole('button', { name: 'Close side panel' }));
    expect(within(nav).getByRole('link', { name: 'Difference Engine' })).toHaveTextContent(/^D$/);
    expect(within(nav).getByRole('link', { name: 'Notes' })).toHaveTextContent(/^N$/);
  });

  it('is open at first; collapsed on one screen, it is so on the others', async () => {
    const { user } = await openApp(network(), workspacePath);
    const toggle = within(await panel()).getByRole('button');
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await user.click(toggle);
    await user.click(within(await panel()).getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { name: 'Workspace settings' });
    expect(within(await panel()).getByRole('button', { name: 'Open side panel' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
  });
});

describe.each([
  {
    what: 'workspace',
    page: `/workspace/${ids.workspace}/settings`,
    call: workspacePath,
    body: workspace,
    updated: 'Workspace updated',
    refused: 'error updating workspace',
    saveError: 'error updating workspace: Not now',
    deleted: 'Workspace deleted',
    afterwards: '/workspaces',
  },
  {
    what: 'project',
    page: `/project/${ids.project}/settings`,
    call: projectPath,
    body: project,
    updated: 'Project updated',
    refused: 'error updating project',
    saveError: 'Error updating project: Not now',
    deleted: 'Project deleted',
    afterwards: workspacePath,
  },
])('settings of a $what (specification sections 2, 4 and 5)', (given) => {
  const { what, page, call, body, updated, refused, saveError, deleted, afterwards } = given;
  const name = () => screen.findByLabelText('Name');

  it('saves name and description', async () => {
    const net = network({ [`PUT ${call}`]: { body } });
    const { user } = await openApp(net, page);
    expect(await name()).toHaveValue(body.name);
    await user.clear(await name());
    await paste(user, await name(), 'Another');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(updated)).toBeVisible();
    expect(net.calls.find(({ method, path }) => method === 'PUT' && path === call)?.body).toEqual({
      name: 'Another',
      description: body.description,
    });
  });

  it.each(['Name', 'Description'])('refuses an empty %s with a toast', async (label) => {
    const { user, network: net } = await openApp(network(), page);
    await user.clear(await screen.findByLabelText(label));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(refused)).toBeVisible();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(`${label} is required`);
    // A slow page may also have saved the reader's language by now.
    expect(net.made(`PUT ${call}`)).toEqual([]);
  });

  it('shows in red why saving failed', async () => {
    const { user } = await openApp(network({ [`PUT ${call}`]: refusal(400, 'Not now') }), page);
    await user.type(await name(), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(saveError);
  });

  it('deletes after a confirmation and leaves', async () => {
    const net = network({ [`DELETE ${call}`]: { status: 204 } });
    const { user } = await openApp(net, page);
    await user.click(await screen.findByRole('button', { name: `Delete ${what}` }));
    expect(net.made('DELETE')).toEqual([]);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: `Delete ${what}` }));
    expect(await screen.findByText(deleted)).toBeVisible();
    await waitFor(() => expect(place()).toBe(afterwards));
    expect(net.made('DELETE')).toEqual([`DELETE ${call}`]);
  });

  it('stays with the text of the server when deleting failed', async () => {
    const { user } = await openApp(network({ [`DELETE ${call}`]: refusal(409, 'Still needed') }), page);
    await user.click(await screen.findByRole('button', { name: `Delete ${what}` }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: `Delete ${what}` }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Still needed');
    expect(place()).toBe(page);
  });

  it('asks again without the error of an earlier attempt', async () => {
    const { user } = await openApp(network({ [`DELETE ${call}`]: refusal(409, 'Still needed') }), page);
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: `Delete ${what}` }));
      return within(screen.getByRole('dialog'));
    };
    const dialog = await open();
    await user.click(dialog.getByRole('button', { name: `Delete ${what}` }));
    await dialog.findByText('Still needed');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await open()).queryByText('Still needed')).not.toBeInTheDocument();
  });

  it('are not shown any longer once it is gone', async () => {
    const net = network({ [`PUT ${call}`]: { body } });
    const { user } = await openApp(net, page);
    await name();
    net.answer({ [`GET ${call}`]: refusal(404, 'Not found') });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Not found/)).toBeVisible();
    expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: `Delete ${what}` })).not.toBeInTheDocument();
  });

  it.each([
    ['owner', true, true],
    ['maintainer', true, false],
    ['member', false, false],
  ])('follows the rights of a %s', async (role, mayEdit, mayDelete) => {
    const net = network({ [`GET ${call}`]: { body: { ...body, role } } });
    const { user } = await openApp(net, page);
    // Read-only rather than disabled: whoever may not change a text can still read and copy it.
    expect(await name()).toBeEnabled();
    expect((await name()).hasAttribute('readonly')).toBe(!mayEdit);
    expect(screen.getByLabelText('Description').hasAttribute('readonly')).toBe(!mayEdit);
    expect(screen.queryByRole('button', { name: 'Save' }) !== null).toBe(mayEdit);
    if (!mayEdit) await user.type(await name(), '{Enter}');
    expect(net.made(`PUT ${call}`)).toEqual([]);
    expect(screen.queryByRole('button', { name: `Delete ${what}` }) !== null).toBe(mayDelete);
    const isExplained = screen.queryByText(/lets you read these settings, not change them/) !== null;
    expect(isExplained).toBe(!mayEdit);
  });

  it('that cannot be loaded say so, and the side panel does not wait for ever', async () => {
    const gone = refusal(404, 'Not found');
    const net = network({
      [`GET ${call}`]: gone,
      [`GET ${workspacePath}`]: gone,
      [`GET /workspaces/project/${ids.project}`]: gone,
    });
    await openApp(net, page);
    expect(await screen.findByRole('alert')).toHaveTextContent('Not found');
    await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeNull());
  });
});
