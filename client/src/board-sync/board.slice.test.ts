import type { Op } from '@livelane/shared/boards/op.schema';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { Random } from '../../../test-kit/random';
import {
  columnOf,
  newId,
  op,
  PROJECT,
  range,
  shownIn,
  snapshot,
  task,
  USER,
  withAnswer,
  withOps,
  withoutPending,
  withPending,
  withSnapshot,
} from './board.fixture';
import { readOf } from './board.reading';
import { boardReducer, pastRead } from './board.slice';
import type { BoardsState, Change, Pending } from './board.types';
import { noBoards, PAST_BOARD, projectBoard } from './board.types';
import { buildView, findInView } from './board.view';

const pendingFor = (card: StoredTask, change: Change): Pending => ({
  mutationId: newId(),
  projectId: PROJECT,
  taskId: card.id,
  change,
});
const moveTo = (card: StoredTask, state: StoredTask['state'], rank = 'b0') =>
  pendingFor(card, { kind: 'move', state, rank, boardId: PROJECT });
const shown = (state: BoardsState, card: StoredTask) => {
  const board = state.boards[PROJECT];
  return board && findInView(board.view, card.id);
};

test('R10 ops that follow are applied, known ones dropped, overlapping ones trimmed', () => {
  const card = task();
  let state = withSnapshot(noBoards, snapshot(1, [card]));
  const [two, three] = [
    op(2, { type: 'task.patched', taskId: card.id, patch: { title: 'Two' } }),
    op(3, { type: 'task.patched', taskId: card.id, patch: { title: 'Three' } }),
  ];
  state = withOps(state, range(two));
  expect(shown(state, card)).toMatchObject({ title: 'Two', rev: 2 });
  expect(withOps(state, range(two))).toBe(state);
  state = withOps(state, range(two, three));
  expect(shown(state, card)).toMatchObject({ title: 'Three', rev: 3 });
  expect(state.boards[PROJECT]).toMatchObject({ v: 3 });
});

test('R10 ops that leave a hole, or are of another epoch, change nothing', () => {
  const card = task();
  const state = withSnapshot(noBoards, snapshot(1, [card]));
  const late = range(op(3, { type: 'task.deleted', taskId: card.id }));
  expect(withOps(state, late)).toBe(state);
  expect(withOps(state, { ...range(op(2, { type: 'task.deleted', taskId: card.id })), epoch: newId() })).toBe(
    state,
  );
});

test('R10 a snapshot older than what is held is ignored; one of another epoch is not', () => {
  const card = task();
  const state = withSnapshot(noBoards, snapshot(5, [card]));
  expect(withSnapshot(state, snapshot(4, []))).toBe(state);
  expect(columnOf(withSnapshot(state, snapshot(1, [], newId())), card.id)).toBeNull();
});

test('R6 a change that was answered in an epoch that has ended waits for its version no longer; an unanswered one stays', () => {
  const [answered, waiting] = [task(), task()];
  let state = withSnapshot(noBoards, snapshot(8, [answered, waiting]));
  const [first, second] = [moveTo(answered, 'DONE'), moveTo(waiting, 'DONE')];
  state = withAnswer(withPending(withPending(state, first), second), first.mutationId, 9);
  state = withSnapshot(state, snapshot(3, [answered, waiting], newId()));
  expect(state.pending).toEqual([second]);
  expect([answered, waiting].map((card) => shown(state, card)?.state)).toEqual([answered.state, 'DONE']);
});

test('R4 rows that are newer than their snapshot’s version take later ops without harm', () => {
  const card = task({ title: 'As of op 3', rev: 3 });
  let state = withSnapshot(noBoards, snapshot(1, [card]));
  state = withOps(
    state,
    range(
      op(2, { type: 'task.patched', taskId: card.id, patch: { title: 'As of op 2' } }),
      op(3, { type: 'task.patched', taskId: card.id, patch: { title: 'As of op 3' } }),
    ),
  );
  expect(shown(state, card)).toMatchObject({ title: 'As of op 3', rev: 3 });
});

test('R15 the view is base with the pending changes on top, in order', () => {
  const card = task({ title: 'Base' });
  let state = withSnapshot(noBoards, snapshot(1, [card]));
  state = withPending(state, pendingFor(card, { kind: 'patch', fields: { title: 'First' } }));
  state = withPending(state, pendingFor(card, { kind: 'patch', fields: { title: 'Second' } }));
  state = withPending(state, moveTo(card, 'DONE'));
  expect(shown(state, card)).toMatchObject({ title: 'Second', state: 'DONE' });
  expect(state.boards[PROJECT]?.base.READY[card.id]).toMatchObject({ title: 'Base' });
});

test('R15 a poll never removes a pending change', () => {
  const card = task();
  let state = withSnapshot(noBoards, snapshot(1, [card]));
  state = withPending(state, moveTo(card, 'DONE'));
  for (const v of [1, 2, 3]) {
    state = withSnapshot(state, snapshot(v, [{ ...card, title: `Poll ${v}` }]));
    expect(columnOf(state, card.id)).toBe('DONE');
  }
});

test('R15 I10 a refused change disappears alone, and the rest stays', () => {
  const [a, b] = [task(), task({ rank: 'a1' })];
  const base = withSnapshot(noBoards, snapshot(1, [a, b]));
  const [refused, kept] = [moveTo(a, 'DONE'), moveTo(b, 'REVIEW')];
  const state = withoutPending(withPending(withPending(base, refused), kept), refused.mutationId);
  expect(columnOf(state, a.id)).toBe('READY');
  expect(columnOf(state, b.id)).toBe('REVIEW');
  expect(state.boards[PROJECT]?.view).toEqual(withPending(base, kept).boards[PROJECT]?.view);
});

/** Every order in which the confirmation of one move can arrive. */
const steps = {
  answer: (state: BoardsState, pending: Pending, _op: Op) => withAnswer(state, pending.mutationId, 2),
  push: (state: BoardsState, _pending: Pending, confirmed: Op) => withOps(state, range(confirmed)),
  oldSnapshot: (state: BoardsState, _pending: Pending, _op: Op, card: StoredTask) =>
    withSnapshot(state, snapshot(1, [card])),
  newSnapshot: (state: BoardsState, _pending: Pending, _op: Op, card: StoredTask) =>
    withSnapshot(state, snapshot(2, [{ ...card, state: 'DONE', rank: 'a0V', rev: 2 }])),
};

test.each([
  [['answer', 'push']],
  [['push', 'answer']],
  [['answer', 'oldSnapshot', 'push']],
  [['oldSnapshot', 'push', 'answer', 'oldSnapshot']],
  [['answer', 'newSnapshot', 'push']],
  [['newSnapshot', 'answer']],
  [['push', 'push', 'answer', 'answer']],
] as Array<[Array<keyof typeof steps>]>)(
  'R16 I7 a dropped card is never painted at its old place: %j',
  (order) => {
    const card = task();
    const start = withSnapshot(noBoards, snapshot(1, [card]));
    const pending = moveTo(card, 'DONE');
    const confirmed = op(
      2,
      { type: 'task.moved', taskId: card.id, patch: { state: 'DONE', rank: 'a0V' } },
      pending.mutationId,
    );
    let state = withPending(start, pending);
    expect(columnOf(state, card.id)).toBe('DONE');
    for (const step of order) {
      state = steps[step](state, pending, confirmed, card);
      expect(columnOf(state, card.id)).toBe('DONE');
    }
    expect(state.pending).toEqual([]);
    expect(shown(state, card)).toMatchObject({ rank: 'a0V', rev: 2 });
  },
);

test('R16 a new card is there at once and becomes the server’s without a gap', () => {
  const card = task({ rev: 0 });
  const pending = pendingFor(card, { kind: 'create', task: card });
  let state = withPending(withSnapshot(noBoards, snapshot(0, [])), pending);
  expect(shownIn(state, 'READY')).toEqual([card.id]);
  state = withAnswer(state, pending.mutationId, 1);
  expect(shownIn(state, 'READY')).toEqual([card.id]);
  state = withOps(
    state,
    range(op(1, { type: 'task.created', patch: { ...card, rank: 'a5' } }, pending.mutationId)),
  );
  expect(shown(state, card)).toMatchObject({ rank: 'a5', rev: 1 });
  expect(state.pending).toEqual([]);
});

test('a card that others delete takes its pending change with it', () => {
  const card = task();
  let state = withPending(withSnapshot(noBoards, snapshot(1, [card])), moveTo(card, 'DONE'));
  state = withOps(state, range(op(2, { type: 'task.deleted', taskId: card.id })));
  expect(columnOf(state, card.id)).toBeNull();
});

test('one op leaves every other card and column the same object', () => {
  const [a, b] = [task(), task({ state: 'DONE' })];
  const state = withSnapshot(noBoards, snapshot(1, [a, b]));
  const next = withOps(state, range(op(2, { type: 'task.patched', taskId: a.id, patch: { title: 'New' } })));
  const [before, after] = [state.boards[PROJECT]?.view, next.boards[PROJECT]?.view];
  expect(after?.DONE).toBe(before?.DONE);
  expect(after?.READY).not.toBe(before?.READY);
  const polled = withSnapshot(next, snapshot(2, [{ ...a, title: 'New', rev: 2 }, b]));
  expect(shown(polled, b)).toBe(shown(state, b));
});

test('another moment of the past changes only the objects of what was different then', () => {
  const cards = [task({ rank: 'a0' }), task({ rank: 'a1' }), task({ state: 'DONE' })];
  const [a, b] = cards as [StoredTask, StoredTask];
  const at = (state: BoardsState, v: number, tasks: readonly StoredTask[]) => {
    const settings = { name: 'Todo', isHidden: false, wipLimit: null, policy: '' };
    const board = snapshot(v, structuredClone(tasks));
    const columns = board.columns.map((column) => ({ ...column, ...settings }));
    const members = [{ id: USER, firstName: 'Ada', surname: 'Lovelace', roleId: 'owner' as const }];
    return boardReducer(state, pastRead(readOf({ ...board, columns, members })));
  };
  const before = at(noBoards, 1, cards);
  const after = at(before, 2, [{ ...a, title: 'New', rev: 2 }, ...cards.slice(1)]);
  const [then, now] = [projectBoard(before, PAST_BOARD), projectBoard(after, PAST_BOARD)];
  expect(now?.view.READY.cards[a.id]?.title).toBe('New');
  expect(now?.view.READY.cards[b.id]).toBe(then?.view.READY.cards[b.id]);
  expect(now?.view.READY.ids).toBe(then?.view.READY.ids);
  expect(now?.view.DONE).toBe(then?.view.DONE);
  expect(now?.settings).toBe(then?.settings);
  expect(now?.members).toBe(then?.members);
  const moved = projectBoard(at(after, 3, [b, { ...a, rank: 'a2', title: 'New', rev: 3 }]), PAST_BOARD);
  expect([moved?.view.READY.ids, moved?.view.DONE.ids]).toEqual([[b.id, a.id], []]);
});

const SEEDS = 150;

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'R10 R15 I1 random pushes, polls, answers and refusals end as the server: seed %i',
  (seed) => {
    const random = new Random(seed + 1);
    const tasks = Array.from({ length: 6 }, (_, index) => task({ rank: `a${index}` }));
    const log: Op[] = [];
    const server = new Map(tasks.map((card) => [card.id, card]));
    const snapshotNow = () => snapshot(log.length, [...server.values()]);
    let state = withSnapshot(noBoards, snapshotNow());
    const sent: Pending[] = [];
    const commit = (card: StoredTask, mutationId?: string, to = random.pick(taskStates)) => {
      const moved = { state: to, rank: `b${String(log.length).padStart(3, '0')}` };
      const done = op(log.length + 1, { type: 'task.moved', taskId: card.id, patch: moved }, mutationId);
      log.push(done);
      server.set(card.id, { ...(server.get(card.id) ?? card), ...moved, rev: done.v, updatedAt: done.at });
      return done.v;
    };
    for (let n = 0; n < 60; n++) {
      const card = random.pick(tasks);
      const v = state.boards[PROJECT]?.kind === 'project' ? state.boards[PROJECT].v : 0;
      switch (random.below(6)) {
        case 0:
          commit(card);
          break;
        case 1: {
          const pending = moveTo(card, random.pick(taskStates));
          state = withPending(state, pending);
          sent.push(pending);
          break;
        }
        case 2: {
          const [pending] = sent.splice(random.below(Math.max(sent.length, 1)), 1);
          if (!pending) break;
          if (random.below(4) === 0) state = withoutPending(state, pending.mutationId);
          else if (pending.change.kind === 'move') {
            const at = commit(
              card.id === pending.taskId ? card : (server.get(pending.taskId) as StoredTask),
              pending.mutationId,
              pending.change.state,
            );
            state = withAnswer(state, pending.mutationId, at);
          }
          break;
        }
        case 3:
          if (log.length > v) state = withOps(state, range(...log.slice(v, v + 1 + random.below(3))));
          break;
        case 4:
          if (log.length > 0) state = withOps(state, range(...log.slice(random.below(log.length))));
          break;
        default:
          state = withSnapshot(state, snapshotNow());
      }
      const board = state.boards[PROJECT];
      if (!board) throw new Error('the board is held');
      // The incremental view equals one built from scratch.
      expect(board.view).toEqual(buildView(board, state.pending));
    }
    for (const pending of sent) state = withoutPending(state, pending.mutationId);
    state = withSnapshot(state, snapshotNow());
    expect(state.pending).toEqual([]);
    expect(state.boards[PROJECT]?.view).toEqual(withSnapshot(noBoards, snapshotNow()).boards[PROJECT]?.view);
  },
);

it('a change of a card leaves the order of its column the same object, a move does not', () => {
  const [one, two] = [task({ rank: 'a0' }), task({ rank: 'a1' })];
  const before = withSnapshot(noBoards, snapshot(1, [one, two]));
  const renamed = withOps(
    before,
    range(op(2, { type: 'task.patched', taskId: one.id, patch: { title: 'New' } })),
  );
  expect(renamed.boards[PROJECT]?.view.READY.cards[one.id]?.title).toBe('New');
  expect(shownIn(renamed, 'READY')).toBe(shownIn(before, 'READY'));
  const move = op(3, { type: 'task.moved', taskId: one.id, patch: { state: 'READY', rank: 'a2' } });
  const moved = withOps(renamed, range(move));
  expect(shownIn(moved, 'READY')).toEqual([two.id, one.id]);
  expect(shownIn(renamed, 'READY')).toEqual([one.id, two.id]);
});
