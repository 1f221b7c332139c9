/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { screen } from '@testing-library/react';
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

test('a viewer is offered nothing to add, whatever they may do in the other projects of the workspace', async () => {
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
  // The other projects are known.
  expect(await screen.findByRole('link', { name: /Site/ })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Ready' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Add a task to Ready' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New task in Ready' })).not.toBeInTheDocument();
});
