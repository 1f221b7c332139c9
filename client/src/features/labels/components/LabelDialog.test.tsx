/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { Label } from '@livelane/shared/labels/label.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { ids, StubNetwork } from '#test/network';
import { closeApp, openApp } from '#test/open';

afterEach(closeApp);

const at = '2026-01-02T03:04:05.000Z';
const stamps = { createdBy: ids.ada, createdAt: at, updatedAt: at };
const workspace = {
  id: ids.workspace,
  name: 'Society',
  description: '',
  createdAt: at,
  updatedAt: at,
  role: 'owner',
  projects: [],
};
const path = `/workspaces/${ids.workspace}`;

it('is not taken for someone else’s change when it is undone: a name that the server trims', async () => {
  let bug: Label = { id: ids.sibling, workspaceId: ids.workspace, name: 'Bug', colour: 'red', ...stamps };
  const network = new StubNetwork({
    'GET /workspaces/user': { body: [workspace] },
    [`GET ${path}`]: { body: workspace },
    [`GET ${path}/labels`]: () => ({ body: [bug] }),
    [`PUT ${path}/labels/${bug.id}`]: ({ body }) => {
      bug = { ...bug, name: (body as { name: string }).name.trim() };
      return { body: bug };
    },
  });
  const { user } = await openApp(network, `/workspace/${ids.workspace}/labels`);
  await user.click(await screen.findByRole('button', { name: 'Edit label “Bug”' }));
  await user.type(await screen.findByLabelText('Name'), 's ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(bug.name).toBe('Bug'));
});

it('a new label keeps its id when it is saved again after a lost answer, and not when it has become another', async () => {
  const sentIds: unknown[] = [];
  const network = new StubNetwork({
    'GET /workspaces/user': { body: [workspace] },
    [`GET ${path}`]: { body: workspace },
    [`GET ${path}/labels`]: { body: [] },
    [`POST ${path}/labels`]: ({ body }) => {
      sentIds.push((body as Label).id);
      throw new TypeError('Failed to fetch');
    },
  });
  const { user } = await openApp(network, `/workspace/${ids.workspace}/labels`);
  const [add] = await screen.findAllByRole('button', { name: 'New label' });
  if (add) await user.click(add);
  const dialog = within(await screen.findByRole('dialog'));
  const save = async (attempts: number) => {
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sentIds).toHaveLength(attempts));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled());
  };
  await user.type(dialog.getByLabelText('Name'), 'Bug');
  await save(1);
  await save(2);
  await user.type(dialog.getByLabelText('Name'), 's');
  await save(3);
  expect([sentIds[1] === sentIds[0], sentIds[2] === sentIds[0]]).toEqual([true, false]);
});

it('saves only what was edited, and takes only that back: others may change the rest', async () => {
  let bug: Label = { id: ids.sibling, workspaceId: ids.workspace, name: 'Bug', colour: 'red', ...stamps };
  const network = new StubNetwork({
    'GET /workspaces/user': { body: [workspace] },
    [`GET ${path}`]: { body: workspace },
    [`GET ${path}/labels`]: () => ({ body: [bug] }),
    [`PUT ${path}/labels/${bug.id}`]: ({ body }) => {
      bug = { ...bug, ...(body as Partial<Label>) };
      return { body: bug };
    },
  });
  const changes = () => network.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const { user } = await openApp(network, `/workspace/${ids.workspace}/labels`);
  await user.click(await screen.findByRole('button', { name: 'Edit label “Bug”' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: 'Blue' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes()).toEqual([{ colour: 'blue' }]));
  bug = { ...bug, name: 'Fault' };
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changes()).toEqual([{ colour: 'blue' }, { colour: 'red' }]));
});
