import fc from 'fast-check';
import type { StoredTask } from '../tasks/task.schema';
import { uuid } from '../values/uuid.fixture';
import { applyOp } from './fold';
import type { Op } from './op.schema';

let ids = 0;
const newId = (): string => {
  ids += 1;
  return uuid(ids);
};

const PROJECT = newId();
const AT = '2026-03-01T10:00:00.000Z';

function storedTask(overrides: Partial<StoredTask> = {}): StoredTask {
  return {
    id: newId(),
    title: 'Card',
    description: '',
    projectId: PROJECT,
    state: 'READY',
    priority: 'MEDIUM',
    timeEstimate: null,
    timeSpent: 0,
    dueDate: null,
    assignees: [],
    labels: [],
    checklist: [],
    numOfComments: 0,
    visibility: 'PUBLIC',
    rank: 'a0',
    rev: 1,
    createdBy: newId(),
    createdAt: AT,
    updatedAt: AT,
    ...overrides,
  };
}

type Payload<Type extends Op['type']> = Omit<
  Extract<Op, { type: Type }>,
  'id' | 'projectId' | 'v' | 'actorId' | 'mutationId' | 'at' | 'type'
>;
function op<Type extends Op['type']>(v: number, type: Type, payload: Payload<Type>): Op {
  const common = { id: newId(), projectId: PROJECT, actorId: newId(), mutationId: newId() };
  return { ...common, v, at: AT, type, ...payload } as unknown as Op;
}

/** A client's tasks, changed by ops the way that board-sync and the server's checks do it. */
class Board {
  readonly tasks = new Map<string, StoredTask>();

  constructor(tasks: readonly StoredTask[] = []) {
    for (const task of tasks) this.tasks.set(task.id, task);
  }

  apply(...ops: readonly Op[]): this {
    for (const one of ops) {
      for (const [id, task] of applyOp((taskId) => this.tasks.get(taskId), one)) {
        if (task) this.tasks.set(id, task);
        else this.tasks.delete(id);
      }
    }
    return this;
  }

  get(id: string): StoredTask | undefined {
    return this.tasks.get(id);
  }
}

describe('folding ops into tasks', () => {
  const task = storedTask({ assignees: ['u1', 'u2'] });

  it('task.created brings the whole task, task.restored brings it back', () => {
    expect(new Board().apply(op(1, 'task.created', { taskId: task.id, patch: task })).get(task.id)).toEqual(
      task,
    );
    const restored = { ...task, rev: 3, rank: 'a5' };
    const board = new Board([task]).apply(
      op(2, 'task.deleted', { taskId: task.id, patch: {} }),
      op(3, 'task.restored', { taskId: task.id, patch: restored }),
    );
    expect(board.get(task.id)).toEqual(restored);
  });

  it('task.patched changes the given fields only and raises rev to v', () => {
    const later = '2026-03-02T10:00:00.000Z';
    const patch: Op = {
      ...op(5, 'task.patched', { taskId: task.id, patch: { title: 'New' } }),
      at: later,
    } as Op;
    expect(new Board([task]).apply(patch).get(task.id)).toEqual({
      ...task,
      title: 'New',
      rev: 5,
      updatedAt: later,
    });
  });

  it('task.moved sets state and rank', () => {
    const board = new Board([task]).apply(
      op(2, 'task.moved', { taskId: task.id, patch: { state: 'DONE', rank: 'Zz' } }),
    );
    expect(board.get(task.id)).toMatchObject({ state: 'DONE', rank: 'Zz', rev: 2 });
  });

  it('task.deleted takes the task away', () => {
    expect(new Board([task]).apply(op(2, 'task.deleted', { taskId: task.id, patch: {} })).tasks.size).toBe(0);
  });

  it('column.rebalanced and member.removed raise rev of every task that they change (SPEC.md#log)', () => {
    const other = storedTask();
    const board = new Board([task, other]).apply(
      op(2, 'column.rebalanced', { patch: { state: 'READY', ranks: { [task.id]: 'a1', [other.id]: 'a2' } } }),
      op(3, 'member.removed', { patch: { userId: 'u1', unassigned: [task.id] } }),
    );
    expect(board.get(task.id)).toMatchObject({ rank: 'a1', rev: 3, assignees: ['u2'] });
    expect(board.get(other.id)).toMatchObject({ rank: 'a2', rev: 2 });
  });

  it('ops about members and the project change no task', () => {
    const member = { userId: newId(), roleId: 'viewer' as const, firstName: 'A', surname: 'B' };
    const board = new Board([task]).apply(
      op(2, 'member.added', { patch: member }),
      op(3, 'member.roleChanged', { patch: member }),
      op(4, 'project.patched', { patch: { name: 'N', description: 'D' } }),
      op(5, 'project.deleted', { patch: {} }),
    );
    expect([...board.tasks.values()]).toEqual([task]);
  });

  it('ops about unknown tasks change nothing', () => {
    const unknown = newId();
    const board = new Board([task]).apply(
      op(2, 'task.patched', { taskId: unknown, patch: { title: 'x' } }),
      op(3, 'task.moved', { taskId: unknown, patch: { state: 'DONE', rank: 'a0' } }),
      op(4, 'task.deleted', { taskId: unknown, patch: {} }),
    );
    expect([...board.tasks.values()]).toEqual([task]);
  });

  it('never changes the task it was given', () => {
    const frozen = Object.freeze({ ...task, assignees: Object.freeze([...task.assignees]) as string[] });
    const board = new Board([frozen]).apply(
      op(2, 'member.removed', { patch: { userId: 'u1', unassigned: [task.id] } }),
    );
    expect(board.get(task.id)?.assignees).toEqual(['u2']);
    expect(frozen.assignees).toEqual(['u1', 'u2']);
  });
});

/** A random history of one project: three tasks, each op valid where it is. */
const history = fc
  .array(fc.tuple(fc.nat(2), fc.constantFrom('patch', 'move', 'assign', 'delete', 'unassign'), fc.nat(99)), {
    minLength: 1,
    maxLength: 40,
  })
  .map((steps) => {
    const tasks = [storedTask({ rev: 1 }), storedTask({ rev: 2 }), storedTask({ rev: 3 })];
    const ops = tasks.map((task, i) => op(i + 1, 'task.created', { taskId: task.id, patch: task }));
    for (const [which, kind, n] of steps) {
      const taskId = tasks[which]?.id as string;
      const v = ops.length + 1;
      if (kind === 'patch') ops.push(op(v, 'task.patched', { taskId, patch: { title: `t${n}` } }));
      if (kind === 'move') ops.push(op(v, 'task.moved', { taskId, patch: { state: 'TEST', rank: `a${n}` } }));
      if (kind === 'assign')
        ops.push(op(v, 'task.patched', { taskId, patch: { assignees: ['u1', `u${n}`] } }));
      if (kind === 'delete') ops.push(op(v, 'task.deleted', { taskId, patch: {} }));
      if (kind === 'unassign') {
        ops.push(op(v, 'member.removed', { patch: { userId: 'u1', unassigned: [taskId] } }));
      }
    }
    return ops;
  });

describe('applying ops again', () => {
  it('R4 rows newer than the version of their snapshot take the ops since that version without harm', () => {
    fc.assert(
      fc.property(history, fc.nat(), fc.nat(), (ops, a, b) => {
        const [version, rowsAt] = [a % (ops.length + 1), b % (ops.length + 1)].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const rows = [...new Board().apply(...ops.slice(0, rowsAt)).tasks.values()];
        const caughtUp = new Board(rows).apply(...ops.slice(version));
        expect(sorted(caughtUp)).toEqual(sorted(new Board().apply(...ops)));
      }),
      { verbose: true },
    );
  });

  it('I16 ops on different fields of a task commute in what they set', () => {
    const task = storedTask();
    const title = op(2, 'task.patched', { taskId: task.id, patch: { title: 'New' } });
    const move = op(3, 'task.moved', { taskId: task.id, patch: { state: 'DONE', rank: 'a9' } });
    const swapped = [
      { ...move, v: 2 },
      { ...title, v: 3 },
    ] as Op[];
    expect(new Board([task]).apply(title, move).get(task.id)).toEqual(
      new Board([task]).apply(...swapped).get(task.id),
    );
  });
});

function sorted(board: Board): StoredTask[] {
  return [...board.tasks.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
