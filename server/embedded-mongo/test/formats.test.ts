import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Binary } from 'bson';
import { type Db, MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/embedded-mongo';
import { metaKey } from '../src/storage/keys';
import { openStore } from '../src/storage/open';
import { temporaryFolder } from './support/database';

const KEPT = path.join(__dirname, 'fixtures', 'format-1');
const FORMAT = metaKey('format');
/** Of each collection of Livelane's demonstration, as the program that wrote format 1 read it. */
type Told = Record<string, { count: number; sha256: string }>;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const server = await startEmbeddedMongo({ folder, relaxed: true });
  const client = await MongoClient.connect(server.uri);
  try {
    return await work(client.db('livelane'));
  } finally {
    await client.close();
    await server.close();
  }
}

/** All documents of a collection as bytes, in the order of their ids. */
async function bytesOf(db: Db, name: string): Promise<Buffer[]> {
  const found = await db
    .collection(name)
    .find({}, { raw: true, sort: { _id: 1 } })
    .toArray();
  return found as unknown as Buffer[];
}

async function tell(db: Db): Promise<Told> {
  const told: Told = {};
  for (const { name } of await db.listCollections().toArray()) {
    const documents = await bytesOf(db, name);
    const sha256 = createHash('sha256').update(Buffer.concat(documents)).digest('hex');
    told[name] = { count: documents.length, sha256 };
  }
  return told;
}

/** What is on disk under these documents' collection, and the number of the format. */
async function stored(): Promise<{ bytes: number; packed: number; format: number }> {
  const store = openStore(folder, { relaxed: true });
  const entries = store.range({ start: Buffer.from([2]), end: Buffer.from([3]), limit: 10_000 });
  const format = store.get(FORMAT)?.readUInt32BE(0) ?? 0;
  await store.close();
  return {
    bytes: entries.reduce((sum, { value }) => sum + value.length, 0),
    packed: entries.filter(({ value }) => value.at(-1) === 1).length,
    format,
  };
}

describe('data of format 1', () => {
  let told: Told;
  beforeEach(() => {
    told = JSON.parse(readFileSync(path.join(KEPT, 'told.json'), 'utf8')) as Told;
    writeFileSync(path.join(folder, 'data.mdb'), gunzipSync(readFileSync(path.join(KEPT, 'data.mdb.gz'))));
  });

  test('are read byte for byte, and found by every index', async () => {
    await withDatabase(async (db) => {
      expect(await tell(db)).toEqual(told);
      for (const name of Object.keys(told)) {
        for (const { key, name: hint = '', sparse, partialFilterExpression } of await db
          .collection(name)
          .indexes()) {
          if (sparse || partialFilterExpression) continue;
          const found = await db.collection(name).find({}, { hint }).toArray();
          expect([name, key, new Set(found.map(({ _id }) => String(_id))).size]).toEqual([
            name,
            key,
            told[name]?.count,
          ]);
        }
      }
    });
  });

  test('lie beside those of today, and are packed when they change', async () => {
    const count = Object.values(told).reduce((sum, { count }) => sum + count, 0);
    expect(await stored()).toMatchObject({ packed: 0, format: 2 });
    const before = (await stored()).bytes;
    await withDatabase(async (db) => {
      for (const name of Object.keys(told)) await db.collection(name).updateMany({}, { $set: { zz: 1 } });
    });
    const between = await stored();
    expect(between.packed).toBe(count);
    expect(between.bytes).toBeLessThan(0.7 * before);
    await withDatabase(async (db) => {
      for (const name of Object.keys(told)) await db.collection(name).updateMany({}, { $unset: { zz: 1 } });
      expect(await tell(db)).toEqual(told);
    });
    await withDatabase(async (db) => expect(await tell(db)).toEqual(told));
  });
});

test('a newer format is left alone, also where only the file tells it', async () => {
  await withDatabase((db) => db.collection('things').insertOne({ _id: 1 as never }));
  const store = openStore(folder, { relaxed: true });
  const newer = Buffer.from([0, 0, 0, 3]);
  store.transaction(() => store.replace(FORMAT, newer, store.get(FORMAT) as Buffer));
  await store.close();
  const file = path.join(folder, 'data.mdb');
  const before = readFileSync(file);
  await expect(startEmbeddedMongo({ folder, relaxed: true })).rejects.toThrow(/newer version.*format 3/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('names that a command taught before it failed are forgotten with what it wrote', async () => {
  await withDatabase(async (db) => {
    const things = db.collection<{ _id: number; [name: string]: unknown }>('things');
    await things.createIndex({ only: 1 }, { unique: true, sparse: true });
    await things.insertOne({ _id: 1, only: 1 });
    // The second document breaks the index after the first has taught a name.
    await expect(
      things.insertMany([
        { _id: 2, lost: 1 },
        { _id: 3, gone: 2, only: 1 },
      ]),
    ).rejects.toThrow(/E11000/);
    await things.insertOne({ _id: 4, kept: new Binary(Buffer.from('4')) });
    await expect(things.updateMany({}, { $set: { all: 1, only: 1 } })).rejects.toThrow(/E11000/);
  });
  await withDatabase(async (db) => {
    const found = await db.collection('things').find().sort({ _id: 1 }).toArray();
    expect(found.map((document) => Object.keys(document))).toEqual([
      ['_id', 'only', 'all'],
      ['_id', 'lost'],
      ['_id', 'kept'],
    ]);
  });
});
