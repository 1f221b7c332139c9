import { type Collection, MongoClient } from 'mongodb';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/embedded-mongo';
import { startTestDatabase, type TestDatabase } from './support/database';

let database: TestDatabase;
let guest: EmbeddedMongo;
let client: MongoClient;

beforeAll(async () => {
  database = await startTestDatabase({ countedBy: { parts: 'of' } });
  guest = await startEmbeddedMongo({ folder: database.folder, relaxed: true, countedBy: { parts: 'of' } });
  client = await MongoClient.connect(guest.uri);
});
afterAll(async () => {
  await client.close();
  await guest.close();
  await database.close();
});

const changesOf = (collection: string) => database.server.changesOf(`app.${collection}`);

/** Each changes one document, and is answered. */
const writes: Record<string, (items: Collection) => Promise<unknown>> = {
  insert: (items) => items.insertOne({ a: 1 }),
  upsert: (items) => items.updateOne({ a: 2 }, { $set: { b: 1 } }, { upsert: true }),
  update: (items) => items.updateOne({ a: 1 }, { $set: { b: 1 } }),
  findAndModify: (items) => items.findOneAndUpdate({ a: 1 }, { $inc: { b: 1 } }),
  replace: (items) => items.replaceOne({ a: 1 }, { a: 1, c: 1 }),
  'a bulk that fails at its end': (items) =>
    items.insertMany([{ _id: 'x' as never }, { _id: 'x' as never }]).catch(() => undefined),
  delete: (items) => items.deleteOne({ a: 1 }),
  'a dropped collection': (items) => items.drop(),
};

test('the count of a collection has changed when a writer, in whatever process, is answered', async () => {
  const items = client.db('app').collection('items');
  for (const [name, write] of Object.entries(writes)) {
    const before = changesOf('items');
    await write(items);
    expect([name, changesOf('items')]).not.toEqual([name, before]);
  }
});

test('it stays the same where nothing changes', async () => {
  const items = client.db('app').collection('items');
  await items.insertOne({ a: 1 });
  const before = changesOf('items');
  await items.find().toArray();
  await items.updateOne({ a: 7 }, { $set: { b: 1 } });
  await client.db('app').collection('others').insertOne({ a: 1 });
  await client.db('other').collection('items').insertOne({ a: 1 });
  expect(changesOf('items')).toBe(before);
});

test('only the owner of the folder knows', () => {
  expect(guest.changesOf('app.items')).toBeNull();
  expect(changesOf('items')).not.toBeNull();
});

test('where a collection is counted by a field, each value has its own number', async () => {
  const parts = client.db('app').collection('parts');
  const counts = () => ['a', 'b', 'c'].map((value) => database.server.changesOf('app.parts', value));
  const changedBy = async (write: () => Promise<unknown>): Promise<boolean[]> => {
    const before = counts();
    await write();
    return counts().map((count, index) => count !== before[index]);
  };
  expect(await changedBy(() => parts.insertMany([{ of: 'a' }, { of: 'b' }, { of: 7 }, {}]))).toEqual([
    true,
    true,
    false,
  ]);
  expect(await changedBy(() => parts.updateOne({ of: 'a' }, { $set: { n: 1 } }))).toEqual([
    true,
    false,
    false,
  ]);
  expect(await changedBy(() => parts.updateOne({ of: 'a' }, { $set: { of: 'c' } }))).toEqual([
    true,
    false,
    true,
  ]);
  expect(await changedBy(() => parts.deleteOne({ of: 'b' }))).toEqual([false, true, false]);
  expect(await changedBy(() => parts.drop())).toEqual([true, true, true]);
});

test('where it is not, a value has the number of the whole collection', async () => {
  const before = database.server.changesOf('app.items', 'a');
  await client.db('app').collection('items').insertOne({ a: 1 });
  expect(database.server.changesOf('app.items', 'a')).not.toBe(before);
});
