import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { MongoClient, MongoNetworkError, MongoOperationTimeoutError } from 'mongodb';
import { startEmbeddedMongo } from '../src/embedded-mongo';
import { acquireLock } from '../src/lock';
import { Child } from './support/child';
import { closingAfterEach } from './support/closing';
import { temporaryFolder } from './support/database';

/** A guest looks whether the folder is free some times meanwhile. */
const POLLS_MS = 300;

// First: while something is open, its folder must be there.
const closedAfterwards = closingAfterEach();
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Ends only a call of the driver (mongodb 7.8) that never ends by itself: one that is written while its socket closes. */
const ENDLESS_MS = 5_000;

/** The first answer that is not a network error: a take-over is a short outage for clients. */
async function afterOutage<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isOutage = error instanceof MongoNetworkError || error instanceof MongoOperationTimeoutError;
      if (!isOutage && !(error as Error).message.includes('EPIPE')) throw error;
    }
  }
}

const lockOf = (where: string): string => path.join(where, 'embedded-mongo.lock');

it('keeps folder and socket to its user', async () => {
  const database = await startEmbeddedMongo({ folder, relaxed: true });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(database.socket).mode & 0o777).toBe(0o600);
  await database.close();
});

it('lets a second caller and a second process connect to the owner', async () => {
  const owner = await startEmbeddedMongo({ folder, relaxed: true });
  const second = await startEmbeddedMongo({ folder, relaxed: true });
  expect([owner.owner, second.owner, second.uri]).toEqual([true, false, owner.uri]);
  const child = Child.start('holder.program.ts', folder);
  expect(await child.line()).toBe('guest');
  await child.kill();
  await second.close();
  const client = await MongoClient.connect(owner.uri);
  expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
  await client.close();
  await owner.close();
});

it('says when its thread has been launched, before that is ready; a guest has none', async () => {
  const heard: string[] = [];
  const start = async (name: string) => {
    const onLaunched = () => void heard.push(`${name} launched`);
    const database = closedAfterwards(await startEmbeddedMongo({ folder, relaxed: true, onLaunched }));
    heard.push(`${name} ready`);
    return database;
  };
  await start('owner');
  await start('guest');
  expect(heard).toEqual(['owner launched', 'owner ready', 'guest ready']);
});

it('takes over when the owner is killed, under the same address', async () => {
  const child = Child.start('holder.program.ts', folder);
  expect(await child.line()).toBe('owner');
  const guest = closedAfterwards(await startEmbeddedMongo({ folder, relaxed: true }));
  expect(guest.owner).toBe(false);
  const client = closedAfterwards(await MongoClient.connect(guest.uri));
  const items = client.db('x').collection('items');
  await items.insertOne({ a: 1 });
  await child.kill();
  const count = () => items.countDocuments({ a: 1 }, { timeoutMS: ENDLESS_MS });
  expect(await afterOutage(count)).toBe(1);
  expect(guest.owner).toBe(true);
});

it('waits for an owner that serves no longer until that lets go of the folder', async () => {
  const socket = path.join(folder, 'ending.sock');
  const lock = await acquireLock(folder, socket);
  if ('owner' in lock) throw new Error('the folder is new');
  const connections: Socket[] = [];
  const server = createServer((connection) => connections.push(connection)).listen(socket);
  await once(server, 'listening');
  const guest = closedAfterwards(await startEmbeddedMongo({ folder, relaxed: true }));
  server.close();
  for (const connection of connections) connection.destroy();
  await setTimeoutPromise(POLLS_MS);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  await setTimeoutPromise(POLLS_MS);
  clock.mockRestore();
  expect(guest.owner).toBe(false);
  lock.release();
  while (!guest.owner) await setTimeoutPromise(1);
});

it('lets exactly one of several processes take over the lock of a dead one', async () => {
  const contenders = Array.from({ length: 4 }, () => Child.start('contender.program.ts'));
  try {
    for (const contender of contenders) expect(await contender.line()).toBe('ready');
    for (let round = 0; round < 300; round++) {
      const contested = path.join(folder, String(round));
      mkdirSync(contested);
      writeFileSync(
        lockOf(contested),
        JSON.stringify({ pid: 2 ** 22 + 1, started: 'x', socket: '/nowhere.sock' }),
      );
      for (const contender of contenders) contender.say(contested);
      const answers = await Promise.all(contenders.map((contender) => contender.line()));
      expect(answers.toSorted()).toEqual(['guest', 'guest', 'guest', 'owner']);
    }
  } finally {
    for (const contender of contenders) await contender.kill();
  }
});

it.each([
  ['of a process that is gone', { pid: 2 ** 22 + 1, started: 'x', socket: '/nowhere.sock' }],
  ['of an earlier process with our pid', { pid: process.pid, started: 'x', socket: '/nowhere.sock' }],
  [
    'of an earlier process with the pid of a living one',
    { pid: process.ppid, started: 'x', socket: '/nowhere.sock' },
  ],
])('takes over a lock %s', async (_, owner) => {
  writeFileSync(lockOf(folder), JSON.stringify(owner));
  const database = await startEmbeddedMongo({ folder, relaxed: true });
  expect(database.owner).toBe(true);
  expect(JSON.parse(readFileSync(lockOf(folder), 'utf8'))).toMatchObject({ pid: process.pid });
  await database.close();
  expect(() => statSync(lockOf(folder))).toThrow(/ENOENT/);
});

it('takes over the lock of a dead process that its parent has not asked for', async () => {
  const script = 'cat <&3 & echo $!; exec sleep 100';
  const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  closedAfterwards({ close: async () => parent.kill() });
  const [line] = (await once(parent.stdout as Readable, 'data')) as [Buffer];
  const pid = Number(line);
  // A shell would ask for it: it ends once there is none.
  while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await setTimeoutPromise(1);
  (parent.stdio[3] as Writable).end();
  while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) await setTimeoutPromise(1);
  writeFileSync(lockOf(folder), JSON.stringify({ pid, started: '', socket: '/nowhere.sock' }));
  const database = closedAfterwards(await startEmbeddedMongo({ folder, relaxed: true }));
  expect(database.owner).toBe(true);
});

it('connects to an owner that serves the folder, whatever its pid says', async () => {
  const child = Child.start('holder.program.ts', folder);
  expect(await child.line()).toBe('owner');
  const owner = JSON.parse(readFileSync(lockOf(folder), 'utf8')) as object;
  writeFileSync(lockOf(folder), JSON.stringify({ ...owner, started: 'x' }));
  const guest = await startEmbeddedMongo({ folder, relaxed: true });
  expect(guest.owner).toBe(false);
  await guest.close();
  await child.kill();
});

it('takes over a lock from before the machine was started, where the system tells nothing of processes', async () => {
  const read = fs.readFileSync;
  const withoutProc = (file: fs.PathOrFileDescriptor, options?: BufferEncoding) => {
    if (String(file).startsWith('/proc/')) throw new Error('no such file');
    return read(file, options);
  };
  jest.spyOn(fs, 'readFileSync').mockImplementation(withoutProc as typeof read);
  const living = { pid: process.ppid, started: '', socket: '/nowhere.sock' };
  writeFileSync(lockOf(folder), JSON.stringify(living));
  expect(await acquireLock(folder, '/own.sock')).toEqual({ owner: living });
  const beforeBoot = new Date(Date.now() - os.uptime() * 1000 - 60_000);
  utimesSync(lockOf(folder), beforeBoot, beforeBoot);
  const lock = await acquireLock(folder, '/own.sock');
  if ('release' in lock) lock.release();
  expect(lock).not.toHaveProperty('owner');
});

it('takes over the lock in a copy of a folder whose owner lives', async () => {
  const holder = Child.start('holder.program.ts', folder);
  closedAfterwards({ close: () => holder.kill() });
  expect(await holder.line()).toBe('owner');
  const copy = path.join(folder, 'copy');
  mkdirSync(copy);
  copyFileSync(lockOf(folder), lockOf(copy));
  const database = closedAfterwards(await startEmbeddedMongo({ folder: copy, relaxed: true }));
  expect(database.owner).toBe(true);
});

it('takes no folder for a copy because another system sees it as another one', async () => {
  const seenElsewhere = {
    pid: process.ppid,
    started: '',
    folder: 'elsewhere',
    socket: path.join(folder, 'socket'),
  };
  writeFileSync(lockOf(folder), JSON.stringify(seenElsewhere));
  expect(await acquireLock(folder, path.join(folder, 'mine'))).toEqual({ owner: seenElsewhere });
});

it('takes over a lock that cannot be read', async () => {
  writeFileSync(lockOf(folder), '{');
  const database = await startEmbeddedMongo({ folder, relaxed: true });
  expect(database.owner).toBe(true);
  await database.close();
});

it('finds a shorter place for the socket of a folder with a long path', async () => {
  const long = path.join(folder, 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(long, { recursive: true });
  const database = await startEmbeddedMongo({ folder: long, relaxed: true });
  expect(database.socket.startsWith(long)).toBe(false);
  expect(statSync(path.dirname(database.socket)).mode & 0o777).toBe(0o700);
  const client = await MongoClient.connect(database.uri);
  await client.db('x').collection('y').insertOne({});
  await client.close();
  await database.close();
  rmSync(path.dirname(database.socket), { recursive: true });
});
