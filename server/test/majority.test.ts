import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { mongo } from 'mongoose';
import { AppError } from '../src/http/errors';
import { UnknownOp } from '../src/oplog/op.model';
import { startTestDatabase, type TestDatabase } from './database';
import { createProject, createTask } from './factories';
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

/** While `isLacking`, the majority of a replica set lacks what is there for readers of the primary alone. */
function majorityLacksOps(isLacking: () => boolean) {
  const ops = server.connection.collection('ops');
  const findOne = ops.findOne.bind(ops) as (
    filter: mongo.Filter<object>,
    options?: object,
  ) => Promise<unknown>;
  let count = 0;
  const waiting = new Map<number, () => void>();
  const find = async (filter: mongo.Filter<object>, options?: mongo.FindOptions) => {
    if (options?.readConcern !== 'majority' || !isLacking()) return findOne(filter, options);
    waiting.get(++count)?.();
    return null;
  };
  jest.spyOn(ops, 'findOne').mockImplementation(find as never);
  return {
    /** Resolves once the majority has been asked so many times. */
    asked: (times: number) =>
      new Promise<void>((resolve) => {
        if (count >= times) resolve();
        else waiting.set(times, resolve);
      }),
  };
}

test('R7 a repetition waits until the majority has the op, and gets its answer', async () => {
  const project = await createProject(server);
  const client = server.request(project.owner).with({ [IDEMPOTENCY_KEY_HEADER]: randomUUID() });
  const send = () =>
    client.post<TaskWriteAnswer & ErrorBody>('/tasks', { title: 'Once', projectId: project.id });
  const first = await send();
  expect(first.status).toBe(201);
  let isLacking = true;
  const lacking = majorityLacksOps(() => isLacking);
  const early = send();
  await Promise.race([lacking.asked(3), early]);
  isLacking = false;
  expect((await early).body).toEqual({ ...first.body, replayed: true });
});

test('R7 a repetition of what a fail-over undoes meanwhile is a new request', async () => {
  const project = await createProject(server);
  const { oplog } = server.app.services;
  const mutationId = randomUUID();
  const client = server.request(project.owner).with({ [IDEMPOTENCY_KEY_HEADER]: mutationId });
  const { body } = await client.post<TaskWriteAnswer>('/tasks', { title: 'Once', projectId: project.id });
  const lacking = majorityLacksOps(() => true);
  const assertion = oplog.assertNotIn([project.id], project.owner.id, mutationId);
  await lacking.asked(1);
  await server.connection.collection('ops').deleteOne({ projectId: project.id, v: body.v });
  await expect(assertion).resolves.toBeUndefined();
});

describe.each([
  ['a search', '/search?q=here'],
  ['the personal board', '/kanban/personal'],
])('%s over several projects', (_what, path) => {
  test.each([
    ['is refused while the majority lacks an op of one', new AppError('unavailable'), [503, false, false]],
    ['R22 leaves out one with an op of a later version', new UnknownOp(), [200, true, false]],
  ])('%s', async (_then, error, expected) => {
    const project = await createProject(server);
    const { owner } = project;
    const unreadable = await createProject(server, { owner });
    const card = { title: 'Here', assignees: [owner.id] };
    const [here, there] = [
      await createTask(server, project, card),
      await createTask(server, unreadable, card),
    ];
    const { oplog } = server.app.services;
    const tail = oplog.tail.bind(oplog);
    jest.spyOn(oplog, 'tail').mockImplementation(async (projectId, sinceV) => {
      if (projectId === unreadable.id) throw error;
      return tail(projectId, sinceV);
    });
    const { status, body } = await server.request(owner).get(path);
    const answer = JSON.stringify(body);
    expect([status, answer.includes(here.id), answer.includes(there.id)]).toEqual(expected);
  });
});
