import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { BoardWatcher } from '../../../test-kit/board.watcher';
import { createProject, type Person, readBoard, signUp } from '../../../test-kit/team';
import { connect } from '../../src/database/connect';
import { describeOnMongod, FAULT_TIMEOUT_MS, FaultyCluster } from './faulty.cluster';
import type { ReplicaSet } from './replica-set';
import { Writer } from './writers';

// Under load: whatever fails, each acknowledged write is in the log once and on both nodes, and everything else is
// answered 503 with a code.

const WRITERS = 4;
/** Writes of each writer before and after a fault. */
const WRITES = 8;
/** How long something is stopped or away. */
const STOPPED_MS = 8_000;
const AWAY_MS = 4_000;

let cluster: FaultyCluster;
let connection: Connection;
const told: string[] = [];

beforeAll(async () => {
  cluster = await FaultyCluster.start();
  connection = await connect(cluster.set.uri);
}, FAULT_TIMEOUT_MS);

afterAll(async () => {
  await connection?.close();
  await cluster?.close();
  process.stdout.write(`${told.join('\n')}\n`);
}, FAULT_TIMEOUT_MS);

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
  await cluster.set.primary(old);
  return performance.now();
}

const faults: Fault[] = [
  {
    title: 'the primary is killed',
    async strike() {
      const old = await cluster.set.primary();
      await old.kill();
      const since = await newPrimary(old);
      await old.start();
      return since;
    },
  },
  {
    title: 'the primary steps down',
    async strike() {
      const old = await cluster.set.primary();
      await old.command({ replSetStepDown: 20, secondaryCatchUpPeriodSecs: 5 }).catch(() => undefined);
      return newPrimary(old);
    },
  },
  {
    title: 'the primary is stopped for 8 s',
    async strike() {
      const old = await cluster.set.primary();
      old.signal('SIGSTOP');
      // Mostly another one takes over; if not, it continues itself.
      const stopped = new AbortController();
      const other = cluster.set.primary(old, stopped.signal).then(
        () => performance.now(),
        () => performance.now(),
      );
      await wait(STOPPED_MS);
      stopped.abort();
      old.signal('SIGCONT');
      await cluster.set.primary();
      return other;
    },
  },
  {
    title: 'the majority is gone',
    refuses: true,
    async strike() {
      const primary = await cluster.set.primary();
      const others = cluster.set.members.filter((member) => member !== primary);
      await Promise.all(others.map((member) => member.kill()));
      while ((await primary.hello())?.isWritablePrimary) await wait(100);
      await wait(AWAY_MS);
      await Promise.all(others.map((member) => member.start()));
      await cluster.set.primary();
      return performance.now();
    },
  },
  {
    title: 'the whole set is killed',
    refuses: true,
    async strike() {
      await Promise.all(cluster.set.members.map((member) => member.kill()));
      await wait(AWAY_MS);
      await Promise.all(cluster.set.members.map((member) => member.start()));
      await cluster.set.primary();
      return performance.now();
    },
  },
  {
    title: 'Redis is killed',
    async strike() {
      await cluster.redis.stop();
      const since = performance.now();
      await wait(AWAY_MS);
      await cluster.startRedis();
      return since;
    },
  },
  {
    title: 'Redis is stopped',
    async strike() {
      cluster.redis.signal('SIGSTOP');
      const since = performance.now();
      await wait(AWAY_MS);
      cluster.redis.signal('SIGCONT');
      return since;
    },
  },
  {
    title: 'a node is killed',
    mayBeSilent: true,
    async strike() {
      await cluster.node(1).kill();
      const since = performance.now();
      await wait(AWAY_MS);
      await cluster.startNode(1);
      return since;
    },
  },
  {
    title: 'a node is stopped',
    mayBeSilent: true,
    async strike() {
      process.kill(-cluster.node(1).pid, 'SIGSTOP');
      await wait(AWAY_MS);
      process.kill(-cluster.node(1).pid, 'SIGCONT');
      return performance.now();
    },
  },
];

describeOnMongod('I1 I2 R2 R7 no acknowledged write is lost or doubled', () => {
  test.each(faults)(
    '$title',
    async ({ title, strike, mayBeSilent = false, refuses = false }) => {
      const person = await signUp(cluster.node(0).url, 'Writer');
      const project = await createProject(cluster.node(0).url, person);
      const watchers = cluster.urls.map((url) => new BoardWatcher(url, person.token, project.id));
      await Promise.all(watchers.map((watcher) => watcher.until(({ connects }) => connects > 0)));
      const writers = Array.from({ length: WRITERS }, () => new Writer(cluster.urls, person, project.id));
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
    FAULT_TIMEOUT_MS,
  );
});

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
  const boards = await Promise.all(cluster.urls.map((url) => readBoard(url, person, projectId)));
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
