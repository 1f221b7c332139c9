import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type EmbeddedMongo, startEmbeddedMongo } from '@livelane/embedded-mongo';
import type { CatchUp, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import type { CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import type { PastBoard } from '@livelane/shared/history/history.schema';
import { PROTOCOL } from '@livelane/shared/http/protocol';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import mongoose from 'mongoose';
import { BoardWatcher } from '../../../test-kit/board.watcher';
import { freePort } from '../../../test-kit/freePort';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { call, createProject, type Person, readBoard, signUp } from '../../../test-kit/team';

const TEST_TIMEOUT_MS = 240_000;
const FORMER_PROTOCOLS = [3, 4];
const root = repositoryRoot();
const JWT_SECRET = randomBytes(48).toString('base64url');

let folder: string;
let database: EmbeddedMongo;
const nodes = new Set<LivelaneProcess>();
const watchers: BoardWatcher[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'livelane-rolling-'));
  database = await startEmbeddedMongo({ folder: path.join(folder, 'database'), relaxed: true });
});

afterEach(async () => {
  for (const watcher of watchers.splice(0)) watcher.close();
  await Promise.all([...nodes].map((node) => node.kill()));
  nodes.clear();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function startNode(version: number | 'present'): Promise<LivelaneProcess> {
  const port = await freePort();
  const dataDir = path.join(folder, `${version}`);
  await mkdir(dataDir, { recursive: true });
  const env: Record<string, string> = {
    PORT: `${port}`,
    MONGODB_URI: database.uri,
    JWT_SECRET,
    PUBLIC_URL: `http://localhost:${port}`,
  };
  const former = path.join(dataDir, 'main.js');
  if (version !== 'present') {
    const kept = path.join(root, `server/test/fixtures/server-protocol-${version}/main.js.gz`);
    await writeFile(former, gunzipSync(await readFile(kept)));
    // Packages are those of the present version.
    env.NODE_PATH = ['', 'server', 'shared'].map((at) => path.join(root, at, 'node_modules')).join(':');
  }
  const started = await startLivelane({
    dataDir,
    env,
    ...(version !== 'present' && { command: [process.execPath, former] as [string, string] }),
  });
  const node = { ...started, url: `http://127.0.0.1:${port}` };
  nodes.add(node);
  return node;
}

async function stop(node: LivelaneProcess): Promise<void> {
  nodes.delete(node);
  expect(await node.stop()).toBe(0);
}

const protocolOf = async ({ url }: LivelaneProcess) =>
  Number((await fetch(`${url}/v1/auth/options`)).headers.get('Livelane-Protocol'));

interface Sent {
  path: string;
  key: string;
  body: object;
  answer: TaskWriteAnswer | CommentWriteAnswer;
}

test.each(FORMER_PROTOCOLS)(
  'R21 R22 a node of protocol %i and one of this work on one database, and are replaced one after the other',
  async (protocol) => {
    const former = await startNode(protocol);
    const owner: Person = await signUp(former.url, 'Owner');
    const project: Project = await createProject(former.url, owner);
    const present = await startNode('present');
    expect(await Promise.all([former, present].map(protocolOf))).toEqual([protocol, PROTOCOL]);

    const sent: Sent[] = [];
    const post = async <Answer extends Sent['answer']>(url: string, at: string, body: object) => {
      const key = randomUUID();
      const answer = await call<Answer>(url, 'POST', at, { token: owner.token, key, body });
      sent.push({ path: at, key, body, answer });
      return answer;
    };
    const workOn = async (url: string, round: string) => {
      const task = await post<TaskWriteAnswer>(url, '/tasks', { title: round, projectId: project.id });
      const move = { taskId: task.id, state: 'DONE', position: 0 };
      await call(url, 'POST', '/kanban/moveTask', { token: owner.token, body: move });
      await post<CommentWriteAnswer>(url, `/tasks/${task.id}/comments`, { text: `About ${round}` });
    };
    /** Whatever node is asked: one board, one history, and every repetition gets its first answer. */
    const assertSame = async (urls: readonly string[]) => {
      const boards = await Promise.all(urls.map((url) => readBoard(url, owner, project.id)));
      const seen = boards.map(({ v, columns }) => [v, boardHash(columns.flatMap(({ tasks }) => tasks))]);
      expect(seen).toEqual(urls.map(() => seen[0]));
      const { v } = boards[0] as ProjectBoard;
      for (const url of urls) {
        const at = `/kanban/project/${project.id}`;
        const { ops } = await call<Extract<CatchUp, { ops: unknown }>>(
          url,
          'GET',
          `${at}/ops?since=0`,
          owner,
        );
        expect(ops.map((op) => op.v)).toEqual(Array.from({ length: v }, (_, index) => index + 1));
        const past = await call<PastBoard>(url, 'GET', `${at}/at?v=${v}`, owner);
        expect(boardHash(past.columns.flatMap(({ tasks }) => tasks))).toBe(seen[0]?.[1]);
        for (const { path: to, key, body, answer } of sent)
          expect(await call(url, 'POST', to, { token: owner.token, key, body })).toEqual({
            ...answer,
            replayed: true,
          });
      }
    };

    const watching = [former, present].map(({ url }) => new BoardWatcher(url, owner.token, project.id));
    watchers.push(...watching);
    await Promise.all(watching.map((watcher) => watcher.until(({ connects }) => connects > 0)));
    for (const n of [1, 2, 3])
      for (const { url } of [former, present]) await workOn(url, `Round ${n} at ${url}`);
    const { v } = await readBoard(present.url, owner, project.id);
    await Promise.all(watching.map((watcher) => watcher.until(({ applied }) => applied.at(-1) === v)));
    expect(watching.map(({ gaps }) => gaps)).toEqual([0, 0]);
    await assertSame([former.url, present.url]);

    await stop(former);
    const next = await startNode('present');
    await workOn(next.url, 'After the former one has gone');
    await assertSame([present.url, next.url]);
    await stop(present);
    await workOn(next.url, 'Alone');
    await assertSame([next.url]);
  },
  TEST_TIMEOUT_MS,
);

test(
  'R22 what protocol 3 cannot read is not written while it lives, and is once it has gone',
  async () => {
    const present = await startNode('present');
    const owner = await signUp(present.url, 'Owner');
    const project = await createProject(present.url, owner);
    const connection = await mongoose.createConnection(database.uri, { dbName: 'livelane' }).asPromise();
    try {
      const former = await startNode(3);
      const registered = connection.collection('nodes');
      expect((await registered.distinct('protocol')).sort()).toEqual([3, PROTOCOL]);
      const newest = async () => {
        const body = { title: 'Task', description: 'Long', projectId: project.id };
        const { id } = await call<TaskWriteAnswer>(present.url, 'POST', '/tasks', {
          token: owner.token,
          body,
        });
        return connection.collection('ops').findOne({ taskId: id });
      };
      // The present node hears of the other one with its next sign of life.
      let op = await newest();
      for (const end = Date.now() + 30_000; !op?.result.id && Date.now() < end; op = await newest());
      expect(op?.result).toMatchObject({ title: 'Task', description: 'Long' });
      await stop(former);
      for (const end = Date.now() + 60_000; op?.result.id && Date.now() < end; op = await newest());
      expect(op?.result).toEqual({ columnPosition: expect.any(Number) });
    } finally {
      await connection.close();
    }
  },
  TEST_TIMEOUT_MS,
);
