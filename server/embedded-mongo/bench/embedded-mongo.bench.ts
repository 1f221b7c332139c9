import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { open } from 'lmdb';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/embedded-mongo';

/*
 * What the embedded database does per second, beside a plain LMDB put with the same sync setting on the same disk.
 * Usage: tsx bench/embedded-mongo.bench.ts [result.json]
 */
const ROUNDS = 5;
const ONE_BY_ONE = 500;
const AT_ONCE = 16;
const AT_ONCE_TOTAL = 4_000;
const LARGE = 100_000;
const PAGE = 1_000;
const INSERT_BATCH = 5_000;

interface Measure {
  readonly unit: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The median as a share of that of plain LMDB puts, one per commit. */
  ofPut?: number;
  /** The same for puts that share a commit by sixteens. */
  ofPut16?: number;
}

function summary(unit: string, values: number[]): Measure {
  const sorted = [...values].sort((a, b) => a - b);
  const round = (value: number): number => Number(value.toPrecision(4));
  return {
    unit,
    median: round(sorted[Math.floor(sorted.length / 2)] as number),
    min: round(sorted[0] as number),
    max: round(sorted.at(-1) as number),
  };
}

/** Operations per second in each round. */
async function rates(operations: number, run: () => Promise<void> | void): Promise<Measure> {
  const values: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    await run();
    // The first round warms up.
    if (round > 0) values.push((operations * 1000) / (performance.now() - began));
  }
  return summary('per second', values);
}

/** Milliseconds of each single operation. */
async function latencies(operations: number, run: () => Promise<unknown>): Promise<Measure> {
  const values: number[] = [];
  for (let count = 0; count < operations; count += 1) {
    const began = performance.now();
    await run();
    values.push(performance.now() - began);
  }
  return summary('ms each', values);
}

async function atOnce(total: number, run: () => Promise<unknown>): Promise<void> {
  let left = total;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function rawPuts(folder: string): Promise<{ one: Measure; many: Measure }> {
  const db = open<Buffer, Buffer>({
    path: path.join(folder, 'raw.mdb'),
    noSubdir: true,
    encoding: 'binary',
    keyEncoding: 'binary',
    overlappingSync: false,
  });
  let next = 0;
  const value = Buffer.alloc(120, 1);
  const put = (): void => {
    const key = Buffer.alloc(12);
    key.writeUInt32BE(next, 8);
    next += 1;
    db.put(key, value);
  };
  const one = await rates(ONE_BY_ONE, () => {
    for (let count = 0; count < ONE_BY_ONE; count += 1) db.transactionSync(put);
  });
  const many = await rates(AT_ONCE_TOTAL, () => {
    for (let count = 0; count < AT_ONCE_TOTAL; count += AT_ONCE) {
      db.transactionSync(() => {
        for (let each = 0; each < AT_ONCE; each += 1) put();
      });
    }
  });
  await db.close();
  return { one, many };
}

function compared(measure: Measure, raw: { one: Measure; many: Measure }): Measure {
  const share = (other: Measure): number => Number((measure.median / other.median).toPrecision(3));
  return { ...measure, ofPut: share(raw.one), ofPut16: share(raw.many) };
}

async function fill(collection: Collection<Document>): Promise<void> {
  await collection.createIndex({ group: 1, n: 1 });
  for (let first = 0; first < LARGE; first += INSERT_BATCH) {
    const batch = Array.from({ length: INSERT_BATCH }, (_, index) => {
      const n = first + index;
      return { n, group: n % (LARGE / PAGE), title: `document ${n}`, text: 'x'.repeat(200) };
    });
    await collection.insertMany(batch);
  }
}

async function main(): Promise<void> {
  execFileSync(process.execPath, [path.join(__dirname, '..', 'build.mjs')]);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'em-bench-'));
  const results: Record<string, Measure> = {};
  try {
    const raw = await rawPuts(folder);
    results['LMDB put, one per commit'] = raw.one;
    results[`LMDB put, ${AT_ONCE} per commit`] = raw.many;

    let database = await startEmbeddedMongo({ folder: path.join(folder, 'data'), relaxed: false });
    let client = await MongoClient.connect(database.uri, { maxPoolSize: AT_ONCE });
    const small = client.db('bench').collection('small');
    const insert = () => small.insertOne({ n: 1, title: 'a card', text: 'x'.repeat(40) });
    const inserts = await rates(ONE_BY_ONE, async () => {
      for (let count = 0; count < ONE_BY_ONE; count += 1) await insert();
    });
    results['insertOne, one by one'] = compared(inserts, raw);
    results['insertOne, one by one, latency'] = await latencies(ONE_BY_ONE, insert);
    const insertsAtOnce = await rates(AT_ONCE_TOTAL, () => atOnce(AT_ONCE_TOTAL, insert));
    results[`insertOne, ${AT_ONCE} at once`] = compared(insertsAtOnce, raw);

    const counters = client.db('bench').collection<{ _id: number; value: number }>('counters');
    await counters.insertMany(Array.from({ length: AT_ONCE }, (_, id) => ({ _id: id, value: 0 })));
    let turn = 0;
    const increment = () => {
      turn += 1;
      return counters.findOneAndUpdate(
        { _id: turn % AT_ONCE },
        { $inc: { value: 1 } },
        { returnDocument: 'after' },
      );
    };
    const updates = await rates(ONE_BY_ONE, async () => {
      for (let count = 0; count < ONE_BY_ONE; count += 1) await increment();
    });
    results['findOneAndUpdate, one by one'] = compared(updates, raw);
    results['findOneAndUpdate, one by one, latency'] = await latencies(ONE_BY_ONE, increment);
    const updatesAtOnce = await rates(AT_ONCE_TOTAL, () => atOnce(AT_ONCE_TOTAL, increment));
    results[`findOneAndUpdate, ${AT_ONCE} at once`] = compared(updatesAtOnce, raw);

    await fill(client.db('bench').collection('large'));
    await client.close();
    await database.close();

    const starts: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.memoryUsage().rss;
      const began = performance.now();
      database = await startEmbeddedMongo({ folder: path.join(folder, 'data'), relaxed: false });
      client = await MongoClient.connect(database.uri, { maxPoolSize: AT_ONCE });
      await client.db('bench').collection('large').findOne({ group: 1, n: 1 });
      starts.push(performance.now() - began);
      memory.push((process.memoryUsage().rss - before) / 2 ** 20);
      if (round < ROUNDS - 1) {
        await client.close();
        await database.close();
      }
    }
    results[`start to first answer with ${LARGE} documents`] = summary('ms', starts);
    results['memory added by the start'] = summary('MB', memory);

    const large = client.db('bench').collection('large');
    results[`indexed find of ${PAGE} in ${LARGE}`] = await latencies(50, () =>
      large.find({ group: 7 }).sort({ n: 1 }).batchSize(PAGE).toArray(),
    );
    let slowest = 0;
    const scan = large.find({ text: /never/ }).toArray();
    let scanning = true;
    void scan.then(() => {
      scanning = false;
    });
    const began = performance.now();
    while (scanning) {
      const asked = performance.now();
      await client.db('bench').command({ ping: 1 });
      slowest = Math.max(slowest, performance.now() - asked);
    }
    results[`full scan of ${LARGE}`] = summary('ms', [performance.now() - began]);
    results['slowest ping meanwhile'] = summary('ms', [slowest]);
    await client.close();
    await database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const report = { node: process.version, cpus: os.cpus().length, results };
  console.table(results);
  const [, , file] = process.argv;
  if (file) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  else console.log(JSON.stringify(report));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
