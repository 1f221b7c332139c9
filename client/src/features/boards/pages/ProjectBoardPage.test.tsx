/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { fireEvent, screen } from '@testing-library/react';
import { newId, PROJECT, snapshot } from '#board-sync/board.fixture';
import { ids, StubNetwork } from '#test/network';
import { closeApp, openApp } from '#test/open';

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

/** Opens the empty board of the project *Shop*, as a viewer of it and a member of the project *Site*. */
async function openBoard() {
  const [shop, site] = [project(PROJECT, 'Shop', 'viewer'), project(newId(), 'Site', 'member')];
  const network = new StubNetwork({
    'GET /healthz': { body: {} },
    [`GET /kanban/project/${PROJECT}`]: { body: { ...snapshot(1, []), role: 'viewer' } },
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
  await openApp(network, `/project/${PROJECT}`);
}

test('a viewer is offered nothing to add, whatever they may do in the other projects of the workspace', async () => {
  await openBoard();
  // The other projects are known.
  expect(await screen.findByRole('link', { name: /Site/ })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Ready' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Add a task to Ready' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New task in Ready' })).not.toBeInTheDocument();
});

test('Ctrl+Z and Ctrl+K work on an Arabic keyboard', async () => {
  await openBoard();
  expect(await screen.findByRole('heading', { name: 'Ready' })).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'ئ', code: 'KeyZ', ctrlKey: true });
  expect(await screen.findByText('There is nothing to undo on this board.')).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'ن', code: 'KeyK', ctrlKey: true });
  expect(await screen.findByRole('combobox', { name: 'Search and commands' })).toBeVisible();
});
