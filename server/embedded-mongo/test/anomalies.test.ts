import os from 'node:os';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { guardedPlays } from './anomalies/guarded';
import { type Means, NumberedLog, OneDocument, type Records, SeparateCommands } from './anomalies/means';
import { separateG2, separatePlays } from './anomalies/separate';
import { startTestDatabase, type TestDatabase } from './support/database';

/*
 * What one command promises, and what a program makes of it: the ten anomalies of the Hermitage project, on the embedded
 * database or, with MONGODB_URI, on a real MongoDB. One table for both (README.md#isolation).
 */

const DATABASE = `anomalies_${process.pid}`;
const PAIR = { a: 10, b: 10 };
/** Readers and writers at the same time, for what a single play might not meet. */
const ROUNDS = 40;
/** Documents that one command changes, and how often that is tried until someone has looked in between. */
const MANY = 4_000;
const TRIES = 20;

let embedded: TestDatabase | undefined;
/** Each program of a play has a connection of its own. */
const clients: MongoClient[] = [];
let db: Db;

beforeAll(async () => {
  const uri = process.env.MONGODB_URI;
  if (!uri) embedded = await startTestDatabase();
  for (let n = 0; n < 3; n++)
    clients.push(
      embedded ? await embedded.connect() : await MongoClient.connect(uri ?? '', { runtimeAdapters: { os } }),
    );
  db = databaseOf(0);
});

afterAll(async () => {
  await db.dropDatabase();
  if (embedded) await embedded.close();
  else for (const client of clients) await client.close();
});

beforeEach(() => db.dropDatabase());

function databaseOf(index: number): Db {
  const client = clients[index];
  if (!client) throw new Error(`no client ${index}`);
  return client.db(DATABASE);
}

const recordsOf = (index: number): Records => ({
  values: databaseOf(index).collection('values'),
  pairs: databaseOf(index).collection('pairs'),
  log: databaseOf(index).collection('log'),
});

function each<T>(make: (records: Records) => T): [T, T, T] {
  return [make(recordsOf(0)), make(recordsOf(1)), make(recordsOf(2))];
}

describe('commands by themselves promise nothing together', () => {
  it.each(Object.entries(separatePlays))('%s happens', async (_, play) => {
    await SeparateCommands.fill(recordsOf(0).values, PAIR);
    expect(await play(...each(({ values }) => new SeparateCommands(values)))).toBe(true);
  });

  it('G2 happens', async () => {
    await SeparateCommands.fill(recordsOf(0).values, PAIR);
    expect(await separateG2(recordsOf(0).values, recordsOf(1).values)).toBe(true);
  });
});

const means: [string, (records: Records) => Means, (records: Records) => Promise<void>][] = [
  [
    'in one document, changed only as it was seen',
    ({ pairs }) => new OneDocument(pairs),
    ({ pairs }) => OneDocument.fill(pairs, PAIR),
  ],
  [
    'in a numbered log with a unique index',
    ({ log }) => new NumberedLog(log),
    ({ log }) => NumberedLog.fill(log, PAIR),
  ],
];

describe.each(means)('%s', (_, make, fill) => {
  it.each(Object.entries(guardedPlays))('%s is prevented', async (_name, play) => {
    await fill(recordsOf(0));
    expect(await play(...each(make))).toBe(false);
  });

  it('nobody sees half of a write, and no write is lost, with many at once', async () => {
    await fill(recordsOf(0));
    const [one, two, reader] = each(make);
    let written = 0;
    let torn = 0;
    const write = async (by: Means): Promise<void> => {
      for (let n = 0; n < ROUNDS; n++) {
        const { pair, seen } = await by.read();
        if (await by.write({ a: pair.a + 1, b: pair.b + 1 }, seen)) written++;
      }
    };
    let isOver = false;
    const watch = async (): Promise<void> => {
      while (!isOver) {
        const { pair } = await reader.read();
        if (pair.a !== pair.b) torn++;
      }
    };
    const watching = watch();
    await Promise.all([write(one), write(two)]);
    isOver = true;
    await watching;
    const { pair } = await reader.read();
    expect({ torn, ...pair }).toEqual({ torn: 0, a: PAIR.a + written, b: PAIR.b + written });
    expect(written).toBeGreaterThanOrEqual(ROUNDS);
  });
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof MongoServerError ? error.code : error),
  );

interface Numbered {
  _id: number;
  n: number | string;
}

describe('one command on several documents', () => {
  const numbers = (count: number, n: number | string = 0): Numbered[] =>
    Array.from({ length: count }, (_, _id) => ({ _id, n }));
  const all = async () =>
    (await db.collection<Numbered>('many').find().sort({ _id: 1 }).toArray()).map(({ n }) => n);

  it('G1a one that fails for a document leaves nothing of that one', async () => {
    const many = db.collection<Numbered & { also?: number }>('many');
    await many.insertOne({ _id: 0, n: 'text' });
    expect(await codeOf(many.updateOne({ _id: 0 }, { $set: { also: 1 }, $inc: { n: 1 } as never }))).toBe(14);
    expect(await many.findOne()).toEqual({ _id: 0, n: 'text' });
  });

  it('G1a an ordered insert that meets a duplicate keeps those before it and none after', async () => {
    const many = db.collection<Numbered>('many');
    await many.insertOne({ _id: 2, n: 9 });
    expect(await codeOf(many.insertMany(numbers(5)))).toBe(11_000);
    expect(await all()).toEqual([0, 0, 9]);
  });

  it('G1a an unordered one keeps all but the duplicate', async () => {
    const many = db.collection<Numbered>('many');
    await many.insertOne({ _id: 2, n: 9 });
    expect(await codeOf(many.insertMany(numbers(5), { ordered: false }))).toBe(11_000);
    expect(await all()).toEqual([0, 0, 9, 0, 0]);
  });

  it('G1a an update of many that fails at one of them keeps what it did before', async () => {
    const many = db.collection<Numbered>('many');
    await many.insertMany([...numbers(2), { _id: 2, n: 'text' }, { _id: 3, n: 0 }]);
    expect(await codeOf(many.updateMany({}, { $inc: { n: 1 } as never }))).toBe(14);
    expect(await all()).toEqual([1, 1, 'text', 0]);
  });

  it('G-single OTV others see an update of many documents while it is half done', async () => {
    const many = db.collection<Numbered>('many');
    await many.insertMany(numbers(MANY));
    const count = (n: number) => databaseOf(1).collection<Numbered>('many').countDocuments({ n });
    let halves = 0;
    for (let n = 1; halves === 0 && n <= TRIES; n++) {
      let isDone = false;
      const updating = many.updateMany({}, { $set: { n } }).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        const changed = await count(n);
        if (changed > 0 && changed < MANY) halves++;
      }
      await updating;
    }
    expect(halves).toBeGreaterThan(0);
  });

  it('PMP a cursor sees what is changed and deleted between its batches', async () => {
    const many = db.collection<Numbered>('many');
    await many.insertMany(numbers(10));
    const cursor = many.find().sort({ _id: 1 }).batchSize(2);
    const seen = [await cursor.next(), await cursor.next()];
    const other = databaseOf(1).collection<Numbered>('many');
    await other.updateMany({}, { $set: { n: 1 } });
    await other.deleteOne({ _id: 5 });
    await other.insertOne({ _id: 20, n: 1 });
    for await (const document of cursor) seen.push(document);
    expect(seen.map((document) => document?.n)).toEqual([0, 0, ...Array(8).fill(1)]);
    expect(seen.map((document) => document?._id)).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 20]);
  });
});
