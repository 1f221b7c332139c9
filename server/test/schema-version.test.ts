import pino from 'pino';
import type { Migration } from '../src/database/migrations';
import { bringUpToDate, isHalfImported, markImport } from '../src/database/schema-version';
import { startTestDatabase, type TestDatabase } from './database';
import { holdDate } from './fakeDate';

let database: TestDatabase;
const logger = pino({ level: 'silent' });

beforeEach(async () => {
  database = await startTestDatabase({ monitorCommands: true });
});
afterEach(async () => {
  jest.useRealTimers();
  await database.close();
});

/** A migration that adds a field to every user and counts how often it ran. */
function step(field: string, ran: string[], work: () => Promise<void> = async () => undefined): Migration {
  return {
    what: field,
    async run(db) {
      ran.push(field);
      await work();
      await db.collection('users').updateMany({}, { $set: { [field]: true } });
    },
  };
}

const versionOf = async () => {
  const connection = await database.connect();
  const found = await connection
    .collection<{ _id: string; version: number }>('schema')
    .findOne({ _id: 'version' });
  return found?.version;
};

test('a new database is up to date at once: nothing is migrated', async () => {
  const ran: string[] = [];
  await bringUpToDate(await database.connect(), logger, [step('one', ran), step('two', ran)]);
  expect(ran).toEqual([]);
  expect(await versionOf()).toBe(3);
});

test('a database from before versions gets every step in order, and each only once', async () => {
  const ran: string[] = [];
  const steps = [step('one', ran), step('two', ran)];
  const connection = await database.connect();
  await connection.collection('users').insertOne({ name: 'Ada' });
  await bringUpToDate(connection, logger, steps.slice(0, 1));
  await bringUpToDate(connection, logger, steps);
  await bringUpToDate(connection, logger, steps);
  expect(ran).toEqual(['one', 'two']);
  expect(await connection.collection('users').findOne({ name: 'Ada' })).toMatchObject({
    one: true,
    two: true,
  });
});

test('of several nodes that start at once one migrates, and the others wait for it', async () => {
  const ran: string[] = [];
  const first = await database.connect();
  await first.collection('users').insertOne({ name: 'Ada' });
  let finish: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const steps = [step('one', ran, () => gate), step('two', ran)];
  let ready = 0;
  const nodes = [first, await database.connect(), await database.connect()].map(async (connection) => {
    await bringUpToDate(connection, logger, steps);
    ready++;
  });
  while (ran.length === 0) await new Promise(setImmediate);
  expect(ready).toBe(0);
  finish();
  await Promise.all(nodes);
  expect(ran).toEqual(['one', 'two']);
});

test('a step that failed is run again at the next start', async () => {
  const ran: string[] = [];
  const connection = await database.connect();
  await connection.collection('users').insertOne({ name: 'Ada' });
  const fails = step('one', ran, () => Promise.reject(new Error('no space left')));
  await expect(bringUpToDate(connection, logger, [fails])).rejects.toThrow('no space left');
  expect(await versionOf()).toBe(1);
  await bringUpToDate(connection, logger, [step('one', ran)]);
  expect(await versionOf()).toBe(2);
});

test.each([0, -10])(
  'a node takes over from one that died while it migrated, its clock %d minutes off',
  async (off) => {
    const ran: string[] = [];
    const connection = await database.connect();
    const claim = { by: 'the dead', until: Date.now() - 1 };
    await connection
      .collection<{ _id: string }>('schema')
      .insertOne({ _id: 'version', version: 1, claim } as never);
    holdDate(Date.now() + off * 60_000);
    await bringUpToDate(connection, logger, [step('one', ran)]);
    expect(ran).toEqual(['one']);
  },
);

test('a node whose clock is ahead leaves a migration to the node that works on it', async () => {
  const ran: string[] = [];
  const connection = await database.connect();
  await connection.collection('users').insertOne({ name: 'Ada' });
  let finish: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const steps = [step('one', ran, () => gate)];
  const first = bringUpToDate(connection, logger, steps);
  while (ran.length === 0) await new Promise(setImmediate);
  holdDate(Date.now() + 10 * 60_000);
  const other = await database.connect();
  const tried = new Promise<void>((resolve) => {
    other.getClient().on('commandSucceeded', ({ commandName }) => commandName === 'update' && resolve());
  });
  const second = bringUpToDate(other, logger, steps);
  await tried;
  finish();
  await Promise.all([first, second]);
  expect(ran).toEqual(['one']);
});

test('a node that waits for a migration says so, once', async () => {
  const ran: string[] = [];
  const connection = await database.connect();
  const schema = connection.collection<{ _id: string; version: number; claim?: unknown }>('schema');
  const claim = { by: 'another', until: Date.now() + 60_000 };
  await schema.insertOne({ _id: 'version', version: 1, claim });
  const told: string[] = [];
  const waiting = pino({ level: 'info' }, { write: (line) => void told.push(JSON.parse(line).msg) });
  let looks = 0;
  connection.getClient().on('commandSucceeded', ({ commandName }) => {
    // Each look ends with an attempt to claim it.
    if (commandName === 'update' && ++looks === 3)
      void schema.updateOne({ _id: 'version' }, { $unset: { claim: 1 } });
  });
  await bringUpToDate(connection, waiting, [step('one', ran)]);
  expect(told).toEqual([
    'another node migrates the database, or was stopped while it did: this one waits, for up to a minute after its last sign of life',
    'migrating the database',
  ]);
});

test('a database of a newer version, and one that is half imported, are refused in words', async () => {
  const connection = await database.connect();
  const steps = [step('one', []), step('two', [])];
  await bringUpToDate(connection, logger, steps);
  const older = bringUpToDate(connection, logger, steps.slice(0, 1));
  await expect(older).rejects.toThrow('its version is 3, this one knows 2');
  if (!connection.db) throw new Error('not connected');
  const mark = await markImport(connection.db, 'nothing');
  await expect(bringUpToDate(connection, logger, steps)).rejects.toThrow('import-embedded again');
  await mark.release();
});

test('an import whose claim has ended does not remove the mark of the one that has taken over', async () => {
  const { db } = await database.connect();
  if (!db) throw new Error('not connected');
  const suspended = await markImport(db, 'nothing');
  await expect(markImport(db, 'a part')).rejects.toThrow('another import into this database is running');
  await db.collection('schema').updateMany({}, { $set: { 'claim.until': 0 } });
  const next = await markImport(db, 'a part');
  await expect(suspended.remove()).rejects.toThrow('another import into this database is running');
  expect(await isHalfImported(db)).toBe(true);
  await next.remove();
  expect(await isHalfImported(db)).toBe(false);
});
