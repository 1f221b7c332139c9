import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type EmbeddedMongo, startEmbeddedMongo } from '@livelane/embedded-mongo';
import type { CatchUp } from '@livelane/shared/boards/board.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { BoardWatcher } from '../../../test-kit/board.watcher';
import { freePort } from '../../../test-kit/freePort';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { redisBinary, startRedis, type TestRedis } from '../../../test-kit/redis.server';
import { call, createProject, type Person, readBoard, signUp } from '../../../test-kit/team';
import { Balancer } from './balancer';

const TEST_TIMEOUT_MS = 180_000;
const WRITERS = 4;
const WATCHERS = 6;
/** Writes before and after each thing that is done to the nodes. */
const SOME_WRITES = 40;
/** The pause after a failed attempt, as the product's client makes it. */
const RETRY_MS = 1_000;

let folder: string;
let database: EmbeddedMongo;
let redis: TestRedis | undefined;
let balancer: Balancer;
const nodes = new Set<LivelaneProcess>();
const watchers: BoardWatcher[] = [];
const JWT_SECRET = randomBytes(48).toString('base64url');

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'livelane-nodes-'));
  database = await startEmbeddedMongo({ folder: path.join(folder, 'database'), relaxed: true });
  if (redisBinary) redis = await startRedis(await freePort(), 'only-for-this-test');
  balancer = await Balancer.start();
});

afterEach(async () => {
  for (const watcher of watchers.splice(0)) watcher.close();
  await Promise.all([...nodes].map((node) => node.kill()));
  nodes.clear();
  await balancer.stop();
  await redis?.stop();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function startNode(): Promise<LivelaneProcess> {
  const port = await freePort();
  const started = await startLivelane({
    dataDir: path.join(folder, 'node'),
    env: {
      PORT: `${port}`,
      MONGODB_URI: database.uri,
      JWT_SECRET,
      PUBLIC_URL: balancer.url,
      ...(redis && { REDIS_URL: redis.url.href }),
    },
  });
  // It says where the public finds it, which is the balancer.
  const node = { ...started, url: `http://127.0.0.1:${port}` };
  nodes.add(node);
  await balancer.add(node.url);
  return node;
}

interface Sent {
  key: string;
  attempts: number;
  answer?: TaskWriteAnswer;
}

/** Users who write one task after another, each sent again with the same key until it is answered (R18). */
class Load {
  readonly sent: Sent[] = [];
  /** Refusals that a user would see: anything that is not to be tried again. */
  readonly refused: string[] = [];
  /** Requests that got no answer at all and were sent again. */
  readonly cut: string[] = [];
  private stopped = false;
  private readonly writers: Promise<void>[];
  private readonly waiting: Array<{ count: number; resolve: () => void }> = [];

  constructor(
    private readonly person: Person,
    private readonly project: Project,
  ) {
    this.writers = Array.from({ length: WRITERS }, () => this.write());
  }

  get acknowledged(): TaskWriteAnswer[] {
    return this.sent.flatMap(({ answer }) => answer ?? []);
  }

  /** Resolves after so many more writes. */
  more(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ count: this.acknowledged.length + count, resolve });
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.writers);
  }

  private async write(): Promise<void> {
    while (!this.stopped) {
      const entry: Sent = { key: randomUUID(), attempts: 0 };
      this.sent.push(entry);
      while (!entry.answer) {
        entry.attempts++;
        try {
          entry.answer = await call<TaskWriteAnswer>(balancer.url, 'POST', '/tasks', {
            token: this.person.token,
            key: entry.key,
            body: { title: entry.key, projectId: this.project.id },
          });
        } catch (error) {
          const text = String(error);
          if (text.includes('fetch failed')) this.cut.push(text);
          else if (!text.includes(' 503 ')) {
            this.refused.push(text);
            return;
          }
          await wait(RETRY_MS * Math.random());
        }
      }
      const done = this.acknowledged.length;
      for (const { count, resolve } of this.waiting) if (done >= count) resolve();
    }
  }
}

/** Everything acknowledged is on the board once, and each watcher has seen one history without a hole or a double. */
async function expectOneHistory(load: Load, person: Person, project: Project): Promise<void> {
  expect(load.refused).toEqual([]);
  const board = await readBoard(balancer.url, person, project.id);
  const titles = board.columns.flatMap((column) => column.tasks.map((task) => task.title)).sort();
  expect(titles).toEqual(load.sent.map(({ key }) => key).sort());
  for (const watcher of watchers) {
    await watcher.until(({ v }) => v >= board.v);
    const [first = 0] = watcher.applied;
    expect(watcher.applied).toEqual(Array.from({ length: board.v - first + 1 }, (_, index) => first + index));
    expect([watcher.gaps, watcher.resets]).toEqual([0, 0]);
  }
  const page = await call<CatchUp>(
    balancer.url,
    'GET',
    `/kanban/project/${project.id}/ops?since=${board.v}`,
    {
      token: person.token,
    },
  );
  expect(page).toMatchObject({ to: board.v });
}

async function watch(person: Person, project: Project): Promise<void> {
  for (let n = 0; n < WATCHERS; n++) {
    const watcher = new BoardWatcher(balancer.url, person.token, project.id);
    watchers.push(watcher);
    await watcher.until(({ connects }) => connects === 1);
  }
}

test(
  'a node is killed under load: nothing acknowledged is lost, and its clients go on with the other one',
  async () => {
    const [a, b] = [await startNode(), await startNode()];
    const owner = await signUp(balancer.url, 'Owner');
    const project = await createProject(balancer.url, owner);
    await watch(owner, project);
    // Without sticky sessions: every other one is on each.
    expect([balancer.socketsOf(a.url), balancer.socketsOf(b.url)]).toEqual([WATCHERS / 2, WATCHERS / 2]);
    const load = new Load(owner, project);
    await load.more(SOME_WRITES);

    await a.kill();
    nodes.delete(a);
    await Promise.all(watchers.map((watcher) => watcher.until(() => balancer.socketsOf(b.url) === WATCHERS)));
    const { v } = await readBoard(balancer.url, owner, project.id);
    await Promise.all(watchers.map((watcher) => watcher.until(() => watcher.v >= v)));
    expect(watchers.filter(({ connects }) => connects === 2)).toHaveLength(WATCHERS / 2);

    await load.more(SOME_WRITES);
    await load.stop();
    await expectOneHistory(load, owner, project);
  },
  TEST_TIMEOUT_MS,
);

test(
  'both nodes are replaced one after the other under load: no action fails, no board is read again',
  async () => {
    const first = [await startNode(), await startNode()];
    const owner = await signUp(balancer.url, 'Owner');
    const project = await createProject(balancer.url, owner);
    await watch(owner, project);
    const load = new Load(owner, project);
    await load.more(SOME_WRITES);
    for (const old of first) {
      const code = old.stop();
      await load.more(SOME_WRITES);
      expect(await code).toBe(0);
      nodes.delete(old);
      balancer.remove(old.url);
      await startNode();
      await load.more(SOME_WRITES);
    }
    await load.stop();
    await expectOneHistory(load, owner, project);
    // The balancer had time to look before a node closed: no request met a closed door or was cut.
    expect(load.cut).toEqual([]);
  },
  TEST_TIMEOUT_MS,
);
