import { randomUUID } from 'node:crypto';
import { opSchema } from '@livelane/shared/boards/op.schema';
import type { StoredOp } from '../../oplog/op.types';
import type { Viewer } from '../tasks/task.visibility';
import { isSameForAll, viewOp } from './op.view';

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
