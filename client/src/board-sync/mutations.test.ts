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
} from './board.fixture';
import type { BoardState, BoardsState } from './board.types';
import { noBoards, PERSONAL_BOARD, projectBoard } from './board.types';
import { addComment } from './comment.mutations';
import { patchTask } from './edit.mutations';
import {
  completeTask,
  createTask,
  type DropPlace,
  deleteTask,
  moveTask,
  mutationOf,
  provisionalRank,
} from './mutations';
import { revert } from './revert';
import { placeOf } from './undo';

const clock = { now: () => Date.UTC(2026, 0, 3), newId };
const [a, b, c] = [
  task({ rank: 'a0', title: 'A' }),
  task({ rank: 'a1', title: 'B' }),
  task({ rank: 'a2', title: 'C' }),
];
const state = withSnapshot(noBoards, snapshot(1, [a, b, c]));
const board = projectBoard(state, PROJECT) as BoardState;
const between = (afterId: string | null, beforeId: string | null) => ({ afterId, beforeId });

test.each([
  ['between its own neighbours', b, between(a.id, c.id)],
  ['first where it is first', a, between(null, b.id)],
  ['last where it is last', c, between(b.id, null)],
])('R17 a drop on the same place makes no mutation: %s', (_name, card, place) => {
  expect(moveTask(clock, board, card, 'READY', place)).toBeNull();
});

test('a drop elsewhere tells the neighbours that the user saw', () => {
  const moved = moveTask(clock, board, c, 'READY', between(a.id, b.id));
  expect(moved?.entry).toMatchObject({
    method: 'POST',
    path: '/kanban/moveTask',
    body: { taskId: c.id, state: 'READY', position: 1, afterId: a.id, beforeId: b.id },
  });
  const painted = moved && withPending(state, moved.pending);
  expect(painted?.boards[PROJECT]?.view.READY.ids).toEqual([a.id, c.id, b.id]);
});

test('a drop between cards that a filter shows counts the hidden ones', () => {
  const moved = moveTask(clock, board, a, 'READY', between(c.id, null));
  expect(moved?.entry.body).toMatchObject({ position: 2, afterId: c.id });
});

test('complete is (DONE, position 0); doing it again sends nothing', () => {
  const done = task({ state: 'DONE', rank: 'a0' });
  const start = withSnapshot(noBoards, snapshot(1, [a, done]));
  const full = projectBoard(start, PROJECT) as BoardState;
  const completed = completeTask(clock, full, a);
  // Not beside the first card that its user sees: above it may be others by now, or on the personal board.
  expect(completed?.entry.body).toEqual({ taskId: a.id, state: 'DONE', position: 0 });
  const painted = completed && withPending(start, completed.pending);
  expect(painted?.boards[PROJECT]?.view.DONE.ids).toEqual([a.id, done.id]);
  expect(completeTask(clock, full, done)).toBeNull();
});

describe('on the personal board', () => {
  const OTHER = '44444444-4444-4444-8444-444444444444';
  const card = (title: string, columnPosition: number, projectId = PROJECT) => ({
    ...task({ title, projectId }),
    columnPosition,
  });
  /** READY as the server answers it: each card with its place in its own project. */
  const personalState = (tasks: ReturnType<typeof card>[]) => {
    const cursors = Object.fromEntries([PROJECT, OTHER].map((id) => [id, { epoch: EPOCH, v: 1 }]));
    const projects = [
      { id: PROJECT, name: 'Alpha', workspaceId: newId(), role: 'member' as const },
      { id: OTHER, name: 'Beta', workspaceId: newId(), role: 'member' as const },
    ];
    const columns = [{ id: 'READY' as const, state: 'READY' as const, tasks }];
    return withPersonal(noBoards, { columns, cursors, projects });
  };
  const boardOf = ({ boards }: BoardsState) => boards[PERSONAL_BOARD] as BoardState;
  const personal = (tasks: ReturnType<typeof card>[]) => boardOf(personalState(tasks));
  const moved = task({ title: 'Moved', state: 'BACKLOG' });
  const bodyOf = (column: ReturnType<typeof card>[], place: DropPlace) =>
    moveTask(clock, personal(column), moved, 'READY', place)?.entry.body;
  const [own, farOwn] = [card('Own', 2), card('Far', 9)];
  const [foreign, lower] = [card('Foreign', 5, OTHER), card('Lower', 7, OTHER)];

  test('a drop above a card of another project takes the place that this card has there', () => {
    const place = between(foreign.id, lower.id);
    expect(bodyOf([foreign, lower], place)).toEqual({ taskId: moved.id, state: 'READY', position: 7 });
  });

  test.each([
    ['an empty column', [], between(null, null)],
    ['below a card of another project', [foreign], between(foreign.id, null)],
    ['below that and its own ones', [own, foreign], between(foreign.id, null)],
  ])('a drop at the end comes to the end of its project: %s', (_name, column, place) => {
    expect(bodyOf(column, place)).toEqual({ taskId: moved.id, state: 'READY', position: 1_000_000_000 });
  });

  test('a drop beside a card of its own project names that one', () => {
    expect(bodyOf([own, foreign], between(own.id, foreign.id))).toMatchObject({ afterId: own.id });
    const above = bodyOf([own, foreign, farOwn], between(foreign.id, farOwn.id));
    expect(above).toMatchObject({ beforeId: farOwn.id });
    expect(above).not.toHaveProperty('afterId');
  });

  test('a place in another project never leads past its own cards', () => {
    const [high, twin, low] = [card('High', 5), card('Twin', 5, OTHER), card('Low', 5, OTHER)];
    expect(bodyOf([high, twin, low], between(twin.id, low.id))).toMatchObject({ position: 6 });
    const [first, next, other, below] = [
      card('First', 0),
      card('Next', 6, OTHER),
      card('Other', 7, OTHER),
      card('Below', 7),
    ];
    const board = personal([first, next, below, other]);
    const down = moveTask(clock, board, first, 'READY', between(next.id, below.id));
    expect(down?.entry.body).toMatchObject({ beforeId: below.id });
  });

  /** READY with these cards, and a pending one of the other project that has that rank. */
  const withPendingOne = (
    cards: ReturnType<typeof card>[],
    rankOn: (board: BoardState) => string | undefined,
  ) => {
    const before = personalState(cards);
    const come = task({ title: 'Pending', projectId: OTHER, rank: rankOn(boardOf(before)) ?? '' });
    const { pending } = mutationOf(clock, come, { kind: 'create', task: come }, { method: 'POST', path: '' });
    const board = boardOf(withPending(before, pending));
    return { come: board.view.READY.cards[come.id] ?? come, board };
  };

  test.each([
    ['last, behind', 9, []],
    ['last, behind', 19, []],
    ['last, behind', 99, []],
    ['last, behind', 109, []],
    ['between the next one and', 9, [10]],
    ['between the next one and', 19, [20]],
    ['between the next one and', 99, [100]],
    ['between a later one and', 9, [14]],
  ])('a drop above a pending card that is %s the one at place %i', (_name, columnPosition, later) => {
    const above = card('Above', columnPosition, OTHER);
    const below = later.map((position) => card('Below', position, OTHER));
    const { come, board } = withPendingOne([above, ...below], ({ view }) => provisionalRank(view.READY, 1));
    expect(board.view.READY.ids).toEqual([above.id, come.id, ...below.map(({ id }) => id)]);
    const drop = moveTask(clock, board, moved, 'READY', between(above.id, come.id));
    expect(drop?.entry.body).toMatchObject({ position: columnPosition + 1 });
    expect(placeOf(board, come)).toMatchObject({ position: columnPosition + 1 });
  });

  test.each([
    ['whose place here is unknown', '~', 1_000_000_000],
    ['above all', 'dzzzz', 0],
  ])('a drop above a pending card %s', (_name, rank, position) => {
    const { come, board } = withPendingOne([card('Other', 5, OTHER)], () => rank);
    const { afterId } = placeOf(board, come);
    const drop = moveTask(clock, board, moved, 'READY', between(afterId, come.id));
    expect(drop?.entry.body).toMatchObject({ position });
  });

  const high = card('High', 3);
  const other = card('Other', 4);
  const coming = card('Coming', 9, OTHER);
  const drop = (cards: ReturnType<typeof card>[], place: DropPlace) => {
    const before = personalState([...cards, coming]);
    const { [coming.id]: shown = coming } = boardOf(before).view.READY.cards;
    const made = moveTask(clock, boardOf(before), shown, 'READY', place);
    return { body: made?.entry.body, ids: made && boardOf(withPending(before, made.pending)).view.READY.ids };
  };

  test('a drop that no place brings where it was let go is painted where it comes, or changes nothing', () => {
    const { body, ids } = drop([high, other], between(null, high.id));
    expect(body).toEqual({ taskId: coming.id, state: 'READY', position: 3 });
    expect(ids).toEqual([high.id, coming.id, other.id]);
    expect(drop([high], between(null, high.id)).ids).toBeNull();
  });

  test('a card that comes back comes to the place that it had in its project', () => {
    expect(bodyOf([foreign, lower], { ...between(foreign.id, lower.id), position: 4 })).toEqual({
      taskId: moved.id,
      state: 'READY',
      position: 4,
    });
    const board = personal([own, foreign, lower]);
    const shown = board.view.READY.cards[foreign.id] ?? foreign;
    expect(placeOf(board, shown)).toEqual({ afterId: own.id, beforeId: lower.id, position: 5 });
  });
});

test('a quick add sends only what was given, and the id that it minted', () => {
  const { pending, entry } = createTask(clock, board, USER, {
    title: ' New ',
    projectId: PROJECT,
    state: 'DONE',
    assignees: [USER],
  });
  expect(entry.body).toEqual({
    id: pending.taskId,
    title: ' New ',
    projectId: PROJECT,
    state: 'DONE',
    assignees: [USER],
  });
  expect(entry.mutationId).toBe(pending.mutationId);
  expect(pending.change).toMatchObject({
    kind: 'create',
    task: { title: 'New', priority: 'MEDIUM', state: 'DONE' },
  });
});

test('an edit sends the touched fields and paints them', () => {
  const { pending, entry } = patchTask(clock, board, a, { title: 'Anew', timeEstimateId: 30, baseRev: 1 });
  expect(entry).toMatchObject({
    method: 'PUT',
    path: `/tasks/${a.id}`,
    body: { title: 'Anew', timeEstimateId: 30, baseRev: 1 },
  });
  expect(pending.change).toEqual({
    kind: 'patch',
    fields: { title: 'Anew', timeEstimate: { id: 30, name: 'time_estimate_30' } },
  });
});

test('SPEC.md#conflicts: an edit says which lists its user saw, with own changes that have no version yet', () => {
  const tom = newId();
  const add = patchTask(clock, board, a, { assignees: [USER, tom], labels: [], baseRev: 1 });
  expect(add.entry.body).toMatchObject({ baseLists: { assignees: a.assignees, labels: a.labels } });
  const view = withPending(state, add.pending).boards[PROJECT]?.view;
  const painted = view?.READY.cards[a.id] ?? a;
  const takeBack = patchTask(clock, board, painted, { assignees: [USER], baseRev: painted.rev });
  expect(takeBack.entry.body).toEqual({
    assignees: [USER],
    baseRev: a.rev,
    baseLists: { assignees: [USER, tom] },
  });
  // A dialog knows what its user saw before they touched it.
  const given = { assignees: [], baseLists: { assignees: [tom] } };
  expect(patchTask(clock, board, painted, given).entry.body).toEqual(given);
});

test('SPEC.md#conflicts: an edit or an undo that begins between the answer and the op builds on the own text', () => {
  const [description, title] = [
    patchTask(clock, board, a, { description: 'One', baseRev: a.rev }),
    patchTask(clock, board, b, { title: 'One', baseRev: b.rev }),
  ];
  let now = withPending(withPending(state, description.pending), title.pending);
  const shown = (id: string) => now.boards[PROJECT]?.view.READY.cards[id];
  expect(shown(a.id)?.rev).toBe(a.rev);
  now = withAnswer(withAnswer(now, description.entry.mutationId, 12), title.entry.mutationId, 13);
  expect(shown(a.id)).toMatchObject({ description: 'One', rev: 12 });
  // What others have written into the text before the title came is not known here.
  expect(shown(b.id)).toMatchObject({ title: 'One', rev: b.rev });
  const undoable = {
    boardId: PROJECT,
    mutation: description,
    before: a,
    place: placeOf(board, a),
    overwritten: new Set<string>(),
  };
  const situation = { clock, board, now: shown(a.id), userId: USER, canRestore: true, isPending: true };
  expect(revert(undoable, situation).map(({ entry }) => entry.body)).toMatchObject([
    { description: a.description, baseRev: 12 },
  ]);
  const comment = addComment(clock, a, USER, 'Dry');
  now = withAnswer(withPending(now, comment.pending), comment.entry.mutationId, 11);
  expect(shown(a.id)?.numOfComments).toBe(a.numOfComments + 1);
});

test('a deleted card is gone at once', () => {
  const { pending } = deleteTask(clock, b);
  expect(withPending(state, pending).boards[PROJECT]?.view.READY.ids).toEqual([a.id, c.id]);
});
