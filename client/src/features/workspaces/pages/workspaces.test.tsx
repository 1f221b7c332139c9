/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ids, refusal } from '#test/network';
import { closeApp, openApp, place } from '#test/open';
import { paste } from '#test/paste';
import { network, project, workspace, workspacePath } from './workspaces.fixture';

afterEach(closeApp);

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
