import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { mongo } from 'mongoose';
import { startTestDatabase, type TestDatabase } from './database';
import { createProject } from './factories';
import { startTestServer, type TestServer } from './harness';

let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await startTestDatabase();
  server = await startTestServer({ database });
});

afterAll(async () => {
  await server.stop();
  await database.close();
});

/** What the majority of a replica set lacks is there for readers of the primary alone. */
function majorityLacksOps(): jest.SpyInstance {
  const ops = server.connection.collection('ops');
  const findOne = ops.findOne.bind(ops) as (
    filter: mongo.Filter<object>,
    options?: object,
  ) => Promise<unknown>;
  return jest
    .spyOn(ops, 'findOne')
    .mockImplementation(((filter: mongo.Filter<object>, options?: mongo.FindOptions) =>
      options?.readConcern === 'majority' ? Promise.resolve(null) : findOne(filter, options)) as never);
}

test('R7 a repetition gets its answer once the majority has the op, and is told to come again until then', async () => {
  const project = await createProject(server);
  const client = server.request(project.owner).with({ [IDEMPOTENCY_KEY_HEADER]: randomUUID() });
  const send = () =>
    client.post<TaskWriteAnswer & ErrorBody>('/tasks', { title: 'Once', projectId: project.id });
  const first = await send();
  expect(first.status).toBe(201);
  const lacking = majorityLacksOps();
  const early = await send();
  expect([early.status, early.body.code]).toEqual([503, 'unavailable']);
  expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(0);
  lacking.mockRestore();
  expect((await send()).body).toEqual({ ...first.body, replayed: true });
});
