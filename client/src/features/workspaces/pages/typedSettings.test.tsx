/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, waitFor } from '@testing-library/react';
import { ids, StubNetwork } from '#test/network';
import { closeApp, openApp } from '#test/open';

afterEach(() => {
  closeApp();
  sessionStorage.clear();
});

const workspace = { id: ids.workspace, name: 'Engines', description: 'Brass', role: 'owner', projects: [] };
const call = `/workspaces/${ids.workspace}`;
const page = `/workspace/${ids.workspace}/settings`;
const network = () =>
  new StubNetwork({
    'GET /workspaces/user': { body: [workspace] },
    [`GET ${call}`]: { body: workspace },
    [`PUT ${call}`]: ({ body }) => ({ body: { ...workspace, ...(body as object) } }),
  });
const description = () => screen.findByLabelText('Description');

/** Opens the settings, as after another page. */
async function open(net: StubNetwork) {
  closeApp();
  return (await openApp(net, page)).user;
}

test('what is typed in settings is there again after another page, and the rest is as it is stored', async () => {
  const net = network();
  const user = await open(net);
  await user.type(await description(), ' and steel');
  net.answer({ [`GET ${call}`]: { body: { ...workspace, name: 'Machines' } } });
  await open(net);
  expect(await description()).toHaveValue('Brass and steel');
  expect(screen.getByLabelText('Name')).toHaveValue('Machines');
});

test('what is saved, or typed back, is kept no longer', async () => {
  const net = network();
  const user = await open(net);
  await user.type(await description(), '!{Backspace}');
  await user.type(screen.getByLabelText('Name'), ' 2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(net.made('PUT')).toHaveLength(1));
  await screen.findByText('Workspace updated');
  net.answer({ [`GET ${call}`]: { body: { ...workspace, name: 'Motors', description: 'Copper' } } });
  await open(net);
  expect(await description()).toHaveValue('Copper');
  expect(screen.getByLabelText('Name')).toHaveValue('Motors');
});
