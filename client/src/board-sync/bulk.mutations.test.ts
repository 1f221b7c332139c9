import type { Op } from '@livelane/shared/boards/op.schema';
import type { BulkInput } from '@livelane/shared/tasks/bulk.schema';
import {
  columnOf,
  newId,
  op,
  PROJECT,
  range,
  shownIn,
  withAnswer,
  withOps,
  withoutPending,
  withPending,
} from './board.fixture';
import { PERSONAL_BOARD } from './board.types';
import { a, b, boardOf, c, clock, d, label, made, move, paint, start, x, y } from './bulk.fixture';
import { deleteMany, editMany, moveMany, restOf } from './bulk.mutations';
import { AT_ITS_END, type BoardMutation, type DropPlace, TOP } from './mutations';

/** One op of the bulk change, as the server writes it. */
const part = (v: number, { entry }: BoardMutation, taskId: string) =>
  ({
    ...op(v, { type: 'task.moved', taskId, patch: { state: 'REVIEW', rank: `a0${v}` } }),
    bulkId: entry.mutationId,
  }) as Op;
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
  const mutation = made(moveMany(clock, boardOf(start), [b, a], 'READY', { afterId: null, beforeId: a.id }));
  expect(shownIn(paint(mutation), 'READY')).toEqual([b.id, a.id, c.id, d.id]);
  const { changes } = mutation.entry.body as BulkInput;
  expect(changes[0]?.move).toMatchObject({ position: 0, beforeId: c.id });
  const among = made(moveMany(clock, boardOf(start), [x, b, d], 'READY', { afterId: b.id, beforeId: c.id }));
  expect(shownIn(paint(among), 'READY')).toEqual([a.id, x.id, b.id, d.id, c.id]);
});

it.each([
  ['under the last of them', [b, c], { afterId: c.id, beforeId: d.id }],
  ['between them', [b, c], { afterId: b.id, beforeId: c.id }],
  ['at the top', [a, b], TOP],
  ['at the end', [c, d], AT_ITS_END],
] as const)('R17 many cards dropped on their own place, %s, send nothing', (_where, cards, place) => {
  expect(moveMany(clock, boardOf(start), cards, 'READY', place)).toBeNull();
  expect(moveMany(clock, boardOf(start), [...cards].reverse(), 'READY', place)).not.toBeNull();
  expect(moveMany(clock, boardOf(start), [...cards, x], 'READY', place)).not.toBeNull();
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

it('SPEC.md#conflicts many cards tell the states that their user saw once they have waited', () => {
  const mutation = move();
  const { changes } = mutation.entry.waitedBody as BulkInput;
  expect(changes.map((change) => change.move?.expectedState)).toEqual(['READY', 'READY']);
  expect(mutation.entry.waitedBody).toMatchObject(mutation.entry.body as object);
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
