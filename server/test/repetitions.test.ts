import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { BulkAnswer } from '@livelane/shared/tasks/bulk.schema';
import type { Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { TestDatabase } from './database';
import { createProject, createTask, type TestProject } from './factories';
import { startTestServer, type TestServer } from './harness';
import { onTwoNodes } from './onTwoNodes';

// R3 R7: a node dies between the insert of an op and its rows, and the client repeats its request on another one.

let b: TestServer;
let database: TestDatabase;
let project: TestProject;
onTwoNodes((_a, second, shared) => {
  b = second;
  database = shared;
});

beforeEach(async () => {
  project = await createProject(b);
});

type As = ReturnType<TestServer['request']>;
type Answer = { status: number; body: unknown };

/** The request reaches a node that dies as soon as the ops are in the log. @returns the answer of node b to the same request */
async function repeated<Sent extends Answer>(send: (as: As) => Promise<Sent>): Promise<Sent> {
  const key = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() };
  const dying = await startTestServer({ database });
  const ops = dying.connection.models.Op?.collection as unknown as Record<
    'insertOne' | 'insertMany',
    (...args: unknown[]) => Promise<unknown>
  >;
  for (const name of ['insertOne', 'insertMany'] as const) {
    const insert = ops[name].bind(ops);
    ops[name] = async (...args) => {
      await insert(...args);
      throw new Error('dead');
    };
  }
  expect((await send(dying.request(project.owner).with(key))).status).toBe(500);
  await dying.stop();
  return send(b.request(project.owner).with(key));
}

const read = (taskId: string) => b.request(project.owner).get<Task>(`/tasks/${taskId}`);

test('R3 R7 a task whose creation is answered again can be read', async () => {
  await createTask(b, project);
  const { status, body } = await repeated((as) =>
    as.post<TaskWriteAnswer>('/tasks', { projectId: project.id, title: 'Created', state: 'READY' }),
  );
  expect([status, body.replayed]).toEqual([201, true]);
  expect((await read(body.id)).body).toMatchObject({ title: 'Created' });
});

test('R3 R7 a task whose restoration is answered again is back', async () => {
  const { id } = await createTask(b, project);
  await b.request(project.owner).delete(`/tasks/${id}`);
  const { status, body } = await repeated((as) => as.post<TaskWriteAnswer>(`/tasks/${id}/restore`));
  expect([status, body.replayed]).toEqual([200, true]);
  expect((await read(id)).status).toBe(200);
});

test('R3 R7 a change of many cards that is answered again is in their rows', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await createTask(b, project)).id);
  const changes = ids.map((taskId) => ({ taskId, edit: { priority: 'HIGH' } }));
  const { body } = await repeated((as) =>
    as.post<BulkAnswer>('/kanban/bulk', { projectId: project.id, changes }),
  );
  expect(body.results.map(({ status }) => status)).toEqual([200, 200, 200]);
  const rows = b.connection.collection('tasks');
  expect(await rows.countDocuments({ taskId: { $in: ids }, priority: 'HIGH' })).toBe(3);
});
