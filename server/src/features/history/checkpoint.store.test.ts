import { randomBytes, randomUUID } from 'node:crypto';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type Connection, mongo } from 'mongoose';
import { startTestDatabase, type TestDatabase } from '../../../test/database';
import { CheckpointStore } from './checkpoint.store';

/** Tasks that take three parts. */
const TASKS = 1_001;

let database: TestDatabase;
let connection: Connection;
let checkpoints: CheckpointStore;
let projectId: string;
beforeAll(async () => {
  database = await startTestDatabase();
  connection = await database.connect();
  checkpoints = new CheckpointStore(connection);
});
afterAll(() => database.close());
beforeEach(async () => {
  projectId = randomUUID();
  for (const v of [1_000, 2_000]) await checkpoints.save(projectId, checkpointOf(v));
});

function checkpointOf(v: number) {
  const tasks = Array.from({ length: TASKS }, (_, n) => ({ id: `${n}`, title: `At ${v}` }) as StoredTask);
  return { v, at: new Date(v).toISOString(), tasks };
}

test('R25 the latest checkpoint is read with all of its parts', async () => {
  const found = await checkpoints.latest(projectId, 2_999);
  expect(found).toMatchObject({ v: 2_000, at: new Date(2_000).toISOString() });
  expect(found?.tasks.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([...Array(TASKS).keys()]);
  expect((await checkpoints.latest(projectId, 1_999))?.v).toBe(1_000);
  expect(await checkpoints.latest(projectId, 999)).toBeNull();
});

test.each([0, 1, 2])(
  'R25 one without its part %i is none: the one before is read until it is written again',
  async (part) => {
    const parts = connection.collection<{ _id: string }>('checkpoints');
    await parts.deleteOne({ _id: `${projectId}/2000/${part}` });
    expect(await checkpoints.latestV(projectId, 2_999)).toBe(1_000);
    const found = await checkpoints.latest(projectId, 2_999);
    expect([found?.v, found?.tasks.length, found?.tasks[0]?.title]).toEqual([1_000, TASKS, 'At 1000']);
    await checkpoints.save(projectId, checkpointOf(2_000));
    expect((await checkpoints.latest(projectId, 2_999))?.tasks).toHaveLength(TASKS);
    await parts.deleteMany({ _id: { $in: [`${projectId}/1000/${part}`, `${projectId}/2000/${part}`] } });
    expect(await checkpoints.latest(projectId, 2_999)).toBeNull();
  },
);

test('R25 tasks that do not get smaller are spread over more parts, each within the limit of a document', async () => {
  const description = () => randomBytes(36_000).toString('base64');
  const tasks = Array.from(
    { length: 501 },
    (_, n) => ({ id: `${n}`, title: 'Heavy', description: description() }) as StoredTask,
  );
  await checkpoints.save(projectId, { v: 3_000, at: new Date(3_000).toISOString(), tasks });
  const found = await checkpoints.latest(projectId, 3_000);
  expect(found?.v).toBe(3_000);
  const texts = (some: readonly StoredTask[] = []) =>
    new Map(some.map((task) => [task.id, task.description]));
  expect(texts(found?.tasks)).toEqual(texts(tasks));
});

test('R24 two rewrites of one part at once both stand', async () => {
  const erase = (id: string) =>
    checkpoints.rewrite(projectId, new Set([id]), (task) => ({ ...task, title: '' }));
  const { updateOne } = mongo.Collection.prototype;
  // Between the reading and the writing of the first part.
  jest.spyOn(mongo.Collection.prototype, 'updateOne').mockImplementationOnce(async function (
    this: mongo.Collection,
    ...given
  ) {
    await erase('1');
    return updateOne.apply(this, given);
  });
  await erase('0');
  for (const v of [1_000, 2_000]) {
    const { tasks } = (await checkpoints.latest(projectId, v)) ?? {};
    expect(tasks?.filter(({ title }) => title === '').map(({ id }) => id)).toEqual(['0', '1']);
  }
});
