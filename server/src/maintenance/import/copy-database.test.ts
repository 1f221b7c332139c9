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

/** Deletes documents from the source while the first ones of another collection are written. */
function deletesMeanwhile(source: mongo.Db, name: string, filter: object): void {
  const { insertMany } = mongo.Collection.prototype;
  jest.spyOn(mongo.Collection.prototype, 'insertMany').mockImplementationOnce(async function (
    this: mongo.Collection,
    ...given
  ) {
    await source.collection(name).deleteMany(filter);
    return insertMany.apply(this, given);
  });
}

test('what the database deletes by itself meanwhile is no difference', async () => {
  const source = await filled();
  const soon = { expiresAt: { $lt: new Date(Date.now() + 3_600_000) } };
  deletesMeanwhile(source, 'links', soon);
  const { counts } = await copyDatabase(source, await open(databases[1]));
  expect(counts).toMatchObject({ links: 1, users: 2 });
});

test('what someone else deletes meanwhile is', async () => {
  const source = await filled();
  deletesMeanwhile(source, 'users', { name: 'Bob' });
  await expect(copyDatabase(source, await open(databases[1]))).rejects.toThrow(
    'the source changed meanwhile',
  );
});
