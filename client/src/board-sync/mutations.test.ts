import { newId, PROJECT, snapshot, task, USER, withPending, withSnapshot } from './board.fixture';
import type { BoardState } from './board.types';
import { noBoards, projectBoard } from './board.types';
import { completeTask, createTask, deleteTask, moveTask, patchTask } from './mutations';

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
  const full = projectBoard(withSnapshot(noBoards, snapshot(1, [a, done])), PROJECT) as BoardState;
  expect(completeTask(clock, full, a)?.entry.body).toMatchObject({
    state: 'DONE',
    position: 0,
    beforeId: done.id,
  });
  expect(completeTask(clock, full, done)).toBeNull();
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

test('a deleted card is gone at once', () => {
  const { pending } = deleteTask(clock, b);
  expect(withPending(state, pending).boards[PROJECT]?.view.READY.ids).toEqual([a.id, c.id]);
});
