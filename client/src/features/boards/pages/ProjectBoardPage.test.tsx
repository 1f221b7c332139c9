/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { newId, PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { ids, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

let mockRendered = 0;
jest.mock('../components/CardFace', () => ({
  ...jest.requireActual('../components/CardFace'),
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

/** Opens the board of the project *Shop*, in this role, as a member of the project *Site*. */
async function openBoard(role: ProjectRole, cards: readonly StoredTask[] = []) {
  const [shop, site] = [project(PROJECT, 'Shop', role), project(newId(), 'Site', 'member')];
  const network = new StubNetwork({
    'GET /healthz': { body: {} },
    [`GET /kanban/project/${PROJECT}`]: { body: { ...snapshot(1, cards), role } },
    [`GET /projects/${PROJECT}`]: { body: shop },
    [`GET /workspaces/project/${PROJECT}`]: {
      body: {
        id: ids.workspace,
        name: 'Society',
        description: '',
        role: 'member',
        createdAt: at,
        updatedAt: at,
        projects: [shop, site],
      },
    },
  });
  return openApp(network, `/project/${PROJECT}`);
}

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
