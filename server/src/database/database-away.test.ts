import { mongo } from 'mongoose';
import { startTestDatabase } from '../../test/database';
import { holdDate } from '../../test/fakeDate';
import { isDatabaseAway, patiently } from './database-away';

const A_MINUTE_MS = 60_000;
const AWAY = new mongo.MongoNetworkError('connection closed');

/** Work whose attempts each fail after a time, until one succeeds. */
function failingAfter(...attempts: number[]) {
  return jest.fn(async () => {
    const ms = attempts.shift();
    if (ms === undefined) return 'done';
    jest.setSystemTime(Date.now() + ms);
    throw AWAY;
  });
}

beforeEach(() => holdDate(Date.now()));
afterEach(() => jest.useRealTimers());

test.each([
  ['at first', [5 * A_MINUTE_MS, 5_000]],
  ['after another', [5_000, 5 * A_MINUTE_MS, 5_000]],
])('the database may be away after an attempt that took long, %s', async (_when, attempts) => {
  expect(await patiently(failingAfter(...attempts))).toBe('done');
});

test('a database that stays away for a minute ends the start', async () => {
  const work = failingAfter(40_000, 40_000, 40_000, 40_000);
  await expect(patiently(work)).rejects.toBe(AWAY);
  expect(work).toHaveBeenCalledTimes(3);
});

test('the database was away if a read finds its cursor gone between two batches', async () => {
  const database = await startTestDatabase();
  try {
    const connection = await database.connect();
    const things = connection.collection('things');
    await things.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const cursor = things.find({}, { batchSize: 1 });
    await cursor.next();
    // As a restart does with all cursors.
    await connection.db?.command({ killCursors: 'things', cursors: [cursor.id] });
    const error: unknown = await cursor.toArray().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ codeName: 'CursorNotFound' });
    expect(isDatabaseAway(error)).toBe(true);
  } finally {
    await database.close();
  }
});
