/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { BulkInput } from '@livelane/shared/tasks/bulk.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EPOCH, newId, PROJECT, task } from '#board-sync/board.fixture';
import { personalRead } from '#board-sync/board.slice';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import type { BoardContextValue } from '../board.context';
import { NO_LOOK } from '../board.look';
import { ada, showOnBoard } from '../boardParts.fixture';
import { SelectionBar } from './SelectionBar';
import { clearSelection, select } from './selection';

afterEach(() => act(clearSelection));

/** Presses a key while these cards are selected. @returns the requested changes */
async function pressed(
  key: string,
  tasks: StoredTask[],
  selected: StoredTask[],
  given: Partial<BoardContextValue> = {},
) {
  const asked: BulkInput['changes'][] = [];
  select(selected.map(({ id }) => id));
  showOnBoard(<SelectionBar onAll={() => undefined} onClose={() => undefined} />, tasks, {
    onMany: (changes) => {
      for (const { mutation } of changes) asked.push((mutation.entry.body as BulkInput).changes);
    },
    ...given,
  });
  await userEvent.keyboard(key);
  return asked;
}

it('completes cards at the top of DONE, in their order, also above what their user does not see', async () => {
  const done = (rank: string) => task({ state: 'DONE', rank });
  const [a, b, first, second] = [task({ rank: 'a0' }), task({ rank: 'a1' }), done('a1'), done('a2')] as const;
  const selected = done('a0');
  expect(await pressed('c', [a, b, selected, first, second], [a, selected, b])).toEqual([
    [
      { taskId: a.id, move: { state: 'DONE', position: 0 } },
      { taskId: selected.id, move: { state: 'DONE', position: 1, afterId: a.id } },
      { taskId: b.id, move: { state: 'DONE', position: 2, afterId: selected.id } },
    ],
  ]);
});

it('knows its keys by their places on a keyboard of another script', async () => {
  const card = task();
  const asked = await pressed('z', [card], [card]);
  // C of an Arabic keyboard.
  fireEvent.keyDown(document.body, { key: 'ؤ', code: 'KeyC' });
  expect(asked).toHaveLength(1);
});

it('completes a card when nothing else is done', async () => {
  const card = task();
  expect(await pressed('c', [card], [card])).toEqual([
    [{ taskId: card.id, move: { state: 'DONE', position: 0 } }],
  ]);
});

it('stays at an Escape that ends a composition, as in the filter', async () => {
  const onClose = jest.fn();
  const card = task();
  select([card.id]);
  showOnBoard(<SelectionBar onAll={() => undefined} onClose={onClose} />, [card]);
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  // Safari tells by the code alone.
  fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 229 });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalled();
});

it('moves no card within its column where a sort decides what is seen, but to the top of DONE (SPEC.md#views)', async () => {
  const look = { ...NO_LOOK, sort: 'due' as const };
  const [ready, review, below] = [task(), task({ state: 'REVIEW' }), task({ state: 'REVIEW', rank: 'a1' })];
  const asked = await pressed('m', [ready, review, below], [review, ready], { look });
  await userEvent.click(screen.getByRole('menuitem', { name: 'Review' }));
  expect(asked.flat()).toEqual([{ taskId: ready.id, move: expect.objectContaining({ state: 'REVIEW' }) }]);
  await userEvent.keyboard('c');
  expect(asked.flat().slice(1)).toEqual([
    { taskId: review.id, move: { state: 'DONE', position: 0 } },
    { taskId: ready.id, move: { state: 'DONE', position: 1, afterId: review.id } },
  ]);
});

it('on the board over all projects tells which cards stood beside those that are deleted', async () => {
  const [above, gone, below] = [task(), task(), task()];
  const told: unknown[] = [];
  select([gone.id]);
  const { store } = showOnBoard(<SelectionBar onAll={() => undefined} onClose={() => undefined} />, [], {
    boardId: PERSONAL_BOARD,
    onMany: (changes) => {
      for (const { beside } of changes) told.push(beside);
    },
  });
  const tasks = [above, gone, below].map((card, columnPosition) => ({ ...card, columnPosition }));
  act(() => {
    store.dispatch(
      personalRead({
        columns: [{ id: 'READY', state: 'READY', tasks }],
        cursors: { [PROJECT]: { epoch: EPOCH, v: 1 } },
        projects: [{ id: PROJECT, name: 'Shop', workspaceId: newId(), role: 'member' }],
      }),
    );
  });
  await userEvent.keyboard('{Delete}');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(told).toEqual([{ [gone.id]: { afterId: above.id, beforeId: below.id } }]);
});

it('leaves its cards as they are while one of them is carried', async () => {
  const card = task();
  document.documentElement.dataset.dragging = '';
  try {
    expect(await pressed('cd{Delete}', [card], [card])).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  } finally {
    delete document.documentElement.dataset.dragging;
  }
});

it('leaves the due dates as they are when its dialog is cancelled', async () => {
  const card = task();
  const asked = await pressed('d', [card], [card]);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});

it('offers only people who can be assigned to all of the cards, and those who are, to take them off', async () => {
  const person = (firstName: string) => ({ id: newId(), firstName, surname: 'Moss' });
  const [tom, vic, ida, gone] = [person('Tom'), person('Vic'), person('Ida'), person('Gone')];
  const shop = newId();
  const assignableIn = (projectId: string) => (projectId === shop ? [ada, tom] : [ada, tom, ida]);
  const people = new Map([ada, tom, vic, ida, gone].map((each) => [each.id, each]));
  const cards = [
    task({ assignees: [gone.id, ida.id] }),
    task({ projectId: shop, assignees: [gone.id, ida.id] }),
    task({ projectId: PROJECT, assignees: [gone.id] }),
  ];
  await pressed('a', cards, cards, { people, assignableIn });
  const offered = () => within(screen.getByRole('menu')).getAllByRole('menuitem');
  expect(offered().map(({ textContent }) => textContent?.match(/(\w+) Moss|Ada/)?.[0])).toEqual([
    'Ada',
    'Tom Moss',
    'Ida Moss',
    'Gone Moss',
  ]);
});

it('offers only the user while the people of a project are unknown', async () => {
  const vic = { id: newId(), firstName: 'Vic', surname: 'Moss' };
  const people = new Map([ada, vic].map((each) => [each.id, each]));
  const card = task({ assignees: [] });
  const wanted: string[] = [];
  await pressed('a', [card], [card], {
    people,
    assignableIn: () => [],
    onPeopleWanted: (ids) => wanted.push(...ids),
  });
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ada Lovelace'),
  ]);
  expect(wanted).toEqual([PROJECT]);
});
