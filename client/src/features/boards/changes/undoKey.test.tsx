/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { ids, StubNetwork } from '#test/network';
import { closeApp, openApp } from '#test/open';

afterEach(closeApp);
beforeEach(() => {
  sessionStorage.clear();
  globalThis.indexedDB = new IDBFactory();
  // jsdom lays nothing out: a column without a height shows no cards.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
  Element.prototype.scrollTo = () => undefined;
});

const at = '2026-01-02T03:04:05.000Z';
const card = task({ title: 'Paint' });

const undo = (user: UserEvent) => user.keyboard('{Control>}z{/Control}');

test('Ctrl+Z after quick adds takes back the last new task, then the one before', async () => {
  const shop = { id: PROJECT, name: 'Shop', description: '', workspaceId: ids.workspace, role: 'member' };
  const network = new StubNetwork({
    'GET /healthz': { body: {} },
    [`GET /kanban/project/${PROJECT}`]: { body: { ...snapshot(1, [card]), role: 'member' } },
    [`GET /projects/${PROJECT}`]: { body: { ...shop, createdAt: at, updatedAt: at } },
    'POST /tasks': () => new Promise(() => undefined),
  });
  const { user } = await openApp(network, `/project/${PROJECT}`);
  const shown = () =>
    ['Paint', 'First', 'Oops'].filter((name) => screen.queryByRole('group', { name }) !== null);
  const field = await screen.findByRole('textbox', { name: 'Add a task to Ready' });
  await user.type(field, 'First{Enter}Oops{Enter}');
  await waitFor(() => expect(shown()).toEqual(['Paint', 'First', 'Oops']));
  await undo(user);
  expect(await screen.findByText('Undone: “Oops” created')).toBeInTheDocument();
  expect(shown()).toEqual(['Paint', 'First']);
  await undo(user);
  expect(await screen.findByText('Undone: “First” created')).toBeInTheDocument();
  expect(shown()).toEqual(['Paint']);
});
