import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { Connection } from 'mongoose';
import { BoardWatcher } from '../../../test-kit/board.watcher';
import { freePort } from '../../../test-kit/freePort';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { startRedis, type TestRedis } from '../../../test-kit/redis.server';
import { call, createProject, type Person, readBoard, signUp } from '../../../test-kit/team';
import { connect } from '../../src/database/connect';
import { type Member, ReplicaSet } from './replica-set';
import { Writer } from './writers';

// Two nodes with Redis on a replica set of three, under load: whatever fails, each acknowledged write is in the log
// once and on both nodes, and everything else is answered 503 with a code.

const TEST_TIMEOUT_MS = 180_000;
const WRITERS = 4;
/** Writes of each writer before and after a fault. */
const WRITES = 8;
/** How long something is stopped or away. */
const STOPPED_MS = 8_000;
const AWAY_MS = 4_000;
const LOOK_MS = 50;
/** How long nodes may read from a primary without a majority, before it notices that it has none. */
const SHOWN_MS = 1_500;
const REDIS_PASSWORD = 'only-for-this-test';
const JWT_SECRET = randomBytes(48).toString('base64url');

const mongod = process.env.MONGOMS_SYSTEM_BINARY ?? '';

let folder: string;
let set: ReplicaSet;
let redis: TestRedis;
let redisPort: number;
let connection: Connection;
const nodes: LivelaneProcess[] = [];
const ports: number[] = [];
const told: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'livelane-faults-'));
  set = await ReplicaSet.start(mongod, folder);
  redisPort = await freePort();
  redis = await startRedis(redisPort, REDIS_PASSWORD);
  ports.push(await freePort(), await freePort());
  for (const index of ports.keys()) nodes[index] = await startNode(index);
  connection = await connect(set.uri);
}, TEST_TIMEOUT_MS);

afterAll(async () => {
  await connection?.close();
  for (const node of nodes) await node.kill();
  await redis?.stop();
  await set?.close();
  await rm(folder, { recursive: true, force: true });
  process.stdout.write(`${told.join('\n')}\n`);
}, TEST_TIMEOUT_MS);

function startNode(index: number): Promise<LivelaneProcess> {
  return startLivelane({
    dataDir: path.join(folder, `node-${index}`),
    env: { PORT: `${ports[index]}`, MONGODB_URI: set.uri, REDIS_URL: redis.url.href, JWT_SECRET },
  });
}

function node(index: number): LivelaneProcess {
  const found = nodes[index];
  if (!found) throw new Error(`no node ${index}`);
  return found;
}

const urls = () => nodes.map(({ url }) => url);

interface Fault {
  title: string;
  /** Does harm and mends it; resolves when writes should continue, with the time from which that is measured. */
  strike(): Promise<number>;
  /** Requests may stay without an answer: what would answer them is gone or stopped. */
  mayBeSilent?: boolean;
  /** Writes must have been refused meanwhile. */
  refuses?: boolean;
}

/** Resolves once another member is primary. */
async function newPrimary(old: Awaited<ReturnType<ReplicaSet['primary']>>): Promise<number> {
  await set.primary(old);
  return performance.now();
}

const faults: Fault[] = [
  {
    title: 'the primary is killed',
    async strike() {
      const old = await set.primary();
      await old.kill();
      const since = await newPrimary(old);
      await old.start();
      return since;
    },
  },
  {
    title: 'the primary steps down',
    async strike() {
      const old = await set.primary();
      await old.command({ replSetStepDown: 20, secondaryCatchUpPeriodSecs: 5 }).catch(() => undefined);
      return newPrimary(old);
    },
  },
  {
    title: 'the primary is stopped for 8 s',
    async strike() {
      const old = await set.primary();
      old.signal('SIGSTOP');
      // Mostly another one takes over; if not, it continues itself.
      const stopped = new AbortController();
      const other = set.primary(old, stopped.signal).then(
        () => performance.now(),
        () => performance.now(),
      );
      await wait(STOPPED_MS);
      stopped.abort();
      old.signal('SIGCONT');
      await set.primary();
      return other;
    },
  },
  {
    title: 'the majority is gone',
    refuses: true,
    async strike() {
      const primary = await set.primary();
      const others = set.members.filter((member) => member !== primary);
      await Promise.all(others.map((member) => member.kill()));
      while ((await primary.hello())?.isWritablePrimary) await wait(100);
      await wait(AWAY_MS);
      await Promise.all(others.map((member) => member.start()));
      await set.primary();
      return performance.now();
    },
  },
  {
    title: 'the whole set is killed',
    refuses: true,
    async strike() {
      await Promise.all(set.members.map((member) => member.kill()));
      await wait(AWAY_MS);
      await Promise.all(set.members.map((member) => member.start()));
      await set.primary();
      return performance.now();
    },
  },
  {
    title: 'Redis is killed',
    async strike() {
      await redis.stop();
      const since = performance.now();
      await wait(AWAY_MS);
      redis = await startRedis(redisPort, REDIS_PASSWORD);
      return since;
    },
  },
  {
    title: 'Redis is stopped',
    async strike() {
      redis.signal('SIGSTOP');
      const since = performance.now();
      await wait(AWAY_MS);
      redis.signal('SIGCONT');
      return since;
    },
  },
  {
    title: 'a node is killed',
    mayBeSilent: true,
    async strike() {
      await node(1).kill();
      const since = performance.now();
      await wait(AWAY_MS);
      nodes[1] = await startNode(1);
      return since;
    },
  },
  {
    title: 'a node is stopped',
    mayBeSilent: true,
    async strike() {
      process.kill(-node(1).pid, 'SIGSTOP');
      await wait(AWAY_MS);
      process.kill(-node(1).pid, 'SIGCONT');
      return performance.now();
    },
  },
];

const describeOnMongod = mongod ? describe : describe.skip;

describeOnMongod('I1 I2 R2 R7 no acknowledged write is lost or doubled', () => {
  test.each(faults)(
    '$title',
    async ({ title, strike, mayBeSilent = false, refuses = false }) => {
      const person = await signUp(node(0).url, 'Writer');
      const project = await createProject(node(0).url, person);
      const watchers = urls().map((url) => new BoardWatcher(url, person.token, project.id));
      await Promise.all(watchers.map((watcher) => watcher.until(({ connects }) => connects > 0)));
      const writers = Array.from({ length: WRITERS }, () => new Writer(urls(), person, project.id));
      for (const writer of writers) writer.start();
      const all = (count: number) => Promise.all(writers.map((writer) => writer.writes(count)));
      await all(WRITES);

      const struck = performance.now();
      const since = await strike();
      await all(WRITES);
      for (const writer of writers) await writer.stop();
      tell(title, writers, struck, since);

      const refused = writers.flatMap((writer) => writer.refused);
      for (const answer of refused)
        expect(answer).toMatchObject({
          status: 503,
          code: expect.any(String),
          retryAfter: expect.stringMatching(/^\d+$/),
        });
      if (refuses) expect(refused.length).toBeGreaterThan(0);
      if (!mayBeSilent) expect(writers.reduce((sum, { unanswered }) => sum + unanswered, 0)).toBe(0);
      await expectAllThere(person, project.id, writers, watchers);
      for (const watcher of watchers) watcher.close();
    },
    TEST_TIMEOUT_MS,
  );
});

describeOnMongod('R2 what a fail-over undoes was never shown', () => {
  test(
    'a change that only the primary has is on no board, and its version goes to another one',
    async () => {
      const person = await signUp(node(0).url, 'Reader');
      const project = await createProject(node(0).url, person);
      const create = (title: string) =>
        call<TaskWriteAnswer>(node(0).url, 'POST', '/tasks', {
          token: person.token,
          body: { title, projectId: project.id },
        });
      const first = await create('First');
      const second = await create('Second');
      // Both nodes have the board in memory.
      await Promise.all(urls().map((url) => readBoard(url, person, project.id)));

      const { undone, shown } = await loseWhatOnlyThePrimaryHas(async (primary) => {
        const renamed = rename(node(0).url, person, first.id, 'Undone');
        while ((await primary.find('ops', { projectId: project.id, v: second.v + 1 })).length === 0)
          await wait(LOOK_MS);
        const boards = urls().map((url) => titles(url, person, project.id));
        await wait(SHOWN_MS);
        return { undone: renamed, shown: boards };
      });
      expect(await undone).toBe(503);
      for (const answer of await Promise.all(shown)) if (answer) expect(answer).not.toContain('Undone');

      while ((await rename(node(1).url, person, second.id, 'Renamed')) !== 200) await wait(LOOK_MS);
      const boards = await Promise.all(urls().map((url) => readBoard(url, person, project.id)));
      for (const { v, columns } of boards) {
        expect(v).toBe(second.v + 1);
        expect(columns.flatMap(({ tasks }) => tasks.map(({ title }) => title)).sort()).toEqual([
          'First',
          'Renamed',
        ]);
      }
    },
    TEST_TIMEOUT_MS,
  );

  test(
    'a role that only the primary has is nobody’s on a node that has read it, though the next change has its number',
    async () => {
      const [owner, anna, ben] = [
        await signUp(node(0).url, 'Owner'),
        await signUp(node(0).url, 'Anna'),
        await signUp(node(0).url, 'Ben'),
      ];
      const project = await createProject(node(0).url, owner, [anna, ben]);
      const { workspaceId } = project;
      const raise = ({ user }: Person): Promise<number> =>
        put(node(0).url, owner, `/workspaceUsers/${workspaceId}`, { userId: user.id, roleId: 'owner' });
      /** Only owners may. */
      const renameProject = (by: Person): Promise<number> =>
        put(node(1).url, by, `/projects/${project.id}`, { name: 'Renamed', description: 'Its work' });
      expect(await renameProject(anna)).toBe(403);

      const { undone } = await loseWhatOnlyThePrimaryHas(async (primary) => {
        const raised = raise(anna);
        const isRaised = {
          _id: workspaceId,
          members: { $elemMatch: { userId: anna.user.id, roleId: 'owner' } },
        };
        while ((await primary.find('workspaces', isRaised)).length === 0) await wait(LOOK_MS);
        void renameProject(anna).catch(() => undefined);
        await wait(SHOWN_MS);
        return { undone: raised };
      });
      expect(await undone).toBe(503);
      while ((await raise(ben)) !== 200) await wait(LOOK_MS);
      expect(await renameProject(ben)).toBe(200);
      expect(await renameProject(anna)).toBe(403);
    },
    TEST_TIMEOUT_MS,
  );
});

/** The status of a change that is sent once. */
async function put(url: string, { token }: Person, path: string, body: object): Promise<number> {
  const { status } = await fetch(`${url}/v1${path}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return status;
}

const rename = (url: string, person: Person, taskId: string, title: string): Promise<number> =>
  put(url, person, `/tasks/${taskId}`, { title });

/** Leaves the primary alone; what it takes until `see` is through is lost when another one follows it. */
async function loseWhatOnlyThePrimaryHas<T>(see: (primary: Member) => Promise<T>): Promise<T> {
  const primary = await set.primary();
  const others = set.members.filter((member) => member !== primary);
  await Promise.all(others.map((other) => other.kill()));
  const seen = await see(primary);
  await primary.kill();
  await Promise.all(others.map((other) => other.start()));
  await set.primary(primary);
  await primary.start();
  return seen;
}

/** The titles on a board; null where it is refused. */
async function titles(url: string, person: Person, projectId: string): Promise<string[] | null> {
  const board = await readBoard(url, person, projectId).catch(() => null);
  return board?.columns.flatMap(({ tasks }) => tasks.map(({ title }) => title)) ?? null;
}

async function expectAllThere(
  person: Person,
  projectId: string,
  writers: readonly Writer[],
  watchers: readonly BoardWatcher[],
): Promise<void> {
  const ops = await connection
    .collection('ops')
    .find({ projectId }, { projection: { v: 1, mutationId: 1 }, sort: { v: 1 } })
    .toArray();
  expect(ops.map(({ v }) => v as number)).toEqual(ops.map((_, index) => index + 1));
  // Each key once, at the version that was acknowledged: every write was sent until it was.
  const inLog = new Map(ops.map(({ mutationId, v }) => [mutationId as string, v as number]));
  const acknowledged = writers.flatMap((writer) => writer.acknowledged);
  expect(inLog.size).toBe(ops.length);
  expect(Object.fromEntries(inLog)).toMatchObject(
    Object.fromEntries(acknowledged.map(({ key, v }) => [key, v])),
  );
  expect(ops).toHaveLength(acknowledged.length);
  // On both nodes, and pushed by both without a gap.
  const boards = await Promise.all(urls().map((url) => readBoard(url, person, projectId)));
  const [first, second] = boards;
  expect(second).toEqual(first);
  expect(first?.v).toBe(ops.length);
  for (const { taskId, state } of writers) {
    const column = first?.columns.find(({ tasks }) => tasks.some(({ id }) => id === taskId));
    expect(column?.state).toBe(state);
  }
  for (const watcher of watchers) {
    await watcher.until(({ v }) => v === ops.length);
    expect(watcher.gaps).toBe(0);
  }
}

/** What was measured; no test depends on it, since machines are busy. */
function tell(title: string, writers: readonly Writer[], struck: number, since: number): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const acknowledged = writers.flatMap((writer) => writer.acknowledged);
  const refused = writers.reduce((sum, writer) => sum + writer.refused.length, 0);
  const unanswered = writers.reduce((sum, writer) => sum + writer.unanswered, 0);
  const went = Math.min(...acknowledged.filter(({ at }) => at > since).map(({ at }) => at)) - since;
  const slowest = Math.max(
    ...acknowledged.filter(({ at }) => at > struck).map(({ at, sentAt }) => at - sentAt),
  );
  told.push(
    `${title}: ${acknowledged.length} writes acknowledged, ${refused} answered 503, ${unanswered} not answered; ` +
      `able to write again ${seconds(since - struck)} after it, the first write ${seconds(went)} later; slowest answer ${seconds(slowest)}`,
  );
}
