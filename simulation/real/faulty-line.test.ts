import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpsPage } from '@livelane/shared/boards/board.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { type LivelaneProcess, startLivelane } from '../../test-kit/livelane.process';
import { Random, seedOfRun } from '../../test-kit/random';
import { call, createProject, type Person, readBoard, signUp } from '../../test-kit/team';
import { FaultyProxy } from './faulty-proxy';
import { hashOf, LiveTab, RealBrowser } from './live-tab';

const TEST_MS = 180_000;
/** Timeout of waits. */
const LIVE_MS = 90_000;
/** The client's longest back-off and its refetch (R12, R18). */
const CONVERGED_MS = 100_000;

let dataDir: string;
let server: LivelaneProcess;
let ana: Person;
let bob: Person;
let projectId: string;
let tabs: LiveTab[];
let proxies: FaultyProxy[];

beforeEach(async () => {
  tabs = [];
  proxies = [];
  dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-line-'));
  server = await startLivelane({ dataDir });
  [ana, bob] = await Promise.all([signUp(server.url, 'Ana'), signUp(server.url, 'Bob')]);
  ({ id: projectId } = await createProject(server.url, ana, [bob]));
});

afterEach(async () => {
  for (const tab of tabs) tab.close();
  for (const proxy of proxies) await proxy.close();
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

async function proxied(): Promise<FaultyProxy> {
  const proxy = await FaultyProxy.before(server.url);
  proxies.push(proxy);
  return proxy;
}

async function openTab(url: string, person: Person, browser?: RealBrowser): Promise<LiveTab> {
  const tab = new LiveTab(url, person, projectId, browser);
  tabs.push(tab);
  await tab.until('live', () => tab.connection === 'live' && tab.board !== undefined, LIVE_MS);
  return tab;
}

const has = (tab: LiveTab, title: string) => tab.cards().some((card) => card.title === title);
const restart = async () => {
  const { port } = new URL(server.url);
  await server.kill();
  server = await startLivelane({ dataDir, env: { PORT: port } });
};

test(
  'SPEC.md#faults: an answer that is lost after the commit → the retry is answered `replayed`, one op',
  async () => {
    const proxy = await proxied();
    const tab = await openTab(proxy.url, ana);
    proxy.set('noAnswers');
    const key = tab.create('Sent twice');
    const committed = async () =>
      (await readBoard(server.url, bob, projectId)).columns.flatMap(({ tasks }) => tasks);
    while (!tab.unanswered.includes(key) || (await committed()).length === 0) await pause(20);
    proxy.set('well');
    const answered = () => tab.answers.find((answer) => answer.key === key);
    await tab.until(
      'answered',
      () => answered() !== undefined && tab.sync.pending.length === 0,
      CONVERGED_MS,
    );
    expect(answered()).toMatchObject({ status: 201, body: { replayed: true } });
    expect(await committed()).toHaveLength(1);
  },
  TEST_MS,
);

test(
  'R13 a line that swallows everything is noticed on waking, and what was missed comes as ops',
  async () => {
    const proxy = await proxied();
    const tab = await openTab(proxy.url, ana);
    // The computer sleeps: its connections die unnoticed.
    proxy.set('stale');
    const body = { title: 'Made meanwhile', projectId };
    await call<TaskWriteAnswer>(server.url, 'POST', '/tasks', { token: bob.token, body });
    expect(has(tab, body.title)).toBe(false);
    const reads = tab.answers.length;
    proxy.set('well');
    tab.wake();
    await tab.until('caught up', () => has(tab, body.title) && tab.connection === 'live', LIVE_MS);
    const whole = tab.answers
      .slice(reads)
      .filter(({ path: to, status }) => to.endsWith(projectId) && status === 200);
    expect(whole).toEqual([]);
  },
  TEST_MS,
);

test(
  'R18 HTTP down → changes wait in order, and are sent once each when the line is back',
  async () => {
    const proxy = await proxied();
    const tab = await openTab(proxy.url, ana);
    proxy.set('reset');
    for (const title of ['One', 'Two', 'Three']) tab.create(title);
    await tab.until('offline', () => tab.connection === 'offline', LIVE_MS);
    expect(tab.sync.pending).toHaveLength(3);
    proxy.set('well');
    tab.wake();
    await tab.until('sent', () => tab.sync.pending.length === 0, CONVERGED_MS);
    const { ops } = await call<OpsPage>(server.url, 'GET', `/kanban/project/${projectId}/ops?since=0`, {
      token: ana.token,
    });
    const titles = ops.flatMap((op) => (op.type === 'task.created' ? [op.patch.title] : []));
    expect(titles).toEqual(['One', 'Two', 'Three']);
  },
  TEST_MS,
);

/** How long people work on bad lines. */
const STORM_MS = 12_000;
const KILLS_AT_MS = [3_000, 8_000];
const seed = seedOfRun();

test(
  `I1 two people, four tabs, bad lines and two SIGKILLs of the server: all hold the same board in the end (SEED=${seed})`,
  async () => {
    const random = new Random(seed);
    const lines = [await proxied(), await proxied(), await proxied()];
    const [first, second, third] = lines as [FaultyProxy, FaultyProxy, FaultyProxy];
    const browser = new RealBrowser();
    await openTab(first.url, ana, browser);
    await openTab(first.url, ana, browser);
    await openTab(second.url, bob);
    await openTab(third.url, bob);
    const start = Date.now();
    const kills = [...KILLS_AT_MS];
    let killing: Promise<void> = Promise.resolve();
    let made = 0;
    while (Date.now() - start < STORM_MS) {
      await pause(random.between(20, 250));
      if (kills[0] !== undefined && Date.now() - start > kills[0]) {
        kills.shift();
        killing = killing.then(restart);
      }
      if (random.chance(0.25)) {
        const line = random.pick(lines);
        line.delayMs = random.chance(0.3) ? random.between(10, 300) : 0;
        line.set(random.pick(['well', 'well', 'well', 'hole', 'reset', 'stale', 'noAnswers']));
        continue;
      }
      const tab = random.pick(tabs);
      const cards = tab.cards();
      if (cards.length < 3 || random.chance(0.3)) {
        tab.create(`Card ${++made}`);
        continue;
      }
      const card = random.pick(cards);
      const { mutations, maker } = { mutations: tab.code.mutations, maker: tab.maker };
      const { board } = tab;
      if (!board) continue;
      const state = random.pick(['READY', 'IN_PROGRESS', 'DONE'] as const);
      const mutation = random.pick([
        () => mutations.moveTask(maker, board, card, state, { afterId: null, beforeId: null }),
        () => mutations.patchTask(maker, board, card, { title: `Title ${random.below(1_000)}` }),
        () => mutations.completeTask(maker, board, card),
        () => (random.chance(0.3) ? mutations.deleteTask(maker, card) : null),
      ])();
      if (mutation) tab.live.changes.outbox.add(mutation);
    }
    await killing;
    for (const line of lines) {
      line.delayMs = 0;
      line.set('well');
    }
    for (const tab of tabs) tab.wake();
    for (const tab of tabs) {
      await tab.until(
        'nothing pending',
        () => tab.sync.pending.every(({ ackV }) => ackV !== undefined),
        CONVERGED_MS,
      );
    }
    // A last change, so that each tab is known to be live and has everything before it.
    const last = await call<TaskWriteAnswer>(server.url, 'POST', '/tasks', {
      token: bob.token,
      body: { title: 'Last', projectId },
    });
    for (const tab of tabs)
      await tab.until('the last change', () => (tab.board?.v ?? 0) >= last.v, CONVERGED_MS);

    const board = await readBoard(server.url, ana, projectId);
    expect(tabs.map((tab) => tab.hash())).toEqual(tabs.map(() => hashOf(board)));
    const { ops } = await call<OpsPage>(server.url, 'GET', `/kanban/project/${projectId}/ops?since=0`, {
      token: ana.token,
    });
    expect(ops.map((op) => op.v)).toEqual(Array.from({ length: board.v }, (_, index) => index + 1));
    const inLog = new Set(ops.flatMap((op) => (op.type === 'noop' ? [] : [op.mutationId])));
    const created = tabs
      .flatMap((tab) => tab.answers)
      .filter(({ path: to, method, status }) => method === 'POST' && to === '/v1/tasks' && status === 201);
    expect(created.length).toBeGreaterThan(0);
    for (const { key } of created) expect(inLog).toContain(key);
  },
  TEST_MS,
);
