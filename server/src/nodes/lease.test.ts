import { startTestDatabase, type TestDatabase } from '../../test/database';
import { Lease } from './lease';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

/** By how much the database's clock is ahead of this process's own. */
let aheadMs = 0;
beforeEach(() => {
  aheadMs = 0;
});
const now = () => performance.now() + aheadMs;
const minutes = (count: number) => count * 60_000;

test('is held by one, and taken over from one that is gone, also if the database’s clock was ahead', async () => {
  const connection = await database.connect();
  const [first, second] = [new Lease(connection, 'work', now), new Lease(connection, 'work', now)];
  expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true]);
  const rows = connection.collection<{ _id: string; until: Date }>('leases');
  const set = (ms: number) => rows.updateOne({ _id: 'work' }, { $set: { until: new Date(now() + ms) } });
  // The clocks of the database's servers differ a little.
  await set(30_000);
  expect(await second.hold()).toBe(false);
  await set(minutes(10));
  expect(await second.hold()).toBe(true);
  expect((await rows.findOne({ _id: 'work' }))?.until.getTime()).toBeLessThan(now() + minutes(1));
  await second.release();
});

test.each([10, -10])(
  'is held by one of two nodes also if the clock of the other is %d minutes off',
  async (off) => {
    const connection = await database.connect();
    const [first, second] = [new Lease(connection, `${off}`, now), new Lease(connection, `${off}`, now)];
    expect(await first.hold()).toBe(true);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes(off));
    expect(await second.hold()).toBe(false);
    clock.mockRestore();
    expect(await first.hold()).toBe(true);
  },
);

test('is renewed after the database’s clock was set back', async () => {
  const connection = await database.connect();
  const lease = new Lease(connection, 'clock', now);
  aheadMs = minutes(10);
  const ahead = now();
  expect(await lease.hold()).toBe(true);
  aheadMs = 0;
  expect(await lease.hold()).toBe(true);
  const row = await connection.collection<{ _id: string; until: Date }>('leases').findOne({ _id: 'clock' });
  expect(row?.until.getTime()).toBeLessThan(ahead);
});
