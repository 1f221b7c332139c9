/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, waitFor, within } from '@testing-library/react';
import { ids, refusal } from '#test/network';
import { closeApp, openApp, place } from '#test/open';
import { paste } from '#test/paste';
import { network, project, projectPath, workspace, workspacePath } from './workspaces.fixture';

afterEach(closeApp);

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
