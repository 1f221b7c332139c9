/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newId, PROJECT, task, USER } from '#board-sync/board.fixture';
import { personalRead } from '#board-sync/board.slice';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import { getToast } from '#ui/toast/toast.store';
import type { BoardContextValue } from '../board.context';
import { NO_LOOK } from '../board.look';
import { ada, showOnBoard } from '../boardParts.fixture';
import { clearSelection, selection } from '../selection/selection';
import { LaneBoard } from './LaneBoard';

const person = (firstName: string) => ({ id: newId(), firstName, surname: 'Moss' });
const [tom, vic] = [person('Tom'), person('Vic')];

/** A board in lanes by assignee, on which Vic is a viewer. */
function show(tasks: StoredTask[], given: Partial<BoardContextValue> = {}) {
  layOut();
  const [onMove, onQuickAdd] = [jest.fn(() => true), jest.fn()];
  const { store, change } = showOnBoard(<LaneBoard />, tasks, {
    look: { ...NO_LOOK, lanes: 'assignee' },
    people: new Map([ada, tom, vic].map((each) => [each.id, each])),
    assignableIn: () => [ada, tom],
    projectForNew: PROJECT,
    onMove,
    onQuickAdd,
    ...given,
  });
  return { user: userEvent.setup(), store, change, onMove, onQuickAdd };
}

/** jsdom lays nothing out: here each column is in the window, and a card has a height. */
function layOut(): void {
  const box = { left: 0, right: 100, width: 100, top: 0, bottom: 100, height: 100, x: 0, y: 0 };
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ ...box, toJSON: () => box });
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(86);
  Element.prototype.scrollIntoView = () => undefined;
}

const lanes = () =>
  [...document.querySelectorAll('[data-lane-row]')].map((lane) => lane.getAttribute('aria-label'));
const addTo = (lane: string) => screen.queryByRole('button', { name: `Add a task to Ready, ${lane}` });

test('someone who cannot be assigned has a lane only for their cards, to which none can be added', () => {
  show([task({ assignees: [tom.id] })]);
  expect(lanes()).toEqual(['Ada Lovelace', 'Tom Moss', 'Nobody']);
  expect(addTo('Tom Moss')).toBeVisible();
  cleanup();
  show([task({ assignees: [vic.id] })]);
  expect(lanes()).toEqual(['Ada Lovelace', 'Tom Moss', 'Vic Moss', 'Nobody']);
  expect(addTo('Tom Moss')).toBeVisible();
  expect(addTo('Nobody')).toBeVisible();
  expect(addTo('Vic Moss')).not.toBeInTheDocument();
});

test('a card is not moved to the lane of someone who cannot be assigned to it', async () => {
  const card = task({ title: 'Paint', assignees: [tom.id] });
  const { user, onMove } = show([card, task({ assignees: [vic.id] })]);
  act(() => screen.getByRole('group', { name: 'Paint' }).focus());
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(onMove).not.toHaveBeenCalled();
  expect(getToast()?.description).toBe('Vic Moss cannot be assigned to tasks of this project.');
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  const edit = { assignees: { add: [USER], remove: [tom.id] } };
  expect(onMove).toHaveBeenCalledWith(card.id, 'READY', { afterId: null, beforeId: null }, edit);
});

test('Escape closes the field of a lane only while it is empty, and returns the focus to its button', async () => {
  const { user } = show([]);
  await user.click(addTo('Tom Moss') as HTMLElement);
  const field = screen.getByRole('textbox');
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  await user.keyboard('Paint{Escape}');
  expect(field).toHaveValue('Paint');
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.keyboard('{Escape}');
  expect(field).not.toBeInTheDocument();
  expect(addTo('Tom Moss')).toHaveFocus();
});

test("a lane's field can be emptied and closed when its column has become full", async () => {
  const { user, change } = show([task({ title: 'Paint' })]);
  await user.click(addTo('Tom Moss') as HTMLElement);
  const field = screen.getByRole('textbox');
  await user.keyboard('ab');
  change({ settings: { READY: { wipLimit: { max: 1, isHard: true } } } });
  expect(screen.getByRole('alert')).toHaveTextContent('Full: 1 of 1');
  await user.keyboard('{Backspace}{Backspace}{Escape}');
  expect(field).not.toBeInTheDocument();
});

test('on the board over all projects a task is added to a lane in a project where its person can be assigned', async () => {
  const [shop, site] = [newId(), newId()];
  const project = (id: string) => ({ id, name: id, workspaceId: newId(), role: 'member' as const });
  const { user, store, onQuickAdd } = show([], {
    boardId: PERSONAL_BOARD,
    assignableIn: (id) => (id === shop ? [ada, tom] : [ada]),
    projectForNew: site,
  });
  const columns = taskStates.map((state) => ({ id: state, state, tasks: [] }));
  const projects = [project(shop), project(site)];
  act(() => void store.dispatch(personalRead({ columns, cursors: {}, projects, people: [] })));
  for (const lane of ['Tom Moss', 'Ada Lovelace']) {
    await user.click(addTo(lane) as HTMLElement);
    await user.type(screen.getByRole('textbox'), 'Paint{Enter}{Escape}');
  }
  expect(lanes()).toEqual(['Ada Lovelace', 'Tom Moss', 'Nobody']);
  expect(onQuickAdd.mock.calls).toEqual([
    ['READY', 'Paint', { assignees: [tom.id], projectId: shop }],
    ['READY', 'Paint', { assignees: [USER], projectId: site }],
  ]);
});

test('cards of a closed lane are selected neither with all, nor in a range across it', async () => {
  const [high, medium, low] = (['HIGH', 'MEDIUM', 'LOW'] as const).map((priority) =>
    task({ title: priority, priority }),
  );
  const { user } = show([high, medium, low] as StoredTask[], { look: { ...NO_LOOK, lanes: 'priority' } });
  await user.click(screen.getByRole('button', { name: /^Medium/, expanded: true }));
  act(() => screen.getByRole('group', { name: 'HIGH' }).focus());
  // The keys come with a late script.
  while (selection().size === 0) await user.keyboard('x');
  await screen.findByRole('toolbar', { name: 'Selected tasks' });
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect([...selection()]).toEqual([high?.id, low?.id]);
  act(clearSelection);
  await user.keyboard('{Control>}a{/Control}');
  expect([...selection()]).toEqual([high?.id, low?.id]);
  await user.click(screen.getByRole('button', { name: /^Medium/, expanded: false }));
  await user.click(screen.getByRole('button', { name: 'Select all shown' }));
  expect([...selection()]).toEqual([high?.id, medium?.id, low?.id]);
  act(clearSelection);
});
