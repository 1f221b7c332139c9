/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newId, op, range, task } from '#board-sync/board.fixture';
import { opsReceived } from '#board-sync/board.slice';
import { showOnBoard } from '../boardParts.fixture';
import { Selection } from './Selection';
import { clearSelection, select, selection } from './selection';

afterEach(() => act(clearSelection));

const other = newId();
const cards = [task(), task(), task({ projectId: other })] as const;
const [first, second, third] = cards;

/** A board with three selected cards. */
function show() {
  select(cards.map(({ id }) => id));
  return showOnBoard(<Selection board={{ current: null }} onClose={clearSelection} />, cards);
}
const bar = () => screen.queryByRole('toolbar', { name: 'Selected tasks' });

it('is without a card that someone deletes', async () => {
  const { store } = show();
  await userEvent.keyboard('{Delete}');
  expect(screen.getByRole('dialog')).toHaveTextContent('Delete 3 tasks?');
  act(() => void store.dispatch(opsReceived([range(op(2, { type: 'task.deleted', taskId: first.id }))])));
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toHaveTextContent('Delete 2 tasks?');
  expect([...selection()]).toEqual([second.id, third.id]);
});

it('is of all cards at Ctrl+A, on an Arabic keyboard too, but not while a card is carried', () => {
  showOnBoard(<Selection board={{ current: null }} onClose={clearSelection} />, cards);
  const pressA = () => fireEvent.keyDown(document.body, { key: 'ش', code: 'KeyA', ctrlKey: true });
  document.documentElement.dataset.dragging = '';
  pressA();
  expect([...selection()]).toEqual([]);
  delete document.documentElement.dataset.dragging;
  pressA();
  expect(bar()).toHaveTextContent('3 selected');
});

it('is without the cards that its user may no longer change, and its bar goes with the last', () => {
  const { change } = show();
  expect(bar()).toBeVisible();
  change({ canEdit: (projectId) => projectId === other });
  expect(bar()).toHaveTextContent('1 selected');
  expect([...selection()]).toEqual([third.id]);
  change({ canEdit: () => false });
  expect(bar()).not.toBeInTheDocument();
  expect([...selection()]).toEqual([]);
});

it('leaves the focus at the first of its cards that is in sight when it is cleared from its bar', async () => {
  select([first.id, third.id, second.id]);
  showOnBoard(
    <>
      <div data-state="READY">
        {[second, third].map(({ id }) => (
          <button key={id} type="button" data-task-id={id} data-testid={id} />
        ))}
      </div>
      <Selection board={{ current: null }} onClose={clearSelection} />
    </>,
    cards,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(bar()).not.toBeInTheDocument();
  expect(screen.getByTestId(third.id)).toHaveFocus();
});
