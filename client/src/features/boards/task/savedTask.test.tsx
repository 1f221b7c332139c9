/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { type Answer, ids, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp } from '#test/open';

afterEach(closeApp);
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  // jsdom lays nothing out: a column without a height shows no cards.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
});

const at = '2026-01-02T03:04:05.000Z';

/** Opens a board with one card, and saves a new title of it in its dialog; the server answers when the test says so. */
async function save() {
  const card = task({ title: 'Paint' });
  const shop = { id: PROJECT, name: 'Shop', description: '', workspaceId: ids.workspace, role: 'member' };
  let answer: (answer: Answer) => void = () => undefined;
  const network = new StubNetwork({
    'GET /healthz': { body: {} },
    [`GET /kanban/project/${PROJECT}`]: { body: { ...snapshot(1, [card]), role: 'member' } },
    [`GET /projects/${PROJECT}`]: { body: { ...shop, createdAt: at, updatedAt: at } },
    [`PUT /tasks/${card.id}`]: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const { user } = await openApp(network, `/project/${PROJECT}`);
  await user.click(await screen.findByRole('group', { name: 'Paint' }));
  const title = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(title);
  await user.type(title, 'Sand');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(network.made('PUT')).toHaveLength(1));
  return { user, refuse: () => act(async () => answer(refusal(409, 'Full.', { code: 'wip_limit' }))) };
}

test('R18 a save that is refused after its dialog has closed is listed, and its user is told', async () => {
  const { user, refuse } = await save();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('group', { name: 'Sand' })).toBeInTheDocument();
  await refuse();
  expect(await screen.findByRole('group', { name: 'Paint' })).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: '1 change not saved' }));
  expect(await screen.findByRole('dialog', { name: 'Changes not saved' })).toHaveTextContent('Sand');
});

test('a save that is refused while its dialog is open is explained there alone', async () => {
  const { refuse } = await save();
  await refuse();
  expect(await screen.findByText('Full.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Sand');
  expect(screen.queryByRole('button', { name: /not saved/ })).not.toBeInTheDocument();
});
