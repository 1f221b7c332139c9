import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { backupEmbeddedMongo } from '@livelane/embedded-mongo/backup';
import type { CatchUp } from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { call, createProject, readBoard, signIn, signUp } from '../../../test-kit/team';
import { connect } from '../../src/database/connect';

const TEST_TIMEOUT_MS = 120_000;
const run = promisify(execFile);

let folder: string;
let server: LivelaneProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'livelane-backup-'));
});

afterEach(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});

test(
  'R6 a back-up of the running server is restored: the same board, a new epoch, and clients of the old one reset',
  async () => {
    const dataDir = path.join(folder, 'data');
    const file = path.join(folder, 'board.backup');
    const program = (name: string, ...args: string[]) =>
      run(process.execPath, [path.join(repositoryRoot(), 'server/dist', `${name}.js`), ...args], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
    server = await startLivelane({ dataDir });
    const owner = await signUp(server.url, 'Owner');
    const { token } = owner;
    const { id: projectId } = await createProject(server.url, owner);
    const add = (title: string) =>
      call(server?.url ?? '', 'POST', '/tasks', { token, body: { title, projectId } });
    for (const title of ['One', 'Two', 'Three']) await add(title);
    const saved = await readBoard(server.url, owner, projectId);

    await program('backup', file);
    await add('After the back-up');
    await expect(program('restore', file, '--replace')).rejects.toMatchObject({
      stderr: expect.stringContaining('in use'),
    });
    await server.stop();
    await expect(program('restore', file)).rejects.toMatchObject({
      stderr: expect.stringContaining('holds data'),
    });
    await program('restore', file, '--replace');

    server = await startLivelane({ dataDir });
    const restored = await readBoard(server.url, owner, projectId);
    const hash = (board: typeof saved) => boardHash(board.columns.flatMap((column) => column.tasks));
    expect(hash(restored)).toBe(hash(saved));
    expect(restored.v).toBe(saved.v);
    expect(restored.epoch).not.toBe(saved.epoch);
    const since = `since=${saved.v}&epoch=${saved.epoch}`;
    expect(
      await call<CatchUp>(server.url, 'GET', `/kanban/project/${projectId}/ops?${since}`, { token }),
    ).toEqual({
      reset: true,
    });
  },
  TEST_TIMEOUT_MS,
);

test(
  'a restore that fails half-way says why, ends, and leaves nothing',
  async () => {
    const [old, fresh, file] = ['old', 'new', 'board.backup'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    const embedded = await startEmbeddedMongo({ folder: old });
    const connection = await connect(embedded.uri);
    // It keeps the restore from giving the installation a new id.
    const versions = connection.collection<{ _id: string }>('schema');
    await versions.createIndex({ missing: 1 }, { unique: true });
    await versions.insertOne({ _id: 'version' });
    await connection.close();
    await embedded.close();
    await backupEmbeddedMongo({ folder: old, file });
    const restored = run(process.execPath, [path.join(repositoryRoot(), 'server/dist/restore.js'), file], {
      env: { ...process.env, DATA_DIR: fresh },
    });
    await expect(restored).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^livelane: E11000/),
    });
    expect(await readdir(fresh)).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  'a back-up of a newer version is refused, and the data stay',
  async () => {
    const [newer, dataDir] = [path.join(folder, 'newer'), path.join(folder, 'data')];
    const file = path.join(folder, 'board.backup');
    const embedded = await startEmbeddedMongo({ folder: newer });
    const connection = await connect(embedded.uri);
    await connection
      .collection<{ _id: string; version: number }>('schema')
      .insertOne({ _id: 'version', version: 1000 });
    await connection.close();
    await embedded.close();
    await backupEmbeddedMongo({ folder: newer, file });
    server = await startLivelane({ dataDir });
    const owner = await signUp(server.url, 'Owner');
    await server.stop();
    await expect(
      run(process.execPath, [path.join(repositoryRoot(), 'server/dist/restore.js'), file, '--replace'], {
        env: { ...process.env, DATA_DIR: dataDir },
      }),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        `^livelane: ${file} was written by a newer Livelane .*: restore it with the newer one\n$`,
      ),
    });
    server = await startLivelane({ dataDir });
    await signIn(server.url, owner.email, owner.password);
  },
  TEST_TIMEOUT_MS,
);

test(
  'a folder that is in use, or holds data, is told before a back-up is copied',
  async () => {
    const dataDir = path.join(folder, 'data');
    const missing = path.join(folder, 'missing.backup');
    const restore = (...args: string[]) =>
      run(process.execPath, [path.join(repositoryRoot(), 'server/dist/restore.js'), missing, ...args], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
    server = await startLivelane({ dataDir });
    await expect(restore('--replace')).rejects.toMatchObject({ stderr: expect.stringContaining('in use') });
    await server.stop();
    await expect(restore()).rejects.toMatchObject({ stderr: expect.stringContaining('holds data') });
    await expect(restore('--replace')).rejects.toMatchObject({
      stderr: expect.stringContaining(`${missing} cannot be copied`),
    });
  },
  TEST_TIMEOUT_MS,
);

test(
  'a back-up is restored on a new machine, where there is no data folder yet',
  async () => {
    const program = (name: string, dataDir: string, ...args: string[]) =>
      run(process.execPath, [path.join(repositoryRoot(), 'server/dist', `${name}.js`), ...args], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
    const [old, fresh, file] = ['old', 'new/data', 'board.backup'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    server = await startLivelane({ dataDir: old });
    const owner = await signUp(server.url, 'Owner');
    const { id: projectId } = await createProject(server.url, owner);
    await server.stop();
    await program('backup', old, file);

    await program('restore', fresh, file);
    server = await startLivelane({
      dataDir: fresh,
      env: { JWT_SECRET: await readFile(path.join(old, 'jwt-secret'), 'utf8') },
    });
    expect(await readBoard(server.url, owner, projectId)).toMatchObject({ projectId });
  },
  TEST_TIMEOUT_MS,
);

test(
  'R6 a restore that is cut off leaves no copy: SIGTERM at once, SIGKILL until the next restore',
  async () => {
    const dataDir = path.join(folder, 'data');
    const file = path.join(folder, 'board.backup');
    server = await startLivelane({ dataDir });
    await signUp(server.url, 'Owner');
    await server.stop();
    const dist = path.join(repositoryRoot(), 'server/dist');
    const env = { ...process.env, DATA_DIR: dataDir };
    await run(process.execPath, [path.join(dist, 'backup.js'), file], { env });
    const restore = [path.join(dist, 'restore.js'), file, '--replace'];
    const before = await readdir(dataDir);
    /** Ends a restore once it has begun. */
    const cutOff = async (signal: NodeJS.Signals) => {
      const names = (await readdir(dataDir)).length;
      const program = spawn(process.execPath, restore, { env });
      const ended = once(program, 'exit');
      while (program.exitCode === null && (await readdir(dataDir)).length === names);
      program.kill(signal);
      expect(await ended).toEqual([null, signal]);
    };

    await cutOff('SIGTERM');
    expect(await readdir(dataDir)).toEqual(before);
    await cutOff('SIGKILL');
    expect(await readdir(dataDir)).not.toEqual(before);
    await run(process.execPath, restore, { env });
    expect(await readdir(dataDir)).toEqual(before);
  },
  TEST_TIMEOUT_MS,
);

test(
  'a data folder that cannot be made is told in one message, by the server and by restore',
  async () => {
    const dataDir = '/proc/livelane/data';
    const restore = path.join(repositoryRoot(), 'server/dist/restore.js');
    await expect(startLivelane({ dataDir })).rejects.toThrow(
      `DATA_DIR: ${dataDir} cannot be written (ENOENT`,
    );
    const file = path.join(folder, 'board.backup');
    await expect(
      run(process.execPath, [restore, file], {
        env: { ...process.env, DATA_DIR: dataDir },
        timeout: TEST_TIMEOUT_MS / 2,
      }),
    ).rejects.toMatchObject({
      stderr: `livelane: DATA_DIR: ${dataDir} cannot be written (ENOENT: no such file or directory, mkdir '/proc/livelane')\n`,
    });
  },
  TEST_TIMEOUT_MS,
);

test(
  'words that a program does not take are answered with how it is used, and nothing is written',
  async () => {
    for (const [name = '', ...words] of [
      ['backup', '--help'],
      ['restore', '--help'],
      ['restore', 'board.backup', '--replace', 'other.backup'],
      ['reset-password', '--help'],
      ['reset-password', 'ann@example.org', 'bea@example.org'],
      ['renew-epochs', '--help'],
    ]) {
      const program = path.join(repositoryRoot(), 'server/dist', `${name}.js`);
      await expect(
        run(process.execPath, [program, ...words], {
          cwd: folder,
          env: { ...process.env, DATA_DIR: folder },
        }),
      ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`usage: npm run ${name}`) });
    }
    expect(await readdir(folder)).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);

test(
  'a back-up that cannot be copied is told by its own name',
  async () => {
    const program = path.join(repositoryRoot(), 'server/dist/restore.js');
    const missing = path.join(folder, 'missing.backup');
    for (const [file, reason] of [
      [missing, 'there is no such file or folder'],
      [folder, 'it is a folder'],
    ] as const) {
      await expect(
        run(process.execPath, [program, file], {
          env: { ...process.env, DATA_DIR: path.join(folder, 'data') },
        }),
      ).rejects.toMatchObject({ code: 1, stderr: `livelane: ${file} cannot be copied: ${reason}\n` });
    }
  },
  TEST_TIMEOUT_MS,
);

test(
  'with MONGODB_URI there is nothing to back up or to restore here, and it is said what does',
  async () => {
    const env = { ...process.env, DATA_DIR: path.join(folder, 'data'), MONGODB_URI: 'mongodb://127.0.0.1:1' };
    for (const [name, instead] of [
      ['backup', 'mongodump'],
      ['restore', 'mongorestore'],
    ]) {
      const program = path.join(repositoryRoot(), 'server/dist', `${name}.js`);
      await expect(
        run(process.execPath, [program, path.join(folder, 'board.backup')], { env }),
      ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`use ${instead}`) });
    }
    expect(await readdir(folder)).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);
