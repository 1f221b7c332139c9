/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, fireEvent, screen } from '@testing-library/react';
import { PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { ids, StubNetwork } from '#test/network';
import { closeApp, openApp } from '#test/open';

// No quiet moment comes: it is too early for what waits for one.
jest.mock('#lib/quietMoment', () => ({
  ...jest.requireActual('#lib/quietMoment'),
  afterQuiet: () => () => undefined,
}));

afterEach(closeApp);

const at = '2026-01-02T03:04:05.000Z';

/** jsdom has no pointer events. */
const mouse = (type: string, to: number) =>
  Object.assign(new MouseEvent(type, { bubbles: true, clientX: to, clientY: to }), { pointerType: 'mouse' });

test('whoever moves the mouse over a board that has just been opened can draw a frame around cards', async () => {
  // jsdom lays nothing out: a column without a height shows no cards.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
  const shop = { id: PROJECT, name: 'Shop', description: '', workspaceId: ids.workspace, role: 'member' };
  const network = new StubNetwork({
    'GET /healthz': { body: {} },
    [`GET /kanban/project/${PROJECT}`]: {
      body: { ...snapshot(1, [task({ title: 'Paint' })]), role: 'member' },
    },
    [`GET /projects/${PROJECT}`]: { body: { ...shop, createdAt: at, updatedAt: at } },
  });
  await openApp(network, `/project/${PROJECT}`);
  const card = await screen.findByRole('group', { name: 'Paint' });
  const column = card.closest('[data-state]');
  if (!column) throw new Error('the card is in no column');
  fireEvent.mouseMove(column);
  await act(async () => {
    await import('../selection/Selection');
  });
  act(() => {
    column.dispatchEvent(mouse('pointerdown', -10));
    window.dispatchEvent(mouse('pointermove', 10));
    window.dispatchEvent(mouse('pointerup', 10));
  });
  expect(await screen.findByText('1 selected')).toBeVisible();
});
