import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { uuid } from '@livelane/shared/values/uuid.fixture';
import { BoardPages } from './board.pages';
import { BoardReplica } from './board.replica';

// R32: boards are weighed in bytes, not in cards.

const LARGE = 'd'.repeat(20_000);
const viewer = { userId: uuid(1), role: 'member' } as const;
const at = '2026-03-01T10:00:00.000Z';

function board(cards: number, description: string): BoardReplica {
  const tasks = Array.from({ length: cards }, (_, n) => ({
    id: uuid(n + 10),
    projectId: uuid(2),
    title: `Card ${n}`,
    description,
    state: 'READY',
    rank: `a${String(n).padStart(6, '0')}`,
    rev: 1,
    visibility: 'PUBLIC',
    assignees: [],
    createdBy: uuid(1),
    createdAt: at,
    updatedAt: at,
  }));
  return new BoardReplica(uuid(2), uuid(3), 1, tasks as unknown as StoredTask[]);
}

test('R32 a page beyond what all pages may take is built once for those who ask for it one after another', () => {
  const [pages, large] = [new BoardPages(), board(2_000, LARGE)];
  const first = pages.pageFor(large, viewer, [], 'object');
  expect(first.size).toBeGreaterThan(40_000_000);
  expect(pages.pageFor(large, viewer, [], 'object')).toBe(first);
  const small = board(1, '');
  pages.pageFor(small, viewer, [], 'lines');
  expect(pages.pageFor(large, viewer, [], 'object')).not.toBe(first);
});

test('R32 a board weighs what its texts weigh, whatever happens to its cards', () => {
  const [light, heavy] = [board(100, ''), board(100, LARGE)];
  expect(heavy.weight - light.weight).toBe(100 * 2 * LARGE.length);
  const { weight } = heavy;
  const [task] = heavy.all();
  if (!task) throw new Error('no card');
  const common = { projectId: heavy.projectId, taskId: task.id, actorId: uuid(1), mutationId: uuid(5), at };
  heavy.apply({ ...common, id: uuid(6), v: 2, type: 'task.patched', patch: { description: '' } });
  expect(heavy.weight).toBe(weight - 2 * LARGE.length);
  heavy.apply({ ...common, id: uuid(7), v: 3, type: 'task.deleted', patch: {} });
  expect(heavy.weight).toBeLessThan(weight - 2 * LARGE.length);
});
