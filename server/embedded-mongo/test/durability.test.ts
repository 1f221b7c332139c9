import { rmSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/embedded-mongo';
import { Engine } from '../src/engine/engine';
import { openStore } from '../src/storage/open';
import { Child } from './support/child';
import { temporaryFolder } from './support/database';

const ROUNDS = 4;
/** The kill comes after so many lines, so that it hits the writer at different moments. */
const LINES = [40, 333, 1200, 90];
const ROUND_START = 1_000_000;

describe('SIGKILL', () => {
  it('loses no acknowledged write, whenever it comes', async () => {
    const folder = temporaryFolder();
    const acknowledged = new Set<number>();
    let counter = 0;
    const note = (line: string): void => {
      const [kind, value] = line.split(' ');
      if (kind === 'item') acknowledged.add(Number(value));
      if (kind === 'counter') counter = Math.max(counter, Number(value));
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const writer = Child.start('writer.program.ts', folder, String(round * ROUND_START));
      expect(await writer.line()).toBe('ready');
      for (let line = 0; line < (LINES[round] as number); line += 1) note((await writer.line()) as string);
      for (const line of await writer.kill()) note(line);

      const database = await startEmbeddedMongo({ folder });
      const client = await MongoClient.connect(database.uri);
      const items = client.db('durable').collection('items');
      const found = await items.find({}, { projection: { n: 1 } }).toArray();
      const numbers = new Set(found.map((item) => item.n as number));
      expect([...acknowledged].filter((n) => !numbers.has(n))).toEqual([]);
      expect(numbers.size).toBe(found.length);
      const byIndex = await items
        .find({ n: { $gte: 0 } })
        .hint('n_1')
        .toArray();
      expect(byIndex).toHaveLength(found.length);
      const stored = await client.db('durable').collection('counters').findOne();
      expect(stored?.value).toBeGreaterThanOrEqual(counter);
      // An increment that was done but not yet answered is allowed: eight at most in each round.
      expect(stored?.value).toBeLessThanOrEqual(counter + 8 * (round + 1));
      await client.close();
      await database.close();
    }
    expect(acknowledged.size).toBeGreaterThan(100);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);
});

it('answers a write that the system refuses with an error, keeps what was acknowledged and goes on', async () => {
  const folder = temporaryFolder();
  const child = Child.startLimited(4096, 'filler.program.ts', folder);
  const acknowledged = Number(await child.line());
  expect(acknowledged).toBeGreaterThan(50);
  expect(await child.line()).toMatch(/nothing was written to .*the file may not grow/);
  expect(await child.line()).toBe(String(acknowledged));
  expect(await child.line()).toBeUndefined();

  const database = await startEmbeddedMongo({ folder });
  const client = await MongoClient.connect(database.uri);
  const items = client.db('full').collection('items');
  expect(await items.countDocuments({ n: { $gte: 0 } })).toBe(acknowledged);
  await items.insertOne({ n: -1 });
  await client.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

it('stops before what was dropped has been swept, which the next start continues', async () => {
  const folder = temporaryFolder();
  const database = await startEmbeddedMongo({ folder, relaxed: true });
  const client = await MongoClient.connect(database.uri);
  const items = client.db('swept').collection('items');
  await items.createIndexes([{ key: { n: 1 } }, { key: { n: -1 } }]);
  await items.insertMany(Array.from({ length: 40_000 }, (_, n) => ({ n })));
  await items.drop();
  // Before its server: a client that finds none any more may wait for one without end.
  await client.close();
  await database.close();

  const store = openStore(folder, { relaxed: true });
  const engine = new Engine(store, folder);
  expect(engine.garbage.waiting).toBe(true);
  engine.recover();
  await engine.scheduler.idle();
  expect(engine.garbage.waiting).toBe(false);
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
