import { randomUUID } from 'node:crypto';
import { opSchema } from '@livelane/shared/boards/op.schema';
import type { StoredOp } from '../../oplog/op.types';
import type { Viewer } from '../tasks/task.visibility';
import { isSameForAll, viewMissed, viewOp } from './op.view';

const owner: Viewer = { userId: randomUUID(), role: 'owner' };
const member: Viewer = { userId: randomUUID(), role: 'member' };
const creator = randomUUID();
const taskId = randomUUID();
const hidden = { visibility: 'PRIVATE', assignees: [], createdBy: creator };
const SECRET = 'for nobody';

/** An op as the log may hold it, also one that this version does not know. */
function stored(type: string, more: object = {}): StoredOp {
  return {
    id: randomUUID(),
    projectId: randomUUID(),
    v: 7,
    type,
    actorId: creator,
    mutationId: randomUUID(),
    patch:
      type === 'column.rebalanced'
        ? { ranks: { [taskId]: 'a0' } }
        : { userId: creator, unassigned: [taskId] },
    before: { title: SECRET },
    at: '2026-01-01T00:00:00.000Z',
    ...more,
  } as unknown as StoredOp;
}

const types = opSchema.def.options.map((option) => option.shape.type.def.values[0] as string);
const noop = { v: 7, type: 'noop' };

test('SPEC.md#visibility an op of a type without a rule is for nobody', () => {
  const unknown = stored('task.vanished', { taskId, effect: {} });
  expect(viewOp(owner, unknown)).toEqual(noop);
  expect(viewOp(member, unknown)).toEqual(noop);
});

test.each(types)(
  'SPEC.md#visibility %s: only the public part leaves, and nothing that is named nowhere',
  (type) => {
    const op = stored(type, { taskId, effect: { secret: SECRET }, note: SECRET });
    const shown = viewOp(owner, op);
    expect(shown).toMatchObject({ v: 7, type });
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  },
);

test.each(types.filter((type) => !/^(member\.(added|roleChanged)|project\.|column\.changed)/.test(type)))(
  'SPEC.md#visibility %s that does not say who sees its tasks is for nobody',
  (type) => {
    expect(viewOp(owner, stored(type, { taskId }))).toEqual(noop);
  },
);

test.each(types.filter((type) => /^(task|checklist)\./.test(type)))(
  'SPEC.md#visibility %s of a PRIVATE task is a noop for whoever does not see it, and is not sent to all alike',
  (type) => {
    const op = stored(type, { taskId, effect: { sight: { before: hidden, after: hidden, task: null } } });
    expect(isSameForAll(op)).toBe(false);
    expect(viewOp(member, op)).toEqual(noop);
    expect(viewOp(owner, op)).toMatchObject({ type, taskId });
  },
);

test.each(['column.rebalanced', 'member.removed'])(
  'SPEC.md#visibility %s names no task that its recipient does not see',
  (type) => {
    const op = stored(type, { effect: { hidden: { [taskId]: hidden } } });
    expect(isSameForAll(op)).toBe(false);
    expect(JSON.stringify(viewOp(member, op))).not.toContain(taskId);
    expect(JSON.stringify(viewOp(owner, op))).toContain(taskId);
  },
);

describe('SPEC.md#visibility ops that were missed', () => {
  const other = randomUUID();
  type Seen = { visibility: string; assignees: string[]; createdBy: string } | null;
  const open = { ...hidden, visibility: 'PUBLIC' };
  const own = { ...hidden, assignees: [member.userId] };
  /** An op after which the task is seen as `after` says. */
  const of = (type: string, before: Seen, after: Seen, more: object = {}) => {
    const isPublic = [before, after].every((sight) => !sight || sight.visibility === 'PUBLIC');
    const task = before && after && before !== after ? { id: taskId, title: SECRET } : null;
    const effect = isPublic ? {} : { sight: { before, after, task } };
    return stored(type, { taskId, patch: { title: SECRET }, effect, ...more });
  };
  const inOrder = (...ops: StoredOp[]) => ops.map((op, n) => ({ ...op, v: n + 1 }) as StoredOp);
  const typesFor = (viewer: Viewer, ...ops: StoredOp[]) =>
    viewMissed(viewer, inOrder(...ops)).map((shown) => shown.type);
  const created = of('task.created', null, open);
  const patched = of('task.patched', open, open);
  const closed = of('task.patched', open, hidden);
  const opened = of('task.patched', hidden, open);
  const commented = of('comment.added', hidden, hidden);

  test('tell nothing of a task that appeared in them and is hidden at their end', () => {
    const shown = viewMissed(member, inOrder(created, patched, closed, commented));
    expect(shown).toEqual([1, 2, 3, 4].map((v) => ({ v, type: 'noop' })));
    expect(typesFor(owner, created, patched, closed, commented)).toEqual([
      'task.created',
      'task.patched',
      'task.patched',
      'comment.added',
    ]);
  });

  test('take a task away that was held before them, and tell nothing else of it', () => {
    const shown = viewMissed(member, inOrder(patched, closed, commented));
    expect(shown.map(({ type }) => type)).toEqual(['noop', 'task.deleted', 'noop']);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(typesFor(member, of('task.patched', own, hidden))).toEqual(['task.deleted']);
    expect(typesFor(member, opened, patched, closed)).toEqual(['noop', 'noop', 'noop']);
  });

  test('tell all of a task that is seen again at their end', () => {
    expect(typesFor(member, patched, closed, commented, opened)).toEqual([
      'task.patched',
      'task.deleted',
      'noop',
      'task.created',
    ]);
  });

  test.each([{}, { unassigned: [] }, { unassigned: [taskId] }])(
    'are as they were pushed where they hide no task: a role with %j',
    (unassigned) => {
      const changed = stored('member.roleChanged', { patch: { userId: creator, ...unassigned } });
      expect(viewMissed(member, [changed])).toEqual([viewOp(member, changed)]);
    },
  );

  test('of a deleted task go by its last state', () => {
    expect(typesFor(member, created, of('task.deleted', open, null))).toEqual([
      'task.created',
      'task.deleted',
    ]);
    expect(typesFor(member, created, closed, of('task.deleted', hidden, null))).toEqual([
      'noop',
      'noop',
      'noop',
    ]);
    expect(typesFor(member, patched, closed, of('task.deleted', hidden, null))).toEqual([
      'noop',
      'task.deleted',
      'noop',
    ]);
  });

  test('tell nothing of a task that has left and come back hidden, but that it is gone', () => {
    const left = of('task.deleted', open, null);
    const back = of('task.created', null, hidden);
    expect(typesFor(member, created, patched, left, back)).toEqual(['noop', 'noop', 'noop', 'noop']);
    expect(typesFor(member, patched, left, back)).toEqual(['noop', 'task.deleted', 'noop']);
  });

  test('name no hidden task among others', () => {
    const ranks = { [taskId]: 'a0', [other]: 'a1' };
    const shown = viewMissed(
      member,
      inOrder(
        stored('column.rebalanced', { patch: { ranks }, effect: {} }),
        stored('label.removed', { patch: { labelId: 'l', into: null, tasks: [taskId, other] }, effect: {} }),
        stored('label.removed', { patch: { labelId: 'l', into: null, tasks: [taskId] }, effect: {} }),
        stored('member.removed', { patch: { userId: creator, unassigned: [other, taskId] }, effect: {} }),
        closed,
      ),
    );
    expect(shown).toMatchObject([
      { patch: { ranks: { [other]: 'a1' } } },
      { patch: { tasks: [other] } },
      { type: 'noop' },
      { patch: { unassigned: [other] } },
      // Held, as nothing says that it appeared.
      { type: 'task.deleted', taskId },
    ]);
    expect(JSON.stringify(shown.slice(0, 4))).not.toContain(taskId);
  });
});
