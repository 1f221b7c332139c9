import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs, {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { restoreEmbeddedMongo } from '../src/backup';
import { startEmbeddedMongo } from '../src/embedded-mongo';
import { openStore } from '../src/storage/open';
import { type VerifyExtent, verifyDataFile, verifyMeanwhile } from '../src/storage/verify';
import { temporaryFolder } from './support/database';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = temporaryFolder();
  file = path.join(folder, 'data.mdb');
  const database = await startEmbeddedMongo({ folder, relaxed: true });
  const client = await MongoClient.connect(database.uri);
  const items = Array.from({ length: 3000 }, (_, n) => ({ n, text: 'x'.repeat(300) }));
  await client
    .db('x')
    .collection('y')
    .insertMany([...items, { big: 'y'.repeat(20_000) }]);
  await client.close();
  await database.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function patch(change: (fd: number, size: number) => void): void {
  const fd = openSync(file, 'r+');
  change(fd, statSync(file).size);
  closeSync(fd);
}

const noise = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7919) % 251));

describe('a data file that cannot be used', () => {
  it.each<[string, (fd: number, size: number) => void, RegExp]>([
    ['no data file at all', (fd) => writeSync(fd, noise(9000), 0, 9000, 0), /beginning/],
    ['a lost second page', (fd) => writeSync(fd, Buffer.alloc(200), 0, 200, 4096), /beginning/],
    // The file is longer than what is in use, so half of it could still hold everything.
    ['cut in the middle of its data', (fd) => ftruncateSync(fd, 512 * 1024), /cut off/],
    ['cut to almost nothing', (fd) => ftruncateSync(fd, 100), /too short/],
    [
      'noise in its middle',
      (fd, size) => writeSync(fd, noise(size - 16_384), 0, size - 16_384, 16_384),
      /damaged/,
    ],
  ])('%s: one clear message, and the file as it was', async (_, change, message) => {
    patch(change);
    const before = readFileSync(file);
    const failure = startEmbeddedMongo({ folder, relaxed: true });
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toThrow(/Nothing was changed/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('an emptied file is not taken for a new database', async () => {
    patch((fd) => ftruncateSync(fd, 0));
    await expect(startEmbeddedMongo({ folder, relaxed: true })).rejects.toThrow(/missing or empty/);
    expect(statSync(file).size).toBe(0);
  });

  it('a folder of a newer format is left alone', async () => {
    writeFileSync(path.join(folder, 'embedded-mongo.json'), '{"format": 2}');
    const before = readFileSync(file);
    await expect(startEmbeddedMongo({ folder, relaxed: true })).rejects.toThrow(/newer version.*format 2/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('can be opened again after the cause is gone: no lock is left behind', async () => {
    writeFileSync(path.join(folder, 'embedded-mongo.json'), '{"format": 2}');
    await expect(startEmbeddedMongo({ folder, relaxed: true })).rejects.toThrow();
    writeFileSync(path.join(folder, 'embedded-mongo.json'), '{"format": 1}');
    const database = await startEmbeddedMongo({ folder, relaxed: true });
    expect(database.owner).toBe(true);
    await database.close();
  });
});

describe('a file that is too large for what a launch has time for', () => {
  const PAGE = 4096;

  beforeEach(async () => {
    const database = await startEmbeddedMongo({ folder, relaxed: true });
    const client = await MongoClient.connect(database.uri);
    // Nothing of it can be packed: there are many branches.
    const items = Array.from({ length: 6000 }, () => ({ text: randomBytes(150).toString('hex') }));
    await client.db('x').collection('many').insertMany(items);
    await client.close();
    await database.close();
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => {
      now += 60_000;
      return now;
    });
  });

  const isGood = (extent: VerifyExtent) => {
    try {
      verifyDataFile(file, extent);
      return true;
    } catch {
      return false;
    }
  };

  /** Damages one of these pages, such that a launch does not see it. */
  function damageUnseen(isWanted: (page: Buffer) => boolean): void {
    const before = readFileSync(file);
    for (let at = 2 * PAGE; at < before.length; at += PAGE) {
      if (!isWanted(before.subarray(at, at + PAGE))) continue;
      patch((fd) => writeSync(fd, noise(PAGE), 0, PAGE, at));
      if (isGood('at launch') && !isGood('whole')) return;
      writeFileSync(file, before);
    }
    throw new Error('a launch sees each page');
  }

  it('is not looked over whole, but a cut one is noticed', () => {
    while (isGood('whole')) patch((fd, size) => ftruncateSync(fd, size - PAGE));
    expect(() => verifyDataFile(file, 'at launch')).toThrow(/cut off/);
  });

  it('can be looked over whole while the process goes on', async () => {
    let turns = 0;
    const verified = verifyMeanwhile(file).then(() => 'verified');
    while ((await Promise.race([verified, setImmediate('not yet')])) === 'not yet') turns++;
    expect(turns).toBeGreaterThan(1);
    while (isGood('whole')) patch((fd, size) => ftruncateSync(fd, size - PAGE));
    await expect(verifyMeanwhile(file)).rejects.toThrow(/cut off/);
  });

  it('has all its branches looked over where it ends before the last page that was ever used', () => {
    damageUnseen((page) => (page.readUInt16LE(18) & 1) !== 0);
    const lastPage = Buffer.alloc(8);
    lastPage.writeBigUInt64LE(BigInt(statSync(file).size / PAGE));
    patch((fd) => {
      for (const meta of [0, PAGE]) writeSync(fd, lastPage, 0, 8, meta + 144);
    });
    expect(() => verifyDataFile(file, 'at launch')).toThrow(/damaged/);
  });

  it('as a back-up is looked over whole, and refused for damage that a launch does not see', async () => {
    damageUnseen(() => true);
    const restored = temporaryFolder();
    await expect(restoreEmbeddedMongo({ folder: restored, file })).rejects.toThrow(/damaged/);
    rmSync(restored, { recursive: true, force: true });
  });
});

it('says so when the folder is a file', async () => {
  const place = path.join(folder, 'file');
  writeFileSync(place, '');
  await expect(startEmbeddedMongo({ folder: place })).rejects.toThrow(/needs to write to .*file/);
});

describe('where it cannot listen', () => {
  const canOwn = async () => {
    const database = await startEmbeddedMongo({ folder, relaxed: true });
    const { owner } = database;
    await database.close();
    return owner;
  };

  it('names the port, and leaves the folder free', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const message = `the database cannot listen on 127.0.0.1:${port} (EMBEDDED_MONGO_PORT): it is in use`;
    await expect(startEmbeddedMongo({ folder, relaxed: true, port })).rejects.toThrow(message);
    other.close();
    expect(await canOwn()).toBe(true);
  });

  it('names the socket, and leaves the folder free', async () => {
    const socket = path.join(folder, 'mongo.sock');
    mkdirSync(socket);
    await expect(startEmbeddedMongo({ folder, relaxed: true })).rejects.toThrow(socket);
    rmdirSync(socket);
    expect(await canOwn()).toBe(true);
  });
});

it('names the file that may not be written, where its folder may be', () => {
  const access = fs.accessSync;
  jest.spyOn(fs, 'accessSync').mockImplementation((name, mode) => {
    if (name === file) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    access(name, mode);
  });
  expect(() => openStore(folder, { relaxed: true })).toThrow(
    `the database needs to write to ${file}: permission denied`,
  );
});
