import { startTestDatabase, type TestDatabase } from '../../test/database';
import { Lease } from './lease';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

test('is held by one, and taken over from one that is gone, also if its clock was ahead', async () => {
  const connection = await database.connect();
  const [first, second] = [new Lease(connection, 'work'), new Lease(connection, 'work')];
  expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true]);
  const rows = connection.collection<{ _id: string; until: Date }>('leases');
  const set = (ms: number) => rows.updateOne({ _id: 'work' }, { $set: { until: new Date(Date.now() + ms) } });
  // Clocks differ a little.
  await set(30_000);
  expect(await second.hold()).toBe(false);
  await set(10 * 60_000);
  expect(await second.hold()).toBe(true);
  expect((await rows.findOne({ _id: 'work' }))?.until.getTime()).toBeLessThan(Date.now() + 60_000);
  await second.release();
});

test('is renewed after its holder’s clock was set back', async () => {
  const connection = await database.connect();
  const lease = new Lease(connection, 'clock');
  const ahead = Date.now() + 10 * 60_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(ahead);
  expect(await lease.hold()).toBe(true);
  clock.mockRestore();
  expect(await lease.hold()).toBe(true);
  const row = await connection.collection<{ _id: string; until: Date }>('leases').findOne({ _id: 'clock' });
  expect(row?.until.getTime()).toBeLessThan(ahead);
});
