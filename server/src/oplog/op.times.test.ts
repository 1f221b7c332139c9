import type { PastBoard } from '@livelane/shared/history/history.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { TestDatabase } from '../../test/database';
import { createProject, createTask, type TestProject } from '../../test/factories';
import { holdDate } from '../../test/fakeDate';
import { startTestServer, type TestServer } from '../../test/harness';
import { onTwoNodes } from '../../test/onTwoNodes';

// The log's order is that of its times, whatever the clocks of nodes do (R27).

/** How far a clock is ahead before it is set back. */
const AHEAD_MS = 5 * 60 * 1000;
/** Many more ops than one may come too early in the logs of former versions. */
const CARDS = 130;

let [a, b] = [] as unknown as [TestServer, TestServer];
let database: TestDatabase;
onTwoNodes((first, second, both) => {
  [a, b, database] = [first, second, both];
});

let project: TestProject;
let early: TaskWriteAnswer;
beforeEach(async () => {
  project = await createProject(a);
  holdDate(Date.now() + AHEAD_MS);
  early = await createTask(a, project);
  jest.useRealTimers();
});

const log = async () => {
  // Kept answers without an op have versions below 0.
  const filter = { projectId: project.id, v: { $gt: 0 } };
  const ops = await a.connection.collection('ops').find(filter).sort({ v: 1 }).toArray();
  return ops.map(({ at }) => at as string);
};
const edit = (node: TestServer, title: string) =>
  node.request(project.owner).put<TaskWriteAnswer>(`/tasks/${early.id}`, { title });
const inOrder = (times: readonly string[]) => [...times].sort();

test('an op of a node whose clock was set back is no earlier than the one before it', async () => {
  const { body } = await edit(a, 'Later');
  await edit(a, 'Later still');
  const times = await log();
  expect(times).toEqual(inOrder(times));
  // Comments stand in the order of their times: no two are the same.
  expect(new Set(times).size).toBe(3);
  expect(body.updatedAt).toBe(times[1]);
});

test('nor is that of another node, or of one that has just started', async () => {
  expect((await edit(b, 'On another node')).status).toBe(200);
  const fresh = await startTestServer({ database });
  try {
    expect((await edit(fresh, 'After a start')).status).toBe(200);
  } finally {
    await fresh.stop();
  }
  const times = await log();
  expect(times).toEqual(inOrder(times));
  expect(times).toHaveLength(3);
});

test('a past board is found by time however many changes were made since the clock was set back', async () => {
  const owner = a.request(project.owner);
  const ids = await Promise.all(Array.from({ length: CARDS }, async () => (await createTask(a, project)).id));
  const changes = ids.map((taskId) => ({ taskId, move: { state: 'DONE' } }));
  expect((await owner.post('/kanban/bulk', { projectId: project.id, changes })).status).toBe(200);
  const times = await log();
  expect(times).toEqual(inOrder(times));
  for (const v of [1, times.length]) {
    const { body } = await owner.get<PastBoard>(`/kanban/project/${project.id}/at?time=${times[v - 1]}`);
    expect(body.v).toBe(times.lastIndexOf(times[v - 1] as string) + 1);
  }
});
