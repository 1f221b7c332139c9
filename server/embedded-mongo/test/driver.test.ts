import {
  type Collection,
  type Document,
  Long,
  type MongoBulkWriteError,
  MongoClient,
  ObjectId,
} from 'mongodb';
import { startEmbeddedMongo } from '../src/embedded-mongo';
import { startTestDatabase, type TestDatabase } from './support/database';

let database: TestDatabase;
let things: Collection<Document>;
let last = 0;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  last += 1;
  things = database.client.db('driver').collection(`things${last}`);
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ _id: index as unknown as ObjectId, n: index }));

describe('handshake and pool', () => {
  it('says that it is a stand-alone server of MongoDB 7', async () => {
    const hello = await database.client.db('admin').command({ hello: 1 });
    expect(hello).toMatchObject({ isWritablePrimary: true, maxWireVersion: 21, ok: 1 });
    expect(hello.topologyVersion).toBeUndefined();
    expect(await database.client.db('admin').command({ buildInfo: 1 })).toMatchObject({ version: /^7\.0\./ });
  });

  it('serves a full pool of connections at once', async () => {
    const client = await database.connect({ maxPoolSize: 20, minPoolSize: 20 });
    const collection = client.db('driver').collection('pool');
    await Promise.all(Array.from({ length: 200 }, (_, n) => collection.insertOne({ n })));
    expect(await collection.countDocuments()).toBe(200);
  });

  it('ends sessions with their cursors', async () => {
    await things.insertMany(numbered(10));
    const session = database.client.startSession();
    const cursor = things.find({}, { session, batchSize: 2 });
    await cursor.next();
    const id = cursor.id as Long;
    await database.client.db('admin').command({ endSessions: [session.id] });
    const reply = await database.client
      .db('driver')
      .command({ killCursors: things.collectionName, cursors: [id] });
    expect(reply.cursorsNotFound).toHaveLength(1);
    await session.endSession();
  });

  it('lets a client reconnect after a restart', async () => {
    const own = await startTestDatabase();
    const collection = own.client.db('driver').collection('kept');
    await collection.insertOne({ a: 1 });
    await own.server.close();
    const again = await startEmbeddedMongo({ folder: own.folder, relaxed: true });
    expect(await collection.countDocuments({ a: 1 })).toBe(1);
    await own.client.close();
    await again.close();
    await own.close();
  });

  it("refuses transactions by MongoDB's code", async () => {
    const session = database.client.startSession();
    session.startTransaction();
    // The driver's own wording for code 20, 'Transaction numbers are only allowed on a replica set member or mongos'.
    await expect(things.insertOne({ a: 1 }, { session })).rejects.toThrow(
      /does not support retryable writes/,
    );
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
  });
});

describe('writes', () => {
  it('answers a duplicate key with 11000, keyPattern and keyValue', async () => {
    await things.createIndex({ email: 1 }, { unique: true });
    await things.insertOne({ email: 'a@b' });
    await expect(things.insertOne({ email: 'a@b' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'a@b' },
    });
    await expect(
      things.updateOne({ email: 'x' }, { $set: { email: 'a@b' } }, { upsert: true }),
    ).rejects.toMatchObject({
      code: 11000,
    });
    await expect(
      things.findOneAndUpdate({ email: 'y' }, { $set: { email: 'a@b' } }, { upsert: true }),
    ).rejects.toMatchObject({ code: 11000, keyValue: { email: 'a@b' } });
    expect(await things.countDocuments()).toBe(1);
  });

  it('stops an ordered bulk at its first error and goes through an unordered one', async () => {
    const documents = [{ _id: 1 }, { _id: 1 }, { _id: 2 }] as unknown as Document[];
    const ordered = (await things
      .insertMany(documents)
      .catch((error: unknown) => error)) as MongoBulkWriteError;
    expect(ordered.insertedCount).toBe(1);
    const unordered = (await things
      .insertMany(documents, { ordered: false })
      .catch((error: unknown) => error)) as MongoBulkWriteError;
    expect(unordered.insertedCount).toBe(1);
    expect([unordered.writeErrors].flat().map((error) => error.index)).toEqual([0, 1]);
  });

  it('runs a mixed bulk', async () => {
    const result = await things.bulkWrite([
      { insertOne: { document: { k: 1 } } },
      { updateOne: { filter: { k: 2 }, update: { $set: { v: 2 } }, upsert: true } },
      { updateMany: { filter: {}, update: { $inc: { v: 1 } } } },
      { replaceOne: { filter: { k: 1 }, replacement: { k: 1, r: true } } },
      { deleteOne: { filter: { k: 2 } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 1, upsertedCount: 1, modifiedCount: 3, deletedCount: 1 });
    expect(await things.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ k: 1, r: true }]);
  });

  it('counts as modified only what changed', async () => {
    await things.insertMany([{ a: 1 }, { a: 2 }]);
    expect(await things.updateMany({}, { $set: { a: 2 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 1,
    });
  });

  it('does an unacknowledged write before what the same connection asks next', async () => {
    const client = await database.connect({ maxPoolSize: 1 });
    const collection = client.db('driver').collection(things.collectionName);
    const result = await collection.insertOne({ a: 1 }, { writeConcern: { w: 0 } });
    expect(result.acknowledged).toBe(false);
    expect(await collection.countDocuments()).toBe(1);
  });

  it('keeps integer-like keys in place and numbers as they are', async () => {
    const id = new ObjectId();
    const keys = new Map([
      ['2', 'x'],
      ['1', 'y'],
    ]);
    await things.insertOne({ _id: id, b: Long.fromNumber(5), keys });
    await things.updateOne({ _id: id }, { $set: { c: 1.5 } });
    const stored = await things.findOne({ _id: id }, { promoteLongs: false });
    expect(stored?.b).toBeInstanceOf(Long);
    const raw = await things.findOne({ _id: id }, { raw: true });
    expect((raw as unknown as Buffer).toString('latin1')).toMatch(/2\0.*x.*1\0.*y/s);
  });

  it('refuses a write concern that needs other members', async () => {
    await expect(things.insertOne({}, { writeConcern: { w: 2 } })).rejects.toMatchObject({ code: 2 });
    await expect(things.insertOne({}, { writeConcern: { w: 'majority', j: true } })).resolves.toBeDefined();
  });
});

describe('cursors', () => {
  it('hands out batches of the wanted size in order', async () => {
    await things.insertMany(numbered(250));
    const cursor = things.find().sort({ n: -1 }).batchSize(40);
    const seen: number[] = [];
    for await (const document of cursor) seen.push(document.n as number);
    expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => 249 - index));
  });

  it('reads documents as they are when their batch is fetched', async () => {
    await things.insertMany(numbered(6));
    const cursor = things.find().batchSize(2);
    expect((await cursor.next())?.n).toBe(0);
    await things.deleteOne({ n: 3 });
    await things.updateOne({ n: 4 }, { $set: { changed: true } });
    const rest = await cursor.toArray();
    expect(rest.map((document) => document.n)).toEqual([1, 2, 4, 5]);
    expect(rest[2]?.changed).toBe(true);
  });

  it('answers 43 for a cursor that was killed', async () => {
    await things.insertMany(numbered(10));
    const cursor = things.find().batchSize(2);
    await cursor.next();
    const id = cursor.id as Long;
    await database.client.db('driver').command({ killCursors: things.collectionName, cursors: [id] });
    const more = database.client.db('driver').command({ getMore: id, collection: things.collectionName });
    await expect(more).rejects.toMatchObject({ code: 43 });
  });

  it('ends cursors of a dropped collection', async () => {
    await things.insertMany(numbered(10));
    const cursor = things.find().batchSize(2);
    await cursor.next();
    await cursor.next();
    await things.drop();
    await expect(cursor.next()).rejects.toMatchObject({ code: 43 });
  });

  it('pages through an aggregate', async () => {
    await things.insertMany(numbered(30));
    const cursor = things.aggregate([{ $match: { n: { $gte: 10 } } }, { $sort: { n: 1 } }], { batchSize: 7 });
    expect((await cursor.toArray()).map((document) => document.n)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 10),
    );
  });

  it('fails a command that runs out of its time with 50', async () => {
    await things.insertMany(numbered(30_000));
    await expect(things.find({ s: /nothing/ }, { maxTimeMS: 1 }).toArray()).rejects.toMatchObject({
      code: 50,
    });
  });
});

describe('collections and indexes', () => {
  it('lists, creates and drops them', async () => {
    const db = database.client.db(`admin${last}`);
    await db.createCollection('one');
    await db.collection('two').insertOne({ a: 1 });
    expect((await db.listCollections().toArray()).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(await db.listCollections({}, { batchSize: 1 }).toArray()).toHaveLength(2);
    expect(await db.listCollections({ name: 'two' }, { nameOnly: true }).toArray()).toEqual([
      { name: 'two', type: 'collection' },
    ]);
    const names = (await database.client.db('admin').admin().listDatabases()).databases.map(
      ({ name }) => name,
    );
    expect(names).toContain(`admin${last}`);
    await db.dropDatabase();
    expect(await db.listCollections().toArray()).toEqual([]);
  });

  it('creates an index once and refuses one that contradicts it', async () => {
    await things.createIndex({ a: 1, b: -1 }, { name: 'ab' });
    await things.createIndex({ a: 1, b: -1 }, { name: 'ab' });
    await expect(things.createIndex({ a: 1, b: -1 }, { name: 'other' })).rejects.toMatchObject({ code: 85 });
    await expect(things.createIndex({ c: 1 }, { name: 'ab' })).rejects.toMatchObject({ code: 86 });
    await expect(things.createIndex({ t: 'text' })).rejects.toMatchObject({ code: 67 });
    expect((await things.indexes()).map(({ name }) => name)).toEqual(['_id_', 'ab']);
    await things.dropIndex('ab');
    await expect(things.dropIndex('ab')).rejects.toMatchObject({ code: 27 });
  });

  it.each<[string, Document[], number]>([
    [
      'two of one name',
      [
        { key: { a: 1 }, name: 'x' },
        { key: { b: 1 }, name: 'x' },
      ],
      86,
    ],
    ['a unique _id index', [{ key: { _id: 1 }, name: '_id_', unique: true }], 197],
    [
      'a negation in a partial filter',
      [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $ne: 1 } } }],
      67,
    ],
    [
      'a pattern in a partial filter, beside a value',
      [{ key: { a: 1 }, name: 'x', partialFilterExpression: { $or: [{ a: /x/ }, { a: 1 }] } }],
      67,
    ],
    ['a negative TTL', [{ key: { a: 1 }, name: 'x', expireAfterSeconds: -1 }], 67],
    ['an unknown option', [{ key: { a: 1 }, name: 'x', sparkling: true }], 40415],
    ['no name', [{ key: { a: 1 } }], 40414],
    ['none', [], 2],
  ])('refuses to create %s', async (_, indexes, code) => {
    const failure = database.client.db('driver').command({ createIndexes: things.collectionName, indexes });
    await expect(failure).rejects.toMatchObject({ code });
  });

  it('takes back a unique index that the documents do not allow', async () => {
    await things.insertMany([{ a: 1 }, { a: 1 }]);
    await expect(things.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    expect(await things.indexes()).toHaveLength(1);
    await things.insertOne({ a: 1 });
    expect(await things.countDocuments({ a: 1 })).toBe(3);
  });

  it('treats missing as null in a unique index, unless it is sparse or partial', async () => {
    await things.createIndex({ plain: 1 }, { unique: true });
    await things.insertOne({ x: 1 });
    await expect(things.insertOne({ x: 2 })).rejects.toMatchObject({
      code: 11000,
      keyValue: { plain: null },
    });
    await things.dropIndexes();
    await things.createIndex({ s: 1 }, { unique: true, sparse: true });
    await things.createIndex({ p: 1 }, { unique: true, partialFilterExpression: { p: { $type: 'string' } } });
    await things.insertMany([{ x: 3 }, { x: 4 }, { p: 'a' }, { p: 5, s: 1 }, { p: 5, s: 2 }]);
    await expect(things.insertOne({ p: 'a' })).rejects.toMatchObject({ code: 11000 });
    await expect(things.insertOne({ s: 2 })).rejects.toMatchObject({ code: 11000 });
  });
});

describe('refusals', () => {
  it.each([
    ['an unknown command', { frobnicate: 1 }, 59, /frobnicate/],
    ['an unknown field', { find: 'x', frob: 1 }, 40415, /frob/],
    ['a wrong type', { find: 'x', limit: 'ten' }, 14, /limit/],
    ['a missing field', { update: 'x' }, 40414, /updates/],
    ['a bad collection name', { find: '' }, 73, /namespace/],
    ['a text index hint', { find: 'refusals', hint: 'nope' }, 2, /hint/],
    ['a collation', { find: 'refusals', collation: { locale: 'de' } }, 238, /collation/],
    ['a capped collection', { create: 'c', capped: true, size: 100 }, 238, /capped/],
    [
      'a negative batch size',
      { aggregate: 'x', pipeline: [], cursor: { batchSize: -1 } },
      51024,
      /batchSize/,
    ],
    ['a view', { create: 'c', viewOn: 'x', pipeline: [] }, 238, /viewOn/],
    ['a snapshot read', { find: 'x', readConcern: { level: 'snapshot' } }, 238, /snapshot/],
    ['$out', { aggregate: 'x', pipeline: [{ $out: 'y' }], cursor: {} }, 238, /\$out/],
    ['let', { find: 'x', let: { a: 1 } }, 238, /let/],
  ])('names %s', async (_, command, code, message) => {
    await database.client.db('driver').collection('refusals').insertOne({});
    const failure = database.client.db('driver').command(command);
    await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

describe('explain', () => {
  it('shows the index that a query uses, or that it uses none', async () => {
    await things.createIndex({ a: 1, b: 1 });
    await things.insertMany(numbered(5));
    const planOf = async (filter: Document, sort: Document = {}) =>
      (
        await things
          .find(filter)
          .sort(sort as Record<string, 1>)
          .explain('queryPlanner')
      ).queryPlanner.winningPlan;
    expect(await planOf({ a: 1 }, { b: -1 })).toMatchObject({
      stage: 'FETCH',
      inputStage: { stage: 'IXSCAN', indexName: 'a_1_b_1', direction: 'backward' },
    });
    expect(await planOf({ _id: 1 })).toMatchObject({ stage: 'IDHACK' });
    expect(await planOf({ n: 1 })).toMatchObject({ stage: 'COLLSCAN' });
    expect(await planOf({ $or: [{ a: 1 }, { _id: 3 }] })).toMatchObject({ inputStage: { stage: 'OR' } });
    expect(await planOf({ b: 1 }, { b: 1 })).toMatchObject({
      stage: 'SORT',
      inputStage: { stage: 'COLLSCAN' },
    });
    const stats = await things.find({ n: { $gt: 2 } }).explain('executionStats');
    expect(stats.executionStats).toMatchObject({ nReturned: 2, totalDocsExamined: 5, totalKeysExamined: 0 });
  });
});

it('listens on 127.0.0.1 when it is given a port', async () => {
  const other = await startTestDatabase({ port: 0 });
  const port = other.server.port as number;
  const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
  await expect(client.db('admin').command({ backupDataFile: '/tmp/x' })).rejects.toMatchObject({ code: 13 });
  await client.close();
  await other.close();
});

it('reads documents of several megabytes in batches that fit a message', async () => {
  const text = 'x'.repeat(3 * 1024 * 1024);
  await things.insertMany(Array.from({ length: 12 }, (_, n) => ({ n, text })));
  const found = await things.find().toArray();
  expect(found.map(({ n }) => n)).toEqual(Array.from({ length: 12 }, (_, n) => n));
  await expect(things.insertOne({ text: 'x'.repeat(16 * 1024 * 1024) })).rejects.toThrow();
});

it('answers a burst of unacknowledged writes before the question that follows', async () => {
  const client = await database.connect({ maxPoolSize: 1 });
  const collection = client.db('driver').collection(things.collectionName, { writeConcern: { w: 0 } });
  await Promise.all(Array.from({ length: 500 }, (_, n) => collection.insertOne({ n })));
  expect(await collection.countDocuments()).toBe(500);
});
