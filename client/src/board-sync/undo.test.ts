/** @jest-environment jsdom */
import { EPOCH, newId, PROJECT, USER, withOps, withPending } from './board.fixture';
import { findInView } from './board.view';
import { changeItem } from './checklist.mutations';
import { editComment } from './comment.mutations';
import { patchTask } from './edit.mutations';
import { type BoardMutation, deleteTask, moveTask } from './mutations';
import { isOverwritten, revert } from './revert';
import { placeOf, type Undoable, UndoHistory } from './undo';
import { a, b, boardOf, c, change, clock, OTHER, op, start } from './undo.fixture';

beforeEach(() => sessionStorage.clear());

function undone(undoable: Undoable, state: typeof start, more = {}): BoardMutation | undefined {
  return allUndone(undoable, state, more)[0];
}

function allUndone(undoable: Undoable, state: typeof start, more = {}): BoardMutation[] {
  const board = boardOf(state);
  const now = findInView(board.view, b.id);
  return revert(undoable, { clock, board, now, userId: USER, canRestore: true, isPending: false, ...more });
}

test('undo of a move puts the card back between the neighbours that it had', () => {
  const { undoable, after } = change((board) =>
    moveTask(clock, board, b, 'DONE', { afterId: null, beforeId: null }),
  );
  const back = undone(undoable, after);
  expect(back?.entry.body).toMatchObject({ taskId: b.id, state: 'READY', afterId: a.id, beforeId: c.id });
  const view = boardOf(withPending(after, (back as BoardMutation).pending)).view;
  expect([view.READY.ids, view.DONE.ids]).toEqual([[a.id, b.id, c.id], []]);
});

test('undo of an edit gives back the old values of the touched fields alone, against the version that is held', () => {
  const { undoable, after } = change((board) =>
    patchTask(clock, board, b, { title: 'New', timeEstimateId: 30, dueDate: '2026-03-01' }),
  );
  expect(undone(undoable, after)?.entry).toMatchObject({
    method: 'PUT',
    body: { title: 'a1', timeEstimateId: null, dueDate: null, baseRev: b.rev },
  });
  expect(undone(undoable, after, { isPending: true })?.entry.body).toMatchObject({ baseRev: b.rev });
});

test('undo of an edit of the column moves the card back to its place, from where its user saw it', () => {
  const { undoable, after } = change((board) => patchTask(clock, board, b, { title: 'New', state: 'DONE' }));
  const [move, fields, ...more] = allUndone(undoable, after);
  expect(fields?.entry).toMatchObject({ method: 'PUT', body: { title: 'a1' } });
  expect(fields?.entry.body).not.toHaveProperty('state');
  expect(move?.entry).toMatchObject({
    path: '/kanban/moveTask',
    body: { taskId: b.id, state: 'READY', afterId: a.id, beforeId: c.id },
    expectedState: 'DONE',
  });
  expect(more).toEqual([]);
  const back = [move, fields].reduce(
    (state, made) => (made ? withPending(state, made.pending) : state),
    after,
  );
  expect([boardOf(back).view.READY.ids, findInView(boardOf(back).view, b.id)?.title]).toEqual([
    [a.id, b.id, c.id],
    'a1',
  ]);
});

test('undo of an edit of column and visibility moves the card while it is private', () => {
  const { undoable, after } = change((board) =>
    patchTask(clock, board, b, { visibility: 'PRIVATE', state: 'DONE' }),
  );
  const methods = (before: typeof b) =>
    allUndone({ ...undoable, before }, after).map(({ entry }) => entry.method);
  expect(methods(b)).toEqual(['POST', 'PUT']);
  expect(methods({ ...b, visibility: 'PRIVATE' })).toEqual(['PUT', 'POST']);
});

test('undo of an edit that left the column as it was leaves the card where others have moved it in it', () => {
  const { undoable, after } = change((board) => patchTask(clock, board, b, { title: 'New', state: 'READY' }));
  const theirs = op('task.moved', { state: 'READY', rank: 'a9' }) as never;
  const moved = withOps(after, { projectId: PROJECT, epoch: EPOCH, from: 2, to: 2, ops: [theirs] });
  expect(allUndone(undoable, moved).map(({ entry }) => entry.method)).toEqual(['PUT']);
});

test('undo of an edit that is not sent yet takes from lists what it added, whoever changes them meanwhile', () => {
  const { undoable, after } = change((board) =>
    patchTask(clock, board, b, { title: 'Mine', labels: [OTHER] }),
  );
  expect(undone(undoable, after)?.entry.body).toMatchObject({ title: 'a1', labels: [] });
  const [fields, lists] = allUndone(undoable, after, { isPending: true });
  expect(fields?.entry.body).not.toHaveProperty('labels');
  expect(lists?.entry).toMatchObject({
    path: '/kanban/bulk',
    body: { changes: [{ taskId: b.id, edit: { labels: { add: [], remove: [OTHER] } } }] },
  });
});

test('changes of one action are undone together, the newest first', () => {
  const history = new UndoHistory(USER, () => sessionStorage);
  const add = (action?: string) =>
    history.add({
      boardId: PROJECT,
      mutation: deleteTask(clock, b),
      before: b,
      place: placeOf(boardOf(), b),
      ...(action && { action }),
    });
  const [alone, first, second] = [add(), add('one'), add('one')];
  expect(history.sameAction(alone)).toEqual([alone]);
  expect(history.sameAction(second)).toEqual([second, first]);
});

test('the last twenty actions are kept, each of them whole', () => {
  const history = new UndoHistory(USER, () => sessionStorage);
  const add = (action?: string) =>
    history.add({
      boardId: PROJECT,
      mutation: deleteTask(clock, b),
      before: b,
      place: placeOf(boardOf(), b),
      action,
    });
  const oldest = add();
  const large = Array.from({ length: 30 }, () => add('large'));
  for (let n = 0; n < 18; n++) add();
  const last = add();
  expect(history.has(oldest)).toBe(false);
  expect(history.sameAction(large[0] ?? last)).toEqual(large.toReversed());
  add();
  expect(large.some((each) => history.has(each))).toBe(false);
  expect(history.has(last)).toBe(true);
});

test('undo of a deletion restores the task, or creates it again for who may not restore', () => {
  const { undoable, after } = change(() => deleteTask(clock, b));
  const restored = undone(undoable, after);
  expect(restored?.entry).toMatchObject({ method: 'POST', path: '/kanban/bulk' });
  expect(restored?.pending.taskId).toBe(b.id);
  const copy = undone(undoable, after, { canRestore: false });
  expect(copy?.entry).toMatchObject({ path: '/tasks', body: { title: 'a1', assignees: b.assignees } });
  expect(copy?.pending.taskId).not.toBe(b.id);
  expect(undone(undoable, start)).toBeUndefined();
});

test.each([
  ['an edit', patchTask(clock, undefined, b, { title: 'New', assignees: [] })],
  ['a deletion', deleteTask(clock, b)],
])('undo of %s leaves out who can no longer be assigned', (_what, mutation) => {
  const { undoable, after } = change(() => mutation);
  const before = { ...b, assignees: [USER, OTHER] };
  const changes = allUndone({ ...undoable, before }, after, { canRestore: false });
  expect(changes[0]?.entry.body).toMatchObject({ title: 'a1', assignees: [USER] });
});

test('undo of a deletion brings the card back to its place by one change', () => {
  const { undoable, after } = change(() => deleteTask(clock, b));
  const restored = (state = after) => {
    const [{ entry, pending } = deleteTask(clock, b), ...more] = allUndone(undoable, state);
    const { view } = boardOf(withPending(state, pending));
    return { body: entry.body, ids: view.READY.ids, more };
  };
  const between = { position: 1, afterId: a.id, beforeId: c.id };
  expect(restored()).toEqual({
    body: { projectId: PROJECT, changes: [{ taskId: b.id, restore: true, place: between }] },
    ids: [a.id, b.id, c.id],
    more: [],
  });
  // Of the cards that it stood between, one has left the column.
  const gone = withPending(after, deleteTask(clock, a).pending);
  const below = { position: 0, beforeId: c.id };
  expect(restored(gone)).toMatchObject({ body: { changes: [{ place: below }] }, ids: [b.id, c.id] });
});

test('who may not restore a deleted card has a copy of it in its place', () => {
  const { undoable, after } = change(() => deleteTask(clock, b));
  const copied = allUndone(undoable, after, { canRestore: false });
  expect(copied.map(({ entry }) => entry.path)).toEqual(['/tasks', '/kanban/moveTask']);
  expect(copied[1]?.entry.body).toMatchObject({ state: 'READY', afterId: a.id, beforeId: c.id });
});

test('undo says so when someone else has changed the same thing since', () => {
  const { history, undoable, after } = change((board) =>
    moveTask(clock, board, b, 'DONE', { afterId: null, beforeId: null }),
  );
  const now = findInView(boardOf(after).view, b.id);
  expect(isOverwritten(undoable, now)).toBe(false);
  history.observe([op('task.patched', { title: 'Theirs' }) as never]);
  expect(isOverwritten(undoable, now)).toBe(false);
  history.observe([op('task.moved', { state: 'DONE', rank: 'a5' }, USER) as never]);
  expect(isOverwritten(undoable, now)).toBe(false);
  history.observe([op('task.moved', { state: 'DONE', rank: 'a5' }) as never]);
  expect(isOverwritten(undoable, now)).toBe(true);
});

test('undo notices by the values, too, where the ops were missed', () => {
  const { undoable, after } = change((board) => patchTask(clock, board, b, { title: 'Mine' }));
  const mine = findInView(boardOf(after).view, b.id);
  expect(isOverwritten(undoable, mine)).toBe(false);
  expect(isOverwritten(undoable, mine && { ...mine, description: 'Theirs' })).toBe(false);
  expect(isOverwritten(undoable, mine && { ...mine, title: 'Theirs' })).toBe(true);
  expect(isOverwritten(undoable, undefined)).toBe(true);
});

test('undo takes ids that the server has put in another order for its user’s own', () => {
  const [first, second] = [newId(), newId()];
  const { undoable, after } = change((board) => patchTask(clock, board, b, { labels: [first, second] }));
  const mine = findInView(boardOf(after).view, b.id);
  expect(isOverwritten(undoable, mine && { ...mine, labels: [second, first] })).toBe(false);
  expect(isOverwritten(undoable, mine && { ...mine, labels: [second] })).toBe(true);
});

test('undo notices an item that someone else has renamed where the ops were missed', () => {
  const item = { id: newId(), text: 'Dry', isDone: false, rank: 'a0' };
  const { undoable } = change(() => changeItem(clock, b, item, { text: 'Mine', baseText: 'Dry' }));
  const shown = (text: string, isDone = false) => ({ ...b, checklist: [{ ...item, text, isDone }] });
  expect(isOverwritten(undoable, shown('Mine', true))).toBe(false);
  expect(isOverwritten(undoable, shown('Theirs'))).toBe(true);
});

test.each(['answer', 'op'])('undo of an edited comment builds on the version that its %s tells', (from) => {
  const comment = {
    id: newId(),
    taskId: b.id,
    projectId: PROJECT,
    authorId: USER,
    text: 'Before',
    mentions: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    isEdited: false,
    rev: 1,
  };
  const { history, undoable, after } = change(() => editComment(clock, b, comment, 'After'));
  expect(undone(undoable, after)?.entry.body).toMatchObject({ text: 'Before', baseRev: 1 });
  const { mutationId } = undoable.mutation.entry;
  if (from === 'answer') history.committed(mutationId, 2);
  else history.observe([{ ...op('task.patched', {}, USER), type: 'comment.edited', mutationId } as never]);
  const reloaded = new UndoHistory(USER, () => sessionStorage).last(PROJECT);
  expect(reloaded && undone(reloaded, after)?.entry.body).toMatchObject({ text: 'Before', baseRev: 2 });
});

test('the last change of the board comes first; what was taken back or refused is forgotten', () => {
  const history = new UndoHistory(USER, () => sessionStorage);
  const make = (boardId: string) => {
    const mutation = deleteTask(clock, b);
    return history.add({ boardId, mutation, before: b, place: placeOf(boardOf(), b) });
  };
  const [first, second] = [make(PROJECT), make(PROJECT)];
  make('personal');
  expect(history.last(PROJECT)).toBe(second);
  history.forget(second.mutation.entry.mutationId);
  expect([history.has(second), history.last(PROJECT)]).toEqual([false, first]);
});

test('an op of someone else changes the view and is still noticed after it was applied', () => {
  const { history, undoable, after } = change((board) => patchTask(clock, board, b, { title: 'Mine' }));
  const theirs = op('task.patched', { title: 'Theirs' }) as never;
  history.observe([theirs]);
  const state = withOps(after, { projectId: PROJECT, epoch: EPOCH, from: 2, to: 2, ops: [theirs] });
  expect(isOverwritten(undoable, findInView(boardOf(state).view, b.id))).toBe(true);
});

test('a reload forgets nothing, another user sees nothing', () => {
  const { history, undoable } = change((board) => patchTask(clock, board, b, { title: 'Mine' }));
  history.observe([op('task.patched', { title: 'Theirs' }) as never]);
  const reloaded = new UndoHistory(USER, () => sessionStorage).last(PROJECT);
  expect(reloaded?.mutation).toEqual(undoable.mutation);
  expect(reloaded && isOverwritten(reloaded, { ...b, title: 'Mine' })).toBe(true);
  expect(new UndoHistory(OTHER, () => sessionStorage).last(PROJECT)).toBeUndefined();
});
