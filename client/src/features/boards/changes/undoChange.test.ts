import type { StoredTask } from '@livelane/shared/tasks/task.schema';
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
import { deleteMany, editMany } from '#board-sync/bulk.mutations';
import { addItems, removeItem } from '#board-sync/checklist.mutations';
import { patchTask } from '#board-sync/edit.mutations';
import { AT_ITS_END, type BoardMutation, createTask, deleteTask } from '#board-sync/mutations';
import { placeOf, type Undoable, UndoHistory } from '#board-sync/undo';
import { readTask } from '#features/tasks/tasks.api';
import { ApiError } from '#lib/api';
import type { Store } from '#store/store';
import { showToast } from '#ui/toast/toast.store';
import { revealCard } from './revealCard';
import { undoChange } from './undoChange';

jest.mock('./revealCard', () => ({ revealCard: jest.fn() }));
jest.mock('#ui/toast/toast.store', () => ({ showToast: jest.fn() }));
jest.mock('#lib/api', () => ({
  ApiError: class extends Error {},
}));
jest.mock('#features/tasks/tasks.api', () => ({
  ...jest.requireActual<object>('#features/tasks/tasks.api'),
  readTask: jest.fn(),
}));

beforeEach(() => jest.clearAllMocks());

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

/** What the server answers when a task is read: null for one that is deleted. */
function reads(found: StoredTask | null | Error): void {
  jest.mocked(readTask).mockImplementation(async () => {
    if (found === null) throw Object.assign(Object.create(ApiError.prototype), { status: 404 });
    if (found instanceof Error) throw found;
    return { ...found, columnPosition: 0 };
  });
}

/** Undoes a change of a board as it is. @returns the changes that do so, which are painted as they are made */
async function undo(
  undoable: UndoHistory,
  change: Undoable,
  begun: State,
  { queries = new QueryClient(), isSure = false } = {},
): Promise<BoardMutation[]> {
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
  await undoChange(place as unknown as Place, change, isSure);
  return added;
}

/** What undoes a member's deletion of two hours ago. */
async function undone(isSent: boolean): Promise<string[]> {
  const mutation = deleteTask({ now: () => Date.now() - TWO_HOURS_MS, newId }, card);
  const waiting = withPending(full, mutation.pending);
  const state = isSent ? withAnswer(waiting, mutation.entry.mutationId, 6) : waiting;
  const undoable = historyOf();
  const place = placeOf(boardOf(full), card);
  const change = undoable.add({ boardId: PROJECT, mutation, before: card, place });
  return (await undo(undoable, change, state)).map(({ entry }) => entry.path);
}

it('a deletion that has waited for longer than its author may restore is taken back, not copied', async () => {
  expect(await undone(false)).toEqual(['/kanban/bulk']);
});

it('a member makes a copy of what they deleted long ago', async () => {
  expect(await undone(true)).toEqual(['/tasks']);
});

it('all changes of one action are undone at once, the newest first', async () => {
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
  const added = await undo(undoable, last, state);
  expect(added.map(({ pending }) => pending.change.kind)).toEqual(['checklist', 'checklist', 'patch']);
  for (const { pending } of added) state = withPending(state, pending);
  const { title, description, checklist } = findInView(boardOf(state).view, card.id) ?? {};
  expect([title, description, checklist]).toEqual([card.title, card.description, card.checklist]);
  expect(undoable.last(PROJECT)).toBeUndefined();
});

it.each([
  ['is as it was says so', full, 'undo_what'],
  ['has been deleted names it', withSnapshot(noBoards, snapshot(6, [])), 'undo_gone'],
])('undo of a card that %s', async (_what, state, said) => {
  reads(null);
  const undoable = historyOf();
  const mutation = patchTask({ now: Date.now, newId }, boardOf(full), card, { state: 'DONE' });
  const place = placeOf(boardOf(full), card);
  const change = undoable.add({ boardId: PROJECT, mutation, before: card, place });
  expect(await undo(undoable, change, state, { isSure: true })).toEqual([]);
  expect(showToast).toHaveBeenLastCalledWith({ description: said });
});

describe('a creation', () => {
  const made = (assignees: string[] = []) => {
    const input = { title: 'New', projectId: PROJECT, assignees };
    const mutation = createTask({ now: Date.now, newId }, undefined, USER, input);
    const { change } = mutation.pending;
    if (change.kind !== 'create') throw new Error('no creation');
    return { mutation, before: change.task, place: AT_ITS_END };
  };

  it('is undone by a deletion', async () => {
    const { mutation, ...more } = made();
    const undoable = historyOf();
    const change = undoable.add({ boardId: PROJECT, mutation, ...more });
    const [back] = await undo(undoable, change, withPending(full, mutation.pending));
    expect(back?.entry).toMatchObject({ method: 'DELETE', path: `/tasks/${mutation.entry.taskId}` });
    expect(showToast).toHaveBeenLastCalledWith({ description: 'undo_what' });
    expect(undoable.last(PROJECT)).toBeUndefined();
    expect(revealCard).not.toHaveBeenCalled();
  });

  it('that the board does not show is undone if it is still there', async () => {
    const { mutation, before, place } = made();
    const undoable = historyOf();
    const add = () => undoable.add({ boardId: PROJECT, mutation, before, place });
    reads(before);
    const backOf = async () => (await undo(undoable, add(), full)).map(({ entry }) => entry.method);
    expect(await backOf()).toEqual(['DELETE']);
    reads(null);
    expect(await backOf()).toEqual([]);
    expect(showToast).toHaveBeenLastCalledWith({ description: 'undo_gone' });
  });
});

it('an item that has become a task is an item again, and the task is deleted, unless someone has changed it', async () => {
  const clock = { now: Date.now, newId };
  const item = { id: newId(), text: 'Sand', isDone: false, rank: 'a0' };
  const parent = { ...card, checklist: [item] };
  const creation = createTask(clock, undefined, USER, { title: 'Sand', projectId: PROJECT });
  const removal = removeItem(clock, parent, item);
  const { change } = creation.pending;
  if (change.kind !== 'create') throw new Error('no creation');
  const start = withSnapshot(noBoards, snapshot(5, [parent]));
  const after = [creation, removal].reduce((state, { pending }) => withPending(state, pending), start);
  const made = () => {
    const undoable = historyOf();
    const both = { boardId: PROJECT, place: AT_ITS_END, action: 'one' };
    const [first, last] = [
      undoable.add({ ...both, mutation: creation, before: change.task }),
      undoable.add({ ...both, mutation: removal, before: parent }),
    ];
    return { undoable, first, last };
  };
  const { undoable, last } = made();
  const asked = (await undo(undoable, last, after)).map(({ entry }) => `${entry.method} ${entry.path}`);
  expect(asked).toEqual([`POST /tasks/${card.id}/checklist`, `DELETE /tasks/${change.task.id}`]);
  expect(undoable.last(PROJECT)).toBeUndefined();
  const changed = made();
  changed.first.overwritten.add('title');
  expect(await undo(changed.undoable, changed.last, after)).toEqual([]);
});

it.each([
  ['one card', (boardId: string, mutation: BoardMutation) => ({ boardId, mutation })],
  ['many cards', (boardId: string, mutation: BoardMutation) => ({ boardId, mutation, befores: [card] })],
])('the card comes into sight when a change of %s is undone', async (of, changed) => {
  const clock = { now: Date.now, newId };
  const mutation = of === 'one card' ? deleteTask(clock, card) : (deleteMany(clock, [card]) as BoardMutation);
  const undoable = historyOf();
  const change = undoable.add({ ...changed(PROJECT, mutation), before: card, place: AT_ITS_END });
  await undo(undoable, change, withPending(full, mutation.pending));
  expect(revealCard).toHaveBeenCalledTimes(1);
  const [taskId, boardNow] = jest.mocked(revealCard).mock.lastCall ?? [];
  const board = boardNow?.();
  expect([taskId, board && findInView(board.view, card.id)?.state]).toEqual([card.id, card.state]);
});

describe('a card that has left the board for another project', () => {
  const ELSEWHERE = newId();
  const left = withSnapshot(noBoards, snapshot(6, []));
  const away = { ...card, projectId: ELSEWHERE, rev: 9 };
  const leave = (state: State = left) => {
    const mutation = patchTask({ now: Date.now, newId }, boardOf(full), card, { projectId: ELSEWHERE });
    const undoable = historyOf();
    const change = undoable.add({ boardId: PROJECT, mutation, before: card, place: AT_ITS_END });
    return { undoable, back: undo(undoable, change, state) };
  };

  it('comes back from there', async () => {
    reads(away);
    const [back] = await leave().back;
    expect(back?.entry).toMatchObject({ method: 'PUT', projectId: ELSEWHERE, body: { projectId: PROJECT } });
  });

  it.each([
    [
      'its user may no longer change it',
      withSnapshot(noBoards, { ...snapshot(6, []), role: 'viewer' }),
      away,
      { description: 'undo_impossible' },
    ],
    [
      'the server cannot be reached',
      left,
      new Error('Failed to fetch'),
      { title: 'error_network', variant: 'destructive' },
    ],
  ])('stays, and nothing older is undone, where %s', async (_why, state, found, said) => {
    reads(found);
    const { undoable, back } = leave(state as State);
    expect(await back).toEqual([]);
    expect(showToast).toHaveBeenLastCalledWith(said);
    expect(undoable.last(PROJECT)?.before.id).toBe(card.id);
  });
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
  async function asked(mutation: BoardMutation, ...read: ('project' | 'workspace')[]) {
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
    return (await undo(undoable, made, home, { queries })).map(({ entry }) => entry.body);
  }

  it('come back if they can still be assigned', async () => {
    expect(await asked(edit(), 'project', 'workspace')).toEqual([
      expect.objectContaining({ title: mine.title, assignees: [USER, inheriting] }),
    ]);
    expect(await asked(unassign(), 'project', 'workspace')).toMatchObject([
      { changes: [{ taskId: mine.id, edit: { assignees: { add: [inheriting], remove: [] } } }] },
    ]);
  });

  it('come back by a request of their own where it is not known who can be assigned', async () => {
    const [fields, people] = await asked(edit(), 'project');
    expect(fields).toMatchObject({ title: mine.title });
    expect(fields).not.toHaveProperty('assignees');
    expect(people).toMatchObject({
      changes: [{ taskId: mine.id, edit: { assignees: { add: [inheriting, gone], remove: [] } } }],
    });
  });
});
