import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type EmbeddedMongo, startEmbeddedMongo } from '@livelane/embedded-mongo';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { BoardReset } from '@livelane/shared/realtime/messages.schema';
import { io } from 'socket.io-client';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { call, createProject, type Person, readBoard, signUp } from '../../../test-kit/team';
import { connect } from '../../src/database/connect';
import { hashOf } from '../board.listener';

const TEST_TIMEOUT_MS = 120_000;
/** A server gives a connection up that is silent for 20 s. */
const LONG_SILENCE_MS = 21_000;
const run = promisify(execFile);

let folder: string;
/** Stands for the MongoDB: another server of the same protocol, reached by its address alone. */
let mongo: EmbeddedMongo;
let server: LivelaneProcess | undefined;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'livelane-import-')));
  mongo = await startEmbeddedMongo({ folder: path.join(folder, 'mongo'), relaxed: true });
});

afterEach(async () => {
  await server?.kill();
  server = undefined;
  await mongo.close();
  await rm(folder, { recursive: true, force: true });
});

const dataDir = (name: string) => path.join(folder, name);

const program = (name: string, env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [path.join(repositoryRoot(), 'server/dist', `${name}.js`), ...args], {
    env: { ...process.env, ...env },
  });

/** A board with public, private and deleted tasks. */
async function fill(url: string): Promise<{ owner: Person; projectId: string; board: ProjectBoard }> {
  const owner = await signUp(url, 'Owner');
  const { token } = owner;
  const { id: projectId } = await createProject(url, owner);
  const add = (fields: object) =>
    call<{ id: string }>(url, 'POST', '/tasks', { token, body: { projectId, ...fields } });
  for (const title of ['One', 'Two', 'Three']) await add({ title, timeEstimate: 30 });
  await add({ title: 'Secret', visibility: 'PRIVATE' });
  const { id } = await add({ title: 'Gone' });
  await call(url, 'DELETE', `/tasks/${id}`, { token });
  return { owner, projectId, board: await readBoard(url, owner, projectId) };
}

test(
  'the embedded database goes to a MongoDB and back: the same boards, for the same tokens',
  async () => {
    server = await startLivelane({ dataDir: dataDir('first') });
    const { owner, projectId, board } = await fill(server.url);
    const env = { DATA_DIR: dataDir('first') };
    await expect(program('import-embedded', env, '--to', mongo.uri)).rejects.toMatchObject({
      stderr: expect.stringContaining('stop the server first'),
    });
    await server.stop();

    const there = await program('import-embedded', env, '--to', mongo.uri);
    expect(there.stdout).toMatch(
      /\d+ documents and 1 boards were copied; counts and board fingerprints agree/,
    );
    expect(there.stdout).toContain('with another one, emails that still wait are dropped');
    const JWT_SECRET = await readFile(path.join(dataDir('first'), 'jwt-secret'), 'utf8');
    server = await startLivelane({
      dataDir: dataDir('unused'),
      env: { MONGODB_URI: mongo.uri, JWT_SECRET },
    });
    expect(await readBoard(server.url, owner, projectId)).toEqual(board);
    const body = { title: 'In MongoDB', projectId };
    await call(server.url, 'POST', '/tasks', { token: owner.token, body });
    const later = await readBoard(server.url, owner, projectId);
    await server.stop();

    await program('import-embedded', { DATA_DIR: dataDir('second') }, '--from', mongo.uri);
    server = await startLivelane({ dataDir: dataDir('second'), env: { JWT_SECRET } });
    const back = await readBoard(server.url, owner, projectId);
    expect(back).toEqual(later);
    expect(hashOf(back)).toBe(hashOf(later));
  },
  TEST_TIMEOUT_MS,
);

/** The first documents after the mark of an import. */
const FIRST_DOCUMENTS = /insert\0.{4}(?!schema\0)\w+\0/s;

/** A way to the MongoDB on which bytes wait as long as `delayOf` says; null: they never arrive. */
async function lineTo(delayOf: (bytes: string) => number | null): Promise<{ uri: string; close(): void }> {
  const line = createServer((client) => {
    const upstream = connectSocket(mongo.socket);
    client.on('close', () => upstream.destroy()).on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).pipe(client);
    client.on('data', (bytes) => {
      const delay = delayOf(bytes.toString('latin1'));
      if (delay !== null) void pause(delay).then(() => upstream.write(bytes));
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as AddressInfo;
  return { uri: `mongodb://127.0.0.1:${port}/?directConnection=true`, close: () => void line.close() };
}

/** The first collection takes long to count, however often that is tried. */
function slowLine(): Promise<{ uri: string; close(): void }> {
  const counted = new Set<string>();
  return lineTo((bytes) => {
    const [, name] = /aggregate\0.{4}(\w+)\0/s.exec(bytes) ?? [];
    if (name !== undefined) counted.add(name);
    return name !== undefined && counted.size === 1 ? LONG_SILENCE_MS : 0;
  });
}

test(
  'a database so large that counting it takes long is copied',
  async () => {
    server = await startLivelane({ dataDir: dataDir('unused'), env: { MONGODB_URI: mongo.uri } });
    await fill(server.url);
    await server.stop();
    const line = await slowLine();
    try {
      const { stdout } = await program('import-embedded', { DATA_DIR: dataDir('first') }, '--from', line.uri);
      expect(stdout).toContain('1 boards were copied');
    } finally {
      line.close();
    }
  },
  TEST_TIMEOUT_MS,
);

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a copy that %s stops leaves its mark, and the next one may begin at once',
  async (signal) => {
    server = await startLivelane({ dataDir: dataDir('first') });
    await fill(server.url);
    await server.stop();
    const env = { DATA_DIR: dataDir('first') };
    let isStopped = false;
    const line = await lineTo((bytes) => {
      // And again: Ctrl+C reaches the program from the terminal and from npm.
      isStopped ||= FIRST_DOCUMENTS.test(bytes);
      if (isStopped) stopped.child.kill(signal);
      return 0;
    });
    const stopped = program('import-embedded', env, '--to', line.uri);
    try {
      await expect(stopped).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('the import was stopped: run it again'),
      });
    } finally {
      line.close();
    }
    await expect(
      startLivelane({ dataDir: dataDir('unused'), env: { MONGODB_URI: mongo.uri } }),
    ).rejects.toThrow('an import into this database has not finished');
    const { stdout } = await program('import-embedded', env, '--to', mongo.uri);
    expect(stdout).toContain('1 boards were copied');
  },
  TEST_TIMEOUT_MS,
);

test(
  'a copy that is stopped in a step that does not end goes all the same, and says when the next one may begin',
  async () => {
    server = await startLivelane({ dataDir: dataDir('first') });
    await fill(server.url);
    await server.stop();
    const env = { DATA_DIR: dataDir('first') };
    const line = await lineTo((bytes) => {
      if (!FIRST_DOCUMENTS.test(bytes)) return 0;
      stopped.child.kill('SIGTERM');
      return null;
    });
    const stopped = program('import-embedded', env, '--to', line.uri);
    try {
      await expect(stopped).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(
          'the import was stopped in the middle of a step: run it again in a minute',
        ),
      });
    } finally {
      line.close();
    }
    await expect(program('import-embedded', env, '--to', mongo.uri)).rejects.toMatchObject({
      stderr: expect.stringContaining('was killed less than a minute ago'),
    });
    const connection = await connect(mongo.uri);
    const marks = connection.collection<{ _id: string }>('schema');
    await marks.updateOne({ _id: 'import' }, { $set: { 'claim.until': Date.now() - 1 } });
    await connection.close();
    const { stdout } = await program('import-embedded', env, '--to', mongo.uri);
    expect(stdout).toContain('1 boards were copied');
  },
  TEST_TIMEOUT_MS,
);

test(
  'a target with data, an empty source and a wrong command are refused; a copy that was cut off keeps servers away and begins again',
  async () => {
    server = await startLivelane({ dataDir: dataDir('first') });
    await fill(server.url);
    await server.stop();
    const env = { DATA_DIR: dataDir('first') };
    const refusal = (text: string) => ({ stderr: expect.stringContaining(text) });
    await expect(program('import-embedded', env)).rejects.toMatchObject(refusal('usage'));
    await expect(program('import-embedded', env, '--to', 'x', '--from', 'y')).rejects.toMatchObject(
      refusal('usage'),
    );
    const empty = { DATA_DIR: dataDir('empty') };
    await expect(program('import-embedded', empty, '--to', mongo.uri)).rejects.toMatchObject(
      refusal('there is no database in'),
    );

    // What a copy leaves behind that was cut off in the middle.
    const connection = await connect(mongo.uri);
    await connection.collection<{ _id: string }>('schema').insertOne({ _id: 'import' });
    await connection.collection('users').insertOne({ half: true });
    await expect(
      startLivelane({ dataDir: dataDir('unused'), env: { MONGODB_URI: mongo.uri } }),
    ).rejects.toThrow('an import into this database has not finished');
    await program('import-embedded', env, '--to', mongo.uri);
    expect(await connection.collection('users').countDocuments({ half: true })).toBe(0);
    await connection.close();
    await expect(program('import-embedded', env, '--to', mongo.uri)).rejects.toMatchObject(
      refusal('the target holds data'),
    );
  },
  TEST_TIMEOUT_MS,
);

test(
  'R6 renew-epochs, as after mongorestore: the clients of a running server are told to read their boards again',
  async () => {
    server = await startLivelane({ dataDir: dataDir('unused'), env: { MONGODB_URI: mongo.uri } });
    const { owner, projectId, board } = await fill(server.url);
    const socket = io(server.url, { auth: { token: owner.token }, transports: ['websocket'] });
    await socket.emitWithAck('board:subscribe', { projectId, epoch: board.epoch, sinceV: board.v });
    const reset = new Promise<BoardReset>((resolve) => socket.once('board:reset', resolve));
    const { stdout } = await program('renew-epochs', { MONGODB_URI: mongo.uri });
    expect(stdout).toContain('1 boards have a new epoch');
    expect(await reset).toEqual({ projectId, reason: 'epoch' });
    socket.disconnect();
    const renewed = await readBoard(server.url, owner, projectId);
    expect(renewed.epoch).not.toBe(board.epoch);
    expect(hashOf(renewed)).toBe(hashOf(board));
  },
  TEST_TIMEOUT_MS,
);
