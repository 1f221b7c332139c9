import {
  newId,
  PROJECT,
  snapshot,
  task,
  USER,
  withAnswer,
  withPending,
  withSnapshot,
} from '#board-sync/board.fixture';
import { type BoardState, noBoards, projectBoard } from '#board-sync/board.types';
import { findInView } from '#board-sync/board.view';
import { addItems } from '#board-sync/checklist.mutations';
import { patchTask } from '#board-sync/edit.mutations';
import { type BoardMutation, deleteTask } from '#board-sync/mutations';
import { placeOf, type Undoable, UndoHistory } from '#board-sync/undo';
import type { Store } from '#store/store';
import { undoChange } from './undoChange';

jest.mock('#ui/toast/toast.store', () => ({ showToast: jest.fn() }));
jest.mock('#lib/api', () => ({}));

const TWO_HOURS_MS = 2 * 60 * 60 * 1_000;
const card = task();

type Place = Parameters<typeof undoChange>[0];
type State = ReturnType<Store['getState']>['board'];

const full = withSnapshot(noBoards, snapshot(5, [card]));
const boardOf = (state: State) => {
  const board = projectBoard(state, PROJECT);
  if (!board) throw new Error('The board is not there');
  return board;
};

const historyOf = () => new UndoHistory(USER, () => ({ getItem: () => null, setItem: () => undefined }));

/** Undoes a change of a board as it is. @returns the changes that do so, which are painted as they are made */
function undo(undoable: UndoHistory, change: Undoable, begun: State): BoardMutation[] {
  let state = begun;
  const added: BoardMutation[] = [];
  const add = (mutation: BoardMutation) => {
    added.push(mutation);
    state = withPending(state, mutation.pending);
  };
  const place = {
    changes: { undoable, outbox: { add } },
    store: { getState: () => ({ board: state }) },
    boardId: PROJECT,
    userId: USER,
    canRestore: () => false,
    t: (label: string) => label,
    undoAnyway: () => undefined,
  };
  undoChange(place as unknown as Place, change, false);
  return added;
}

/** What undoes a member's deletion of two hours ago. */
function undone(isSent: boolean): string[] {
  const mutation = deleteTask({ now: () => Date.now() - TWO_HOURS_MS, newId }, card);
  const waiting = withPending(full, mutation.pending);
  const state = isSent ? withAnswer(waiting, mutation.entry.mutationId, 6) : waiting;
  const undoable = historyOf();
  const place = placeOf(boardOf(full), card);
  const change = undoable.add({ boardId: PROJECT, mutation, before: card, place });
  return undo(undoable, change, state).map(({ entry }) => entry.path);
}

it('a deletion that has waited for longer than its author may restore is taken back, not copied', () => {
  expect(undone(false)).toEqual([`/tasks/${card.id}/restore`]);
});

it('a member makes a copy of what they deleted long ago', () => {
  expect(undone(true)).toEqual(['/tasks']);
});

it('all changes of one action are undone at once, the newest first', () => {
  const clock = { now: Date.now, newId };
  const undoable = historyOf();
  let state = full;
  const make = (change: (board: BoardState) => BoardMutation) => {
    const board = boardOf(state);
    const before = findInView(board.view, card.id) ?? card;
    const mutation = change(board);
    state = withPending(state, mutation.pending);
    const place = placeOf(board, before);
    return undoable.add({ boardId: PROJECT, mutation, before, place, action: 'one' });
  };
  make((board) => patchTask(clock, board, card, { title: 'Of then', description: 'Of then' }));
  make(() => addItems(clock, card, [{ id: newId(), text: 'First', isDone: false }], 0));
  const last = make(() => addItems(clock, card, [{ id: newId(), text: 'Second', isDone: false }], 0));
  const added = undo(undoable, last, state);
  expect(added.map(({ pending }) => pending.change.kind)).toEqual(['checklist', 'checklist', 'patch']);
  for (const { pending } of added) state = withPending(state, pending);
  const { title, description, checklist } = findInView(boardOf(state).view, card.id) ?? {};
  expect([title, description, checklist]).toEqual([card.title, card.description, card.checklist]);
  expect(undoable.last(PROJECT)).toBeUndefined();
});
