/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { ids, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

afterEach(() => {
  closeApp();
  sessionStorage.clear();
});

const at = '2026-01-02T03:04:05.000Z';
const common = { description: '', createdAt: at, updatedAt: at };
const project = { ...common, id: PROJECT, name: 'Shop', workspaceId: ids.workspace, role: 'member' };
const card = task({ title: 'Paint', createdBy: ids.ada, assignees: [] });

function boardOf(): StubNetwork {
  return new StubNetwork({
    'GET /healthz': { body: {} },
    'GET /workspaces/user': { body: [] },
    [`GET /kanban/project/${PROJECT}`]: { body: snapshot(1, [card]) },
    [`GET /projects/${PROJECT}`]: { body: project },
    [`GET /workspaces/project/${PROJECT}`]: {
      body: { ...common, id: ids.workspace, name: 'Society', role: 'member', projects: [project] },
    },
    [`GET /tasks/${card.id}/comments`]: { body: { comments: [], next: null, v: 1, people: [] } },
  });
}

/** Someone deletes the project, or removes its user from it. */
function takeAway(network: StubNetwork): void {
  const gone = refusal(404, 'Gone.');
  network.answer({
    [`GET /kanban/project/${PROJECT}`]: gone,
    [`GET /kanban/project/${PROJECT}/ops?since=1&epoch=${snapshot(1, []).epoch}`]: gone,
    [`GET /projects/${PROJECT}`]: gone,
  });
  act(() => void window.dispatchEvent(new window.Event('online')));
}

test('what is typed in a task is listed to be copied when access to its board ends', async () => {
  const { user, network } = await openApp(boardOf(), `/project/${PROJECT}?task=${card.id}`);
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByRole('textbox', { name: 'Title' }), ' the fence');
  await user.type(await within(dialog).findByRole('textbox', { name: 'Write a comment' }), 'In red?');
  takeAway(network);
  await waitFor(() => expect(place()).toBe('/workspaces'));
  await user.click(await screen.findByRole('button', { name: 'Changes not saved' }));
  const list = await screen.findByRole('dialog', { name: 'Changes not saved' });
  const items = within(list).getAllByRole('listitem');
  expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
    'Edit of “Paint”',
    'Comment on “Paint”',
  ]);
  expect(items[0]).toHaveTextContent('Paint the fence');
  expect(items[1]).toHaveTextContent('In red?');
  for (const item of items) expect(item).toHaveTextContent('You no longer have access to “Shop”');
  // It is there once: no dialog shows it again if access is given back.
  expect(Object.keys(sessionStorage).filter((key) => key.includes('draft'))).toEqual([]);
});

test('a new task that is being written is listed as well', async () => {
  const { user, network } = await openApp(boardOf(), `/project/${PROJECT}`);
  await user.click(await screen.findByRole('button', { name: 'New task in Ready' }));
  const dialog = await screen.findByRole('dialog');
  const title = await within(dialog).findByRole('textbox', { name: 'Title' });
  await user.clear(title);
  await user.type(title, 'Sand the door');
  takeAway(network);
  await waitFor(() => expect(place()).toBe('/workspaces'));
  await user.click(await screen.findByRole('button', { name: 'Changes not saved' }));
  expect(await screen.findByRole('heading', { name: 'New task “Sand the door”' })).toBeVisible();
});

test('the title of a card that is being typed into a column is listed as well', async () => {
  const { user, network } = await openApp(boardOf(), `/project/${PROJECT}`);
  await user.type(await screen.findByRole('textbox', { name: 'Add a task to Ready' }), 'Oil the gate');
  takeAway(network);
  await waitFor(() => expect(place()).toBe('/workspaces'));
  await user.click(await screen.findByRole('button', { name: 'Changes not saved' }));
  expect(await screen.findByRole('heading', { name: 'New task “Oil the gate”' })).toBeVisible();
  expect(Object.keys(sessionStorage).filter((key) => key.includes('draft'))).toEqual([]);
});
