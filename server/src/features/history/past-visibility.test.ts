import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { StoredOp } from '../../oplog/op.types';
import { BoardReplica } from '../boards/board.replica';
import { PastVisibility } from './past-visibility';

const card = (id: string) =>
  ({
    id,
    title: id,
    state: 'READY',
    rank: 'a0',
    rev: 1,
    visibility: 'PUBLIC',
    assignees: [],
    labels: [],
    checklist: [],
  }) as unknown as StoredTask;
const deletion = {
  type: 'task.deleted',
  v: 2,
  taskId: 'a',
  patch: {},
  before: card('a'),
} as unknown as StoredOp;

test('a task that leaves the board while others are looked up stays in sight', async () => {
  const board = new BoardReplica('p', 'e', 1, [card('a')]);
  const asked: string[][] = [];
  const store = {
    lastSeen: async (_projectId: string, ids: readonly string[]) => {
      asked.push([...ids]);
      board.apply(deletion);
      return [card('b')];
    },
  };
  const sights = new PastVisibility(board, { userId: 'u', role: 'member' }, store);
  await sights.learn(['a', 'b', 'c']);
  expect(board.get('a')).toBeUndefined();
  expect(['a', 'b', 'c'].map((id) => sights.get(id)?.title)).toEqual(['a', 'b', undefined]);
  await sights.learn(['a', 'b', 'c']);
  expect(asked).toEqual([['b', 'c']]);
});
