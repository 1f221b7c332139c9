import { QueryClient } from '@tanstack/react-query';
import {
  EPOCH,
  newId,
  PROJECT,
  snapshot,
  task,
  USER,
  withAnswer,
  withPending,
  withPersonal,
  withSnapshot,
} from '#board-sync/board.fixture';
import { type BoardState, noBoards, PERSONAL_BOARD, projectBoard } from '#board-sync/board.types';
import { findInView } from '#board-sync/board.view';
import { editMany } from '#board-sync/bulk.mutations';
import { addItems } from '#board-sync/checklist.mutations';
import { patchTask } from '#board-sync/edit.mutations';
import { type BoardMutation, deleteTask } from '#board-sync/mutations';
import { placeOf, type Undoable, UndoHistory } from '#board-sync/undo';
import type { Store } from '#store/store';
import { showToast } from '#ui/toast/toast.store';
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
function undo(
  undoable: UndoHistory,
  change: Undoable,
  begun: State,
  { queries = new QueryClient(), isSure = false } = {},
): BoardMutation[] {
  let state = begun;
  const added: BoardMutation[] = [];
  const add = (mutation: BoardMutation) => {
    added.push(mutation);
    state = withPending(state, mutation.pending);
  };
  const place = {
    changes: { undoable, outbox: { add } },
    store: { getState: () => ({ board: state }) },
    queries,
    boardId: change.boardId,
    userId: USER,
    canRestore: () => false,
    t: (label: string) => label,
    undoAnyway: () => undefined,
  };
  undoChange(place as unknown as Place, change, isSure);
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

it.each([
  ['is as it was says so', full, 'undo_what'],
  ['has been deleted names it', withSnapshot(noBoards, snapshot(6, [])), 'undo_gone'],
])('undo of a card that %s', (_what, state, said) => {
  const undoable = historyOf();
  const mutation = patchTask({ now: Date.now, newId }, boardOf(full), card, { state: 'DONE' });
  const place = placeOf(boardOf(full), card);
  const change = undoable.add({ boardId: PROJECT, mutation, before: card, place });
  expect(undo(undoable, change, state, { isSure: true })).toEqual([]);
  expect(showToast).toHaveBeenLastCalledWith({ description: said });
});

describe('people who have been taken off a card on the board over all projects', () => {
  const WORKSPACE = newId();
  const [inheriting, gone] = [newId(), newId()];
  const mine = task({ assignees: [USER, inheriting, gone] });
  const changed = { ...mine, title: 'New', assignees: [USER] };
  const home = withPersonal(noBoards, {
    columns: [{ id: 'READY', state: 'READY', tasks: [{ ...changed, columnPosition: 0 }] }],
    cursors: { [PROJECT]: { epoch: EPOCH, v: 5 } },
    projects: [{ id: PROJECT, name: 'Shop', workspaceId: WORKSPACE, role: 'member' }],
  });
  const clock = { now: Date.now, newId };
  const others = { add: [], remove: [inheriting, gone] };
  const edit = () => patchTask(clock, undefined, mine, { title: 'New', assignees: [USER] });
  const unassign = () => editMany(clock, [mine], { assignees: others }) as BoardMutation;

  /** What is asked for when such a change is undone after the people of these have been read. */
  function asked(mutation: BoardMutation, ...read: ('project' | 'workspace')[]) {
    const queries = new QueryClient();
    const member = (id: string, roleId: string) => ({
      user: { id, firstName: 'Ana', surname: 'Stone' },
      roleId,
    });
    const members = {
      project: [member(USER, 'member')],
      workspace: [member(inheriting, 'maintainer'), member(gone, 'member')],
    };
    for (const scope of read)
      queries.setQueryData(
        ['members', scope, { project: PROJECT, workspace: WORKSPACE }[scope]],
        members[scope],
      );
    const undoable = historyOf();
    const isBulk = mutation.pending.change.kind === 'bulk';
    const place = { afterId: null, beforeId: null };
    const befores = isBulk ? { befores: [mine] } : {};
    const made = undoable.add({ boardId: PERSONAL_BOARD, mutation, before: mine, place, ...befores });
    return undo(undoable, made, home, { queries }).map(({ entry }) => entry.body);
  }

  it('come back if they can still be assigned', () => {
    expect(asked(edit(), 'project', 'workspace')).toEqual([
      expect.objectContaining({ title: mine.title, assignees: [USER, inheriting] }),
    ]);
    expect(asked(unassign(), 'project', 'workspace')).toMatchObject([
      { changes: [{ taskId: mine.id, edit: { assignees: { add: [inheriting], remove: [] } } }] },
    ]);
  });

  it('come back by a request of their own where it is not known who can be assigned', () => {
    const [fields, people] = asked(edit(), 'project');
    expect(fields).toMatchObject({ title: mine.title });
    expect(fields).not.toHaveProperty('assignees');
    expect(people).toMatchObject({
      changes: [{ taskId: mine.id, edit: { assignees: { add: [inheriting, gone], remove: [] } } }],
    });
  });
});
