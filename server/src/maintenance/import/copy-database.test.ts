import { mongo } from 'mongoose';
import { startTestDatabase, type TestDatabase } from '../../../test/database';
import { copyDatabase } from './copy-database';

let databases: TestDatabase[];
beforeEach(async () => {
  databases = [await startTestDatabase(), await startTestDatabase()];
});
afterEach(() => Promise.all(databases.map((database) => database.close())));

const open = async (database: TestDatabase | undefined): Promise<mongo.Db> =>
  (await database?.connect())?.db as mongo.Db;

async function filled(): Promise<mongo.Db> {
  const source = await open(databases[0]);
  await source.collection('links').createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  const at = (ms: number) => new Date(Date.now() + ms);
  await source.collection('links').insertMany([{ expiresAt: at(60_000) }, { expiresAt: at(7 * 86_400_000) }]);
  await source.collection('users').insertMany([{ name: 'Ada' }, { name: 'Bob' }]);
  return source;
}

/** Does something once, while the first documents are written. */
function meanwhile(work: () => Promise<unknown>): void {
  const { insertMany } = mongo.Collection.prototype;
  jest.spyOn(mongo.Collection.prototype, 'insertMany').mockImplementationOnce(async function (
    this: mongo.Collection,
    ...given
  ) {
    await work();
    return insertMany.apply(this, given);
  });
}

test('what the database deletes by itself meanwhile is no difference', async () => {
  const source = await filled();
  const soon = { expiresAt: { $lt: new Date(Date.now() + 3_600_000) } };
  meanwhile(() => source.collection('links').deleteMany(soon));
  const { counts } = await copyDatabase(source, await open(databases[1]));
  expect(counts).toMatchObject({ links: 1, users: 2 });
});

test('what someone else deletes meanwhile is', async () => {
  const source = await filled();
  meanwhile(() => source.collection('users').deleteMany({ name: 'Bob' }));
  await expect(copyDatabase(source, await open(databases[1]))).rejects.toThrow(
    'the source changed meanwhile',
  );
});

describe('of two imports into one database', () => {
  const RUNS = 'another import into this database is running';

  test('the second is refused before it writes anything, and the first goes on', async () => {
    const source = await filled();
    const target = await open(databases[1]);
    let refusal: unknown;
    meanwhile(async () => {
      refusal = await copyDatabase(source, target).catch((error: unknown) => error);
    });
    const { counts } = await copyDatabase(source, target);
    expect(counts.users).toBe(2);
    expect(String(refusal)).toContain(RUNS);
    await expect(copyDatabase(source, target)).rejects.toThrow('the target holds data');
  });

  test('one is refused when they begin at once', async () => {
    const source = await filled();
    const target = await open(databases[1]);
    const outcomes = await Promise.allSettled([copyDatabase(source, target), copyDatabase(source, target)]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    // Which it is told depends on what of the first is there when it looks.
    expect(failures.map(String)).toEqual([expect.stringMatching(`${RUNS}|the target holds data`)]);
  });

  test('the second begins anew when the first has failed, or has died', async () => {
    const source = await filled();
    const target = await open(databases[1]);
    meanwhile(() => source.collection('users').deleteMany({ name: 'Bob' }));
    await expect(copyDatabase(source, target)).rejects.toThrow('the source changed meanwhile');
    const mark = target.collection<{ _id: string }>('schema');
    await mark.updateOne({ _id: 'import' }, { $set: { claim: { by: 'a dead one', until: Date.now() - 1 } } });
    const { counts } = await copyDatabase(source, target);
    expect(counts.users).toBe(1);
    expect(await mark.findOne({ _id: 'import' })).toBeNull();
  });
});
