import { catchUpSchema } from '../boards/board.schema';
import type { Op } from '../boards/op.schema';
import { opSchema, visibleOpSchema } from '../boards/op.schema';
import { uuid } from '../values/uuid.fixture';
import { presenceSchema, subscribeSchema, unsubscribeSchema } from './messages.schema';
import { projectRoom, userRoom } from './rooms';

const projectId = uuid(1);
const member = { userId: uuid(2), roleId: 'viewer' as const, firstName: 'Ada', surname: 'Byron' };
const common = {
  id: uuid(3),
  projectId,
  v: 1,
  actorId: uuid(4),
  mutationId: uuid(5),
  at: '2026-03-01T10:00:00.000Z',
};

describe('board:subscribe', () => {
  it('takes a project alone, or with what the client holds', () => {
    expect(subscribeSchema.safeParse({ projectId }).success).toBe(true);
    expect(subscribeSchema.safeParse({ projectId, epoch: uuid(6), sinceV: 0 }).success).toBe(true);
  });

  it.each([[-1], [1.5], ['3'], [null], [Number.NaN], [Number.POSITIVE_INFINITY]])(
    'refuses sinceV %p',
    (sinceV) => {
      expect(subscribeSchema.safeParse({ projectId, sinceV }).success).toBe(false);
    },
  );

  it.each([[undefined], [''], ['x'], [{ $gt: '' }], ['../']])('refuses projectId %p', (id) => {
    expect(subscribeSchema.safeParse({ projectId: id }).success).toBe(false);
    expect(unsubscribeSchema.safeParse({ projectId: id }).success).toBe(false);
    expect(presenceSchema.safeParse({ projectId: id, mode: 'viewing' }).success).toBe(false);
  });
});

describe('presence:set', () => {
  it('knows four modes, and lets nobody say who they are', () => {
    for (const mode of ['viewing', 'editing', 'commenting', 'dragging']) {
      expect(presenceSchema.safeParse({ projectId, mode }).success).toBe(true);
    }
    expect(presenceSchema.safeParse({ projectId, mode: 'typing' }).success).toBe(false);
    const forged = { projectId, mode: 'viewing' as const, userId: uuid(9), firstName: 'Eve' };
    expect(presenceSchema.parse(forged)).toEqual({ projectId, mode: 'viewing' });
  });
});

describe('ops', () => {
  const ops: Array<Omit<Op, keyof typeof common>> = [
    { type: 'member.added', patch: member },
    { type: 'member.roleChanged', patch: { ...member, roleId: 'owner' } },
    { type: 'member.removed', patch: { userId: uuid(2), unassigned: [uuid(7)] } },
    { type: 'project.patched', patch: { name: 'N', description: 'D' } },
    { type: 'project.deleted', patch: {} },
    { type: 'column.rebalanced', patch: { state: 'READY', ranks: { [uuid(7)]: 'a0' } } },
  ];

  it.each(ops)('R1 $type has its patch', (op) => {
    expect(opSchema.safeParse({ ...common, ...op }).success).toBe(true);
    expect(opSchema.safeParse({ ...common, ...op, patch: null }).success).toBe(false);
  });

  it('R1 never carry what belongs to the server', () => {
    const stored = { ...common, type: 'project.deleted', patch: {}, before: { name: 'N' }, effect: {} };
    expect(opSchema.parse(stored)).toEqual({ ...common, type: 'project.deleted', patch: {} });
  });

  it('R1 refuse unknown types and roles', () => {
    expect(opSchema.safeParse({ ...common, type: 'project.renamed', patch: {} }).success).toBe(false);
    const patch = { ...member, roleId: 'admin' };
    expect(opSchema.safeParse({ ...common, type: 'member.added', patch }).success).toBe(false);
  });

  it('have a noop for those who may not see them', () => {
    expect(visibleOpSchema.safeParse({ v: 3, type: 'noop' }).success).toBe(true);
    const page = { epoch: uuid(6), from: 3, to: 3, ops: [{ v: 3, type: 'noop' }] };
    expect(catchUpSchema.safeParse(page).success).toBe(true);
  });
});

it('rooms are named by what they are for', () => {
  expect(projectRoom('x')).toBe('project:x');
  expect(userRoom('x')).toBe('user:x');
});
