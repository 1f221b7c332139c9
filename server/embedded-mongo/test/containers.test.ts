import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { restoreEmbeddedMongo } from '../src/backup';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/embedded-mongo';
import { acquireLock } from '../src/lock';
import { socketPathOf } from '../src/socket-path';
import { Child } from './support/child';
import { closingAfterEach } from './support/closing';
import { temporaryFolder } from './support/database';

// The kernel's guard ends at the container: the other one never holds it here.
jest.mock('../src/folder-guard', () => ({ guardFolder: async () => () => undefined }));

/** Who waits for a folder looks some times meanwhile. */
const POLLS_MS = 300;

const LONG_AGO = new Date(Date.now() - 3_600_000);

/** An owner in another container: its pid says nothing here, nor does the path by which it sees the folder. */
const ELSEWHERE = {
  pid: 2 ** 22 + 1,
  started: '1@another-boot pid:[1]',
  socket: '/data/of/the/container/mongo.sock',
};

// First: while something is open, its folder must be there.
const closedAfterwards = closingAfterEach();
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockOf = (where: string): string => path.join(where, 'embedded-mongo.lock');

/** Lets the folder's lock look as one of another container, written at this time. */
function lockFromElsewhere(written = new Date(Date.now() - 60_000), where = folder): void {
  writeFileSync(lockOf(where), JSON.stringify(ELSEWHERE));
  utimesSync(lockOf(where), written, written);
}

/** A process that serves the folder, as from another container. */
async function serveFromElsewhere(where = folder): Promise<void> {
  const child = Child.start('holder.program.ts', where);
  closedAfterwards({ close: () => child.kill() });
  expect(await child.line()).toBe('owner');
  lockFromElsewhere(undefined, where);
}

/** A path for the folder that is too long for sockets; what is made for it elsewhere is removed afterwards. */
function longPath(): string {
  const parent = path.join(folder, 'a'.repeat(60));
  mkdirSync(parent);
  const long = path.join(parent, 'b'.repeat(60));
  const removeShort = async () => rmSync(path.dirname(socketPathOf(long)), { recursive: true });
  closedAfterwards({ close: removeShort });
  return long;
}

it('connects to an owner that sees the folder under another path', async () => {
  await serveFromElsewhere();
  const guest = closedAfterwards(await startEmbeddedMongo({ folder, relaxed: true }));
  expect([guest.owner, guest.socket]).toEqual([false, path.join(folder, 'mongo.sock')]);
  const client = closedAfterwards(await MongoClient.connect(guest.uri));
  await client.db('x').collection('y').insertOne({});
  expect(JSON.parse(readFileSync(lockOf(folder), 'utf8'))).toEqual(ELSEWHERE);
});

it('restores nothing into a folder that is served under another path', async () => {
  await serveFromElsewhere();
  const restoring = restoreEmbeddedMongo({ folder, file: '/nowhere', replace: true });
  await expect(restoring).rejects.toThrow(/in use/);
});

it('sees for as long as a restore takes that its process lives', async () => {
  // A back-up that is not read to its end before the test says so.
  const file = path.join(folder, 'slow.backup');
  execFileSync('mkfifo', [file]);
  const target = path.join(folder, 'target');
  const restoring = Child.start('restoring.program.ts', target, file);
  closedAfterwards({ close: () => restoring.kill() });
  const written = () => statSync(lockOf(target), { throwIfNoEntry: false })?.mtimeMs;
  while (written() === undefined) await setTimeoutPromise(1);
  utimesSync(lockOf(target), LONG_AGO, LONG_AGO);
  while (written() === LONG_AGO.getTime()) await setTimeoutPromise(POLLS_MS);
  writeFileSync(file, '');
  expect(await restoring.line()).toContain('cannot be restored');
});

it('finds an owner whose path of the folder is too long for sockets', async () => {
  const long = longPath();
  mkdirSync(long);
  await serveFromElsewhere(long);
  const short = path.join(folder, 'short');
  symlinkSync(long, short);
  const owner = { ...ELSEWHERE, socket: path.join(short, 'mongo.sock') };
  expect(await acquireLock(short, '/own.sock')).toEqual({ owner });
});

it('finds an owner by a path of the folder that is too long for sockets', async () => {
  await serveFromElsewhere();
  const long = longPath();
  symlinkSync(folder, long);
  const lock = await acquireLock(long, '/own.sock');
  if ('release' in lock) throw new Error('the owner was not found');
  closedAfterwards(await MongoClient.connect(`mongodb://${encodeURIComponent(lock.owner.socket)}`));
});

it('waits for the owner in another container, which begins to serve after it has written the lock', async () => {
  lockFromElsewhere(new Date());
  const server = createServer();
  const asking = acquireLock(folder, '/own.sock');
  const socket = path.join(folder, 'mongo.sock');
  // By then it has been asked in vain.
  setTimeout(() => server.listen(socket), POLLS_MS);
  try {
    const answer = await asking;
    if ('release' in answer) answer.release();
    expect(answer).toEqual({ owner: { ...ELSEWHERE, socket } });
  } finally {
    server.close();
  }
});

it.each([
  ['a minute ago', -60_000],
  ['in the future of this clock', 3_600_000],
])('takes over from a container that is gone, whose lock was written %s', async (_when, ms) => {
  lockFromElsewhere(new Date(Date.now() + ms));
  const database = closedAfterwards(await startEmbeddedMongo({ folder, relaxed: true }));
  expect(database.owner).toBe(true);
});

/** A process that has served the folder for long, as from another container, and a guest of it here. */
async function startBoth(): Promise<{ owner: Child; guest: EmbeddedMongo }> {
  const owner = Child.start('elsewhere.program.ts', folder);
  closedAfterwards({ close: () => owner.kill() });
  expect(await owner.line()).toBe('owner');
  utimesSync(lockOf(folder), LONG_AGO, LONG_AGO);
  const guest = closedAfterwards(await startEmbeddedMongo({ folder, relaxed: true }));
  expect(guest.owner).toBe(false);
  return { owner, guest };
}

it('takes over from a container only when that has ended what it had begun', async () => {
  const { owner, guest } = await startBoth();
  const client = closedAfterwards(await MongoClient.connect(guest.uri));
  const items = client.db('x').collection<{ _id: string | number; text?: string }>('items');
  await items.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ _id: n, text: `text ${n}` })));
  const scan = { updateMany: { filter: { text: /nothing/ }, update: { $set: { text: '' } } } };
  const mark = (_id: string) => ({
    updateOne: { filter: { _id }, update: { $set: { text: '' } }, upsert: true },
  });
  // One command of some seconds, whose answer is cut off.
  items.bulkWrite([mark('begun'), ...Array(40).fill(scan), mark('ended')]).catch(() => undefined);
  while (!(await items.findOne({ _id: 'begun' }))) await setTimeoutPromise(1);
  owner.say('stop');
  while (!guest.owner) await setTimeoutPromise(1);
  const after = closedAfterwards(await MongoClient.connect(guest.uri));
  expect(await after.db('x').collection('items').countDocuments({ text: '' })).toBe(2);
});

it('leaves the folder to a container whose thread has died, and is started again', async () => {
  const { owner, guest } = await startBoth();
  owner.say('lose thread');
  expect(await owner.line()).toBe('served again');
  // So that others wait, however long that takes.
  expect(statSync(lockOf(folder)).mtimeMs).toBeGreaterThan(LONG_AGO.getTime());
  await setTimeoutPromise(POLLS_MS);
  expect(guest.owner).toBe(false);
});
