import { mongo } from 'mongoose';
import { holdDate } from '../../test/fakeDate';
import { patiently } from './database-away';

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
