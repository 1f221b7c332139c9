/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { task } from '#board-sync/board.fixture';
import type { BoardContextValue } from '../board.context';
import { NO_LOOK } from '../board.look';
import { showOnBoard } from '../boardParts.fixture';
import { LaneBoard } from '../lanes/LaneBoard';
import { ColumnSwitcher } from './ColumnSwitcher';
import { Columns } from './Columns';

const hidden = (...states: TaskState[]): ColumnsSettings =>
  Object.fromEntries(
    states.map((state) => [state, { name: null, isHidden: true, wipLimit: null, policy: '' }]),
  );
const card = task({ title: 'Paint', state: 'READY' });
const shown = () =>
  [...document.querySelectorAll('section[data-state]')].map((column) => column.getAttribute('data-state'));

/** jsdom lays nothing out: here each column is in the window, and a card has a height. */
function layOut(): void {
  const box = { left: 0, right: 100, width: 100, top: 0, bottom: 100, height: 100, x: 0, y: 0 };
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ ...box, toJSON: () => box });
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(86);
  Element.prototype.scrollIntoView = () => undefined;
}

describe.each([
  ['columns', <Columns key="columns" />, NO_LOOK],
  ['lanes', <LaneBoard key="lanes" />, { ...NO_LOOK, lanes: 'priority' as const }],
])('while a card is dragged on a board in %s', (_, board, look) => {
  test('no column comes or goes, and the drag ends as usual', async () => {
    layOut();
    const onDragging = jest.fn();
    const given: Partial<BoardContextValue> = { look, onDragging };
    const { change } = showOnBoard(board, [card], { ...given, settings: hidden('ARCHIVE') });
    const before = shown();
    expect(before).not.toContain('ARCHIVE');
    fireEvent.keyDown(await screen.findByRole('group', { name: 'Paint' }), { keyCode: 32 });
    await waitFor(() => expect(onDragging).toHaveBeenCalledWith(card.projectId, card.id));
    change({ ...given, settings: hidden('READY', 'BACKLOG') });
    expect(shown()).toEqual(before);
    fireEvent.keyDown(window, { keyCode: 27 });
    await waitFor(() => expect(onDragging).toHaveBeenLastCalledWith(card.projectId, null));
    expect(document.documentElement.dataset.dragging).toBeUndefined();
    expect(shown()).toEqual(expect.arrayContaining(['ARCHIVE']));
    expect(shown()).not.toContain('READY');
  });
});

describe('a column that someone hides stays', () => {
  test('while something is typed for a new task', async () => {
    const user = userEvent.setup();
    const { change } = showOnBoard(<Columns />, []);
    const field = screen.getByRole('textbox', { name: 'Add a task to Ready' });
    await user.type(field, 'Buy milk');
    change({ settings: hidden('READY', 'DONE') });
    expect(field).toBeVisible();
    expect(field).toHaveValue('Buy milk');
    expect(shown()).not.toContain('DONE');
    await user.clear(field);
    expect(shown()).not.toContain('READY');
  });

  test('while its settings are open', async () => {
    const user = userEvent.setup();
    const given = { canEditColumns: true };
    const part = (
      <QueryClientProvider client={new QueryClient()}>
        <Columns />
      </QueryClientProvider>
    );
    const { change } = showOnBoard(part, [], given);
    await user.click(screen.getByRole('button', { name: 'Column Ready' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Column settings…' }));
    const policy = await screen.findByRole('textbox', { name: 'Policy' });
    await user.type(policy, 'Two people have read it.');
    change({ ...given, settings: hidden('READY') });
    expect(policy).toHaveValue('Two people have read it.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(shown()).not.toContain('READY'));
  });
});

test.each([true, false])(
  'a policy is Markdown, whose links can be followed by key (may change it: %s)',
  async (may) => {
    const user = userEvent.setup();
    const policy = 'Two people have **read** it, as in [our rules](https://example.org/rules).';
    const settings = { READY: { name: null, isHidden: false, wipLimit: null, policy } };
    showOnBoard(
      <QueryClientProvider client={new QueryClient()}>
        <Columns />
      </QueryClientProvider>,
      [],
      { canEditColumns: may, settings },
    );
    await user.click(screen.getByRole('button', { name: 'Column Ready' }));
    const link = await screen.findByRole('link', { name: 'our rules' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(screen.getByText('read')).toHaveProperty('tagName', 'STRONG');
    for (let tabs = 0; tabs < 3 && document.activeElement !== link; tabs++) await user.tab();
    expect(link).toHaveFocus();
    expect(screen.queryAllByRole('menuitem')).toHaveLength(may ? 2 : 0);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(link).not.toBeInTheDocument());
  },
);

test.each([
  ['Ready', 'In Progress'],
  ['Archive', 'Done'],
])('whoever hides %s is at the next column, or the one before', async (name, next) => {
  const user = userEvent.setup();
  showOnBoard(
    <QueryClientProvider client={new QueryClient()}>
      <Columns />
    </QueryClientProvider>,
    [],
    { canEditColumns: true },
  );
  await user.click(screen.getByRole('button', { name: `Column ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Hide' }));
  await waitFor(() => expect(screen.getByRole('button', { name: `Column ${next}` })).toHaveFocus());
});

test('on a phone the switcher names the column that comes into view when another is hidden', () => {
  /** Columns are as wide as the window, side by side, and READY is in view. */
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const left = (shown().indexOf(this.getAttribute('data-state')) - 1) * 100;
    const box = { left, right: left + 100, width: 100, top: 0, bottom: 0, height: 0, x: left, y: 0 };
    return { ...box, toJSON: () => box };
  });
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100);
  const { change } = showOnBoard(
    <>
      <Columns />
      <ColumnSwitcher />
    </>,
  );
  const [, second, third] = shown();
  const switcher = screen.getByRole('combobox', { name: 'Columns' });
  expect(switcher).toHaveValue(second);
  act(() => change({ settings: hidden(second as TaskState) }));
  expect(switcher).toHaveValue(third);
});

test('an arrow of the switcher keeps the focus at the last column', () => {
  layOut();
  const { change } = showOnBoard(
    <>
      <Columns />
      <ColumnSwitcher />
    </>,
  );
  const [first, ...others] = shown() as TaskState[];
  const arrow = screen.getByRole('navigation', { name: 'Columns' }).lastElementChild as HTMLElement;
  act(() => arrow.focus());
  act(() => change({ settings: hidden(...others) }));
  expect(shown()).toEqual([first]);
  expect(arrow).toHaveAttribute('aria-disabled', 'true');
  // A disabled button would lose the focus.
  expect(arrow).toBeEnabled();
  expect(arrow).toHaveFocus();
});
