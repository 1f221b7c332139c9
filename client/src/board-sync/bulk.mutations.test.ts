import type { Op } from '@livelane/shared/boards/op.schema';
import type { BulkInput } from '@livelane/shared/tasks/bulk.schema';
import {
  columnOf,
  EPOCH,
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
  withPersonal,
  withSnapshot,
} from './board.fixture';
import type { BoardState, BoardsState } from './board.types';
import { noBoards, PERSONAL_BOARD, personalBoard, projectBoard } from './board.types';
import { deleteMany, editMany, moveMany, restOf, revertMany } from './bulk.mutations';
import { type BoardMutation, type DropPlace, TOP } from './mutations';
import type { Undoable } from './undo';

const clock = { now: () => 0, newId };
const label = newId();
const [a, b, c, d] = ['a0', 'a1', 'a2', 'a3'].map((rank) => task({ rank })) as [
  ReturnType<typeof task>,
  ReturnType<typeof task>,
  ReturnType<typeof task>,
  ReturnType<typeof task>,
];
const [x, y] = [task({ state: 'REVIEW', rank: 'a0' }), task({ state: 'REVIEW', rank: 'a1' })];
const start = withSnapshot(noBoards, snapshot(5, [a, b, c, d, x, y]));
const boardOf = (state: BoardsState) => {
  const board = projectBoard(state, PROJECT);
  if (!board) throw new Error('no board');
  return board;
};
const made = (mutation: BoardMutation | null): BoardMutation => {
  if (!mutation) throw new Error('nothing is changed');
  return mutation;
};
const between = { afterId: x.id, beforeId: y.id };
const move = () => made(moveMany(clock, boardOf(start), [a, c], 'REVIEW', between));
const paint = (mutation: BoardMutation, on = start) => withPending(on, mutation.pending);
/** One op of the bulk change, as the server writes it. */
const part = (v: number, { entry }: BoardMutation, taskId: string) =>
  ({
    ...op(v, { type: 'task.moved', taskId, patch: { state: 'REVIEW', rank: `a0${v}` } }),
    bulkId: entry.mutationId,
  }) as Op;
const undoable = (mutation: BoardMutation, befores: Undoable['befores'], overwritten: string[] = []) =>
  ({ mutation, before: a, befores, overwritten: new Set(overwritten) }) as unknown as Undoable;

it('R16 many cards stand beside each other where they were dropped, by one request', () => {
  const mutation = move();
  expect(shownIn(paint(mutation), 'REVIEW')).toEqual([x.id, a.id, c.id, y.id]);
  expect(shownIn(paint(mutation), 'READY')).toEqual([b.id, d.id]);
  const { changes } = mutation.entry.body as BulkInput;
  expect(changes).toEqual([
    { taskId: a.id, move: { state: 'REVIEW', position: 1, afterId: x.id, beforeId: y.id } },
    { taskId: c.id, move: { state: 'REVIEW', position: 2, afterId: a.id, beforeId: y.id } },
  ]);
});

it('many cards stand where one of them was dropped beside another of them', () => {
  const mutation = made(moveMany(clock, boardOf(start), [a, b], 'READY', { afterId: null, beforeId: a.id }));
  expect(shownIn(paint(mutation), 'READY')).toEqual([a.id, b.id, c.id, d.id]);
  const { changes } = mutation.entry.body as BulkInput;
  expect(changes[0]?.move).toMatchObject({ position: 0, beforeId: c.id });
  const among = made(moveMany(clock, boardOf(start), [x, b, d], 'READY', { afterId: b.id, beforeId: c.id }));
  expect(shownIn(paint(among), 'READY')).toEqual([a.id, x.id, b.id, d.id, c.id]);
});

it('many cards are completed at position 0', () => {
  const { changes } = made(moveMany(clock, boardOf(start), [a, c], 'REVIEW', TOP)).entry.body as BulkInput;
  expect(changes.map(({ move: each }) => each)).toEqual([
    { state: 'REVIEW', position: 0 },
    { state: 'REVIEW', position: 1, afterId: a.id },
  ]);
});

it('R15 many cards stand beside one whose place on this board is not known yet', () => {
  // Moved on another board, and painted at the end until its op is here.
  const change = { kind: 'move', state: 'REVIEW', rank: 'a5', boardId: PERSONAL_BOARD } as const;
  const elsewhere = withPending(start, { mutationId: newId(), projectId: PROJECT, taskId: d.id, change });
  expect(shownIn(elsewhere, 'REVIEW')).toEqual([x.id, y.id, d.id]);
  const dropped = (place: DropPlace) => {
    const mutation = made(moveMany(clock, boardOf(elsewhere), [a, c], 'REVIEW', place));
    return shownIn(paint(mutation, elsewhere), 'REVIEW');
  };
  expect(dropped({ afterId: y.id, beforeId: d.id })).toEqual([x.id, y.id, a.id, c.id, d.id]);
  const last = dropped({ afterId: d.id, beforeId: null });
  expect(last.slice(0, 2)).toEqual([x.id, y.id]);
  expect(new Set(last.slice(2))).toEqual(new Set([a.id, c.id, d.id]));
});

it('SPEC.md#conflicts many cards tell the states that their user saw once they have waited, also taken back', () => {
  const mutation = move();
  const statesOf = ({ entry }: BoardMutation) =>
    (entry.waitedBody as BulkInput).changes.map((change) => change.move?.expectedState);
  expect(statesOf(mutation)).toEqual(['READY', 'READY']);
  expect(mutation.entry.waitedBody).toMatchObject(mutation.entry.body as object);
  const { back } = revertMany(clock, boardOf(paint(mutation)), undoable(mutation, [a, c]));
  expect(back.map(statesOf)).toEqual([['REVIEW', 'REVIEW']]);
  expect(made(deleteMany(clock, [a])).entry).not.toHaveProperty('waitedBody');
});

it('R16 they stay painted until the last of their ops is here', () => {
  const mutation = move();
  const { mutationId } = mutation.entry;
  const first = withOps(paint(mutation), range(part(6, mutation, a.id), part(7, mutation, c.id)));
  expect(first.pending).toEqual([]);
  const answered = withAnswer(paint(mutation), mutationId, 7);
  expect(answered.pending).toHaveLength(1);
  expect(columnOf(answered, c.id)).toBe('REVIEW');
});

it('R15 a card that was refused comes back, and the others stay', () => {
  const mutation = move();
  const done = withAnswer(
    withOps(paint(mutation), range(part(6, mutation, a.id))),
    mutation.entry.mutationId,
    6,
  );
  expect([columnOf(done, a.id), columnOf(done, c.id)]).toEqual(['REVIEW', 'READY']);
  const none = withoutPending(paint(mutation), mutation.entry.mutationId);
  expect(shownIn(none, 'READY')).toEqual([a.id, b.id, c.id, d.id]);
});

it('changes only what is asked for of each card', () => {
  const labelled = { ...b, labels: [label] };
  const mutation = made(editMany(clock, [a, labelled], { labels: { add: [label] }, priority: 'LOW' }));
  const { view } = boardOf(paint(mutation));
  expect([a.id, b.id].map((id) => view.READY.cards[id])).toMatchObject([
    { priority: 'LOW', labels: [label], title: a.title },
    { priority: 'LOW', labels: [label] },
  ]);
});

describe('taking back', () => {
  const back = (mutation: BoardMutation, overwritten: string[] = []) => {
    const changed = paint(mutation);
    const reverted = revertMany(clock, boardOf(changed), undoable(mutation, [a, c], overwritten));
    return { ...reverted, state: reverted.back.reduce((state, each) => paint(each, state), changed) };
  };

  it.each([
    ['a move', move()],
    ['a deletion', made(deleteMany(clock, [a, c]))],
    ['an edit', made(editMany(clock, [a, c], { labels: { add: [label] }, dueDate: '2026-12-01' }))],
  ])('%s is one change again', (_name, mutation) => {
    const {
      state,
      left,
      back: [one],
    } = back(mutation);
    expect(shownIn(state, 'READY')).toEqual([a.id, b.id, c.id, d.id]);
    expect(boardOf(state).view.READY.cards[a.id]).toMatchObject({ labels: [], dueDate: null });
    expect([left, (made(one ?? null).entry.body as BulkInput).changes.length]).toEqual([0, 2]);
  });

  it('leaves what others have changed since', () => {
    const { state, left } = back(move(), [c.id]);
    expect([columnOf(state, a.id), columnOf(state, c.id), left]).toEqual(['READY', 'REVIEW', 1]);
  });

  describe('a board that was read anew, whose ops were missed', () => {
    const other = newId();
    /** What undoes a change of a and c when these cards are on the board. */
    const asked = (mutation: BoardMutation, ...cards: ReturnType<typeof task>[]) => {
      const board = boardOf(withSnapshot(noBoards, snapshot(9, cards)));
      const reverted = revertMany(clock, board, undoable(mutation, [a, c]));
      const requests = reverted.back.flatMap(({ entry }) => (entry.body as BulkInput).changes);
      return { left: reverted.left, requests };
    };
    const edit = made(editMany(clock, [a, c], { priority: 'LOW' }));

    it('leaves a card with another value, and of others sets only what was set', () => {
      const theirs = { ...a, priority: 'HIGH' as const };
      const mine = { ...c, priority: 'LOW' as const, dueDate: '2026-12-01', labels: [other] };
      expect(asked(edit, theirs, mine)).toEqual({
        left: 1,
        requests: [{ taskId: c.id, edit: { priority: c.priority } }],
      });
    });

    it('takes its own ids from lists, and leaves those of others', () => {
      const labelling = made(editMany(clock, [a, c], { labels: { add: [label] } }));
      const labelled = { ...a, labels: [label, other] };
      expect(asked(labelling, labelled, c)).toEqual({
        left: 0,
        requests: [a, c].map(({ id }) => ({ taskId: id, edit: { labels: { add: [], remove: [label] } } })),
      });
    });

    it('brings back what this change has deleted, and nothing else', () => {
      expect(asked(edit, { ...c, priority: 'LOW' })).toMatchObject({ left: 1, requests: [{ taskId: c.id }] });
      expect(asked(made(deleteMany(clock, [a, c])), c)).toEqual({
        left: 1,
        requests: [{ taskId: a.id, restore: true }],
      });
    });

    it('leaves a card that has been moved on', () => {
      const [left, there] = [
        { ...a, state: 'DONE' as const },
        { ...c, state: 'REVIEW' as const },
      ];
      expect(asked(move(), left, there, b)).toEqual({
        left: 1,
        requests: [{ taskId: c.id, move: { state: 'READY', afterId: b.id } }],
      });
    });
  });

  it('brings back a card that has left its user’s own board by it', () => {
    const mine = task({ rank: 'a5', assignees: [USER] });
    const mutation = made(editMany(clock, [mine], { assignees: { remove: [USER] } }));
    const read = {
      columns: [],
      cursors: { [PROJECT]: { epoch: EPOCH, v: 9 } },
      projects: [{ id: PROJECT, name: 'Alpha', workspaceId: newId(), role: 'member' as const }],
    };
    const board = personalBoard(withPersonal(noBoards, read));
    const { back, left } = revertMany(clock, board as BoardState, undoable(mutation, [mine]));
    expect(back.map(({ entry }) => (entry.body as BulkInput).changes)).toEqual([
      [{ taskId: mine.id, edit: { assignees: { add: [USER], remove: [] } } }],
    ]);
    expect(left).toBe(0);
  });

  it('an edit that was a move, too, is taken back with its place; what only its user did later is not', () => {
    const edit = made(editMany(clock, [a], { assignees: { add: [label] } }));
    const moved = paint(made(moveMany(clock, boardOf(start), [a], 'REVIEW', between)), paint(edit));
    const done = (change: Undoable) => {
      const { back: all } = revertMany(clock, boardOf(moved), change);
      const state = all.reduce((now, each) => paint(each, now), moved);
      return [columnOf(state, a.id), all.length];
    };
    expect(done({ ...undoable(edit, [a]), movedTo: 'REVIEW' })).toEqual(['READY', 2]);
    expect(done(undoable(edit, [a]))).toEqual(['REVIEW', 1]);
  });
});

describe('the refused part of a change of many cards', () => {
  const edit = made(editMany(clock, [a, b], { priority: 'LOW' }));
  const refused = (taskId: string, code: string) => ({ taskId, status: 409, code, message: code });
  const restAfter = (...results: ReturnType<typeof refused>[]) => {
    const rest = restOf(clock, edit, results);
    if (!rest) throw new Error('nothing is left');
    const { changes } = rest.mutation.entry.body as BulkInput;
    return [rest.code, changes.map(({ taskId }) => taskId), Object.keys(rest.mutation.titles ?? {})];
  };

  it('R18 can be tried again although the first of its cards is deleted, and without that', () => {
    const left = restAfter(refused(a.id, 'task_deleted'), refused(b.id, 'forbidden'));
    expect(left).toEqual(['forbidden', [b.id], [b.id]]);
  });

  it('R18 is listed as deleted if all of its cards are', () => {
    const left = restAfter(refused(a.id, 'task_deleted'), refused(b.id, 'task_deleted'));
    expect(left).toEqual(['task_deleted', [a.id, b.id], [a.id, b.id]]);
  });

  it('SPEC.md#conflicts: of moves tells what its user saw, but not of cards that someone else has moved', () => {
    const rest = restOf(clock, move(), [refused(a.id, 'wip_limit'), refused(c.id, 'stale_move')]);
    const seen = rest?.mutation.entry.waitedBody as BulkInput | undefined;
    expect(seen?.changes.map((change) => [change.taskId, change.move?.expectedState])).toEqual([
      [a.id, 'READY'],
      [c.id, undefined],
    ]);
    expect(restOf(clock, edit, [refused(a.id, 'forbidden')])?.mutation.entry).not.toHaveProperty(
      'waitedBody',
    );
  });
});
