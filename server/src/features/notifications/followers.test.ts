import type { StoredOp } from '../../oplog/op.types';
import type { TaskSummary } from '../tasks/task.store';
import { Followers } from './followers';

const taskId = 'task';
const projectId = 'board';

test('R29 of many ops, each is looked at a few times, however many there are', async () => {
  const count = 400;
  let looks = 0;
  const ops = Array.from({ length: count }, (_, index) => {
    const assignees = (n: number) => (n % 2 ? ['tom'] : []);
    return {
      type: 'task.patched',
      taskId,
      get v() {
        looks++;
        return index + 1;
      },
      patch: { assignees: assignees(index + 1) },
      before: { assignees: assignees(index) },
    } as unknown as StoredOp & { taskId: string };
  });
  const task = { projectId, rev: count, createdBy: 'maya', assignees: [], title: 'Known' };
  const followers = new Followers({
    summaries: { of: async () => new Map([[taskId, { task } as unknown as TaskSummary]]) },
    comments: { authorsOf: async () => new Map() },
    following: { ofTasks: async () => new Map() },
    oplog: { involvement: async () => [] },
    changesOf: () => null,
  });
  const found = await followers.at(projectId, ops, ops, count);
  expect(ops.map((op) => found.get(op)?.userIds.has('tom'))).toEqual(ops.map((_, index) => index % 2 === 0));
  expect(looks).toBeLessThan(10 * count);
});
