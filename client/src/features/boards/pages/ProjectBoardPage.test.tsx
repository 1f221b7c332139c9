/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { newId, PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { RealtimeClient } from '#realtime/realtime.client';
import { ids, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

let mockRendered = 0;
jest.mock('../cards/CardFace', () => ({
  ...jest.requireActual('../cards/CardFace'),
  CardFace: ({ task: { title } }: { task: { title: string } }) => {
    mockRendered++;
    return title;
  },
}));

afterEach(closeApp);

const at = '2026-01-02T03:04:05.000Z';
const project = (id: string, name: string, role: ProjectRole) => ({
  id,
  name,
  description: '',
  workspaceId: ids.workspace,
  role,
  createdAt: at,
  updatedAt: at,
});

const workspaceOf = (...projects: object[]) => ({
  id: ids.workspace,
  name: 'Society',
  description: '',
  role: 'member',
  createdAt: at,
  updatedAt: at,
  projects,
});

/** Opens the board of the project *Shop*, in this role, as a member of the project *Site*. */
async function openBoard(
  role: ProjectRole,
  cards: readonly StoredTask[] = [],
  v = 1,
  path = `/project/${PROJECT}`,
) {
  const [shop, site] = [project(PROJECT, 'Shop', role), project(newId(), 'Site', 'member')];
  const network = new StubNetwork({
    'GET /healthz': { body: {} },
    [`GET /kanban/project/${PROJECT}`]: { body: { ...snapshot(v, cards), role } },
    [`GET /projects/${PROJECT}`]: { body: shop },
    [`GET /workspaces/project/${PROJECT}`]: { body: workspaceOf(shop, site) },
    ...PAST,
  });
  return openApp(network, path);
}

const pastAt = (v: number) => ({
  body: { ...snapshot(v, []), at: new Date(Date.parse(at) + v).toISOString() },
});
const PAST = {
  [`GET /kanban/project/${PROJECT}/timeline`]: {
    body: { points: [1, 2, 3].map((v) => ({ v, at: pastAt(v).body.at })), oldestV: 0 },
  },
  ...Object.fromEntries([1, 2, 3].map((v) => [`GET /kanban/project/${PROJECT}/at?v=${v}`, pastAt(v)])),
};
const back = () => act(async () => window.history.back());

test('a board’s past is one entry of the browser’s history, however many moments were looked at', async () => {
  const { user } = await openBoard('member', [], 3);
  const board = place();
  await user.click(await screen.findByRole('button', { name: 'Go back in time' }));
  const slider = await screen.findByRole('slider');
  const { length } = window.history;
  await waitFor(() => expect(place()).toBe(`${board}?at=3`));
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  await waitFor(() => expect(place()).toBe(`${board}?at=2`));
  expect(window.history.length).toBe(length);
  await back();
  await waitFor(() => expect(screen.queryByRole('slider')).not.toBeInTheDocument());
  expect(place()).toBe(board);
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  await act(async () => window.history.forward());
  expect(await screen.findByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('change 2 of 3'),
  );
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  await waitFor(() => expect(screen.queryByRole('slider')).not.toBeInTheDocument());
  expect(place()).toBe(board);
});

test('going from one past to another in the browser’s history shows that one', async () => {
  await openBoard('member', [], 3, `/project/${PROJECT}?at=1`);
  const slider = await screen.findByRole('slider');
  await goTo(`/project/${PROJECT}?at=2`);
  const shows = (v: number) =>
    waitFor(() =>
      expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining(`change ${v} of 3`)),
    );
  await shows(2);
  await back();
  await shows(1);
  await waitFor(() => expect(place()).toBe(`/project/${PROJECT}?at=1`));
});

test('a second press before a board’s past is shown opens it no second time', async () => {
  const { user } = await openBoard('member', [], 3);
  const board = place();
  const button = await screen.findByRole('button', { name: 'Go back in time' });
  act(() => {
    button.click();
    button.click();
  });
  await screen.findByRole('slider');
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  await waitFor(() => expect(screen.queryByRole('slider')).not.toBeInTheDocument());
  expect(place()).toBe(board);
});

test('the address of a past board opens it, and closing it leaves no entry behind', async () => {
  const { user } = await openBoard('member', [], 3, `/project/${PROJECT}?priorities=HIGH&at=1`);
  expect(await screen.findByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('change 1 of 3'),
  );
  const { length } = window.history;
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  await waitFor(() => expect(place()).toBe(`/project/${PROJECT}?priorities=HIGH`));
  expect(window.history.length).toBe(length);
});

test('a past that an address opens without a moment is closed in its place', async () => {
  const { user } = await openBoard('member', [], 3, `/project/${PROJECT}?title=Ink&at=`);
  await screen.findByRole('slider');
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  await waitFor(() => expect(place()).toBe(`/project/${PROJECT}?title=Ink`));
});

/** Follows a link of another part of the app. */
const goTo = (address: string) =>
  act(async () => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });

test('a viewer is offered nothing to add, whatever they may do in the other projects of the workspace', async () => {
  await openBoard('viewer');
  // The other projects are known.
  expect(await screen.findByRole('link', { name: /Site/ })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Ready' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Add a task to Ready' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New task in Ready' })).not.toBeInTheDocument();
});

test('Ctrl+Z and Ctrl+K work on an Arabic keyboard', async () => {
  await openBoard('viewer');
  expect(await screen.findByRole('heading', { name: 'Ready' })).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'ئ', code: 'KeyZ', ctrlKey: true });
  expect(await screen.findByText('There is nothing to undo on this board.')).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'ن', code: 'KeyK', ctrlKey: true });
  expect(await screen.findByRole('combobox', { name: 'Search and commands' })).toBeVisible();
});

test.each([
  ['member', 'editing'],
  ['viewer', 'viewing'],
] as const)('the task that a %s has open is known to the server, as what they are %s', async (role, mode) => {
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
  const shown = jest.spyOn(RealtimeClient.prototype, 'setActivity');
  const card = task({ title: 'Paint' });
  const { user } = await openBoard(role, [card]);
  await user.click(await screen.findByRole('group', { name: 'Paint' }));
  expect(shown.mock.lastCall).toEqual([{ projectId: PROJECT, taskId: card.id, mode }]);
});

test('a task that was opened by its address gives the focus to its card when it is closed', async () => {
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
  const card = task({ title: 'Paint' });
  const { user } = await openBoard('member', [card]);
  await screen.findByRole('group', { name: 'Paint' });
  await goTo(`/project/${PROJECT}?task=${card.id}`);
  await screen.findByRole('textbox', { name: 'Title' });
  await user.keyboard('{Escape}');
  const face = await screen.findByRole('group', { name: 'Paint' });
  await waitFor(() => expect(face).toHaveFocus());
});

test('no card is rendered when a task is opened, stepped to or closed', async () => {
  // jsdom lays nothing out: a column without a height shows no cards.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
  const cards = [task({ title: 'Paint', rank: 'a0' }), task({ title: 'Sand', rank: 'a1' })] as const;
  const { user } = await openBoard('member', cards);
  // The other projects are known.
  expect(await screen.findByRole('link', { name: /Site/ })).toBeInTheDocument();
  const card = await screen.findByRole('group', { name: 'Paint' });
  expect(mockRendered).toBeGreaterThan(0);
  mockRendered = 0;
  await user.click(card);
  await user.click(await screen.findByRole('button', { name: 'Next task' }));
  expect(place()).toBe(`/project/${PROJECT}?task=${cards[1].id}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(place()).toBe(`/project/${PROJECT}`));
  expect(mockRendered).toBe(0);
});

describe('a project that cannot be read, whose board can', () => {
  const shop = project(PROJECT, 'Shop', 'owner');
  const board = {
    'GET /healthz': { body: {} },
    [`GET /kanban/project/${PROJECT}`]: { body: snapshot(1, []) },
    [`GET /projects/${PROJECT}`]: refusal(400, 'Out of order'),
  };
  const quickAdd = () => screen.findByRole('textbox', { name: 'Add a task to Ready' });

  test('has the name and the rights that its workspace lists, and is asked for again', async () => {
    const network = new StubNetwork({
      ...board,
      [`GET /workspaces/project/${PROJECT}`]: { body: workspaceOf(shop) },
    });
    const { user } = await openApp(network, `/project/${PROJECT}`);
    expect(await quickAdd()).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Error fetching project. Out of order');
    network.answer({ [`GET /projects/${PROJECT}`]: { body: shop } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  test('has those of the list of workspaces, if nothing else is known', async () => {
    const network = new StubNetwork({ ...board, 'GET /workspaces/user': { body: [workspaceOf(shop)] } });
    await openApp(network, '/workspaces');
    await screen.findByRole('heading', { name: 'Workspaces' });
    await waitFor(() => expect(network.made('GET /workspaces/user')).not.toEqual([]));
    await goTo(`/project/${PROJECT}`);
    expect(await quickAdd()).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible();
  });

  test('says so also when nothing is known of it', async () => {
    const { user, network } = await openApp(new StubNetwork(board), `/project/${PROJECT}`);
    expect(await screen.findByRole('heading', { name: 'Ready' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Error fetching project. Out of order');
    network.answer({ [`GET /projects/${PROJECT}`]: { body: shop } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await quickAdd()).toBeVisible();
  });
});
