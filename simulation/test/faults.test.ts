import type { TaskState } from '@livelane/shared/tasks/task.values';
import { CALM, type Weather } from '../client/line';
import type { Plan } from '../run/plan';
import { finished, type Stage, stageOf } from '../run/simulation';
import type { Tab } from '../run/tab';
import { Database } from '../server/database';

const TEST_MS = 120_000;
/** Time enough for a push, or for a request and its answer. */
const SOON_MS = 2_000;
const MINUTE_MS = 60_000;

let database: Database;
beforeAll(() => {
  database = new Database();
});
afterAll(() => database.close());

/** Ana, who owns the project, and Bob, a member, each with one tab on it. */
function planOfTwo(weather: Weather = CALM): Plan {
  const browser = (user: number) => ({ user, weather, blocksSockets: false });
  return {
    seed: 1,
    nodes: 1,
    roles: ['member'],
    browsers: [browser(0), browser(1)],
    tabs: [
      { browser: 0, board: 'first' },
      { browser: 1, board: 'first' },
    ],
    steps: [],
  };
}

interface Two {
  stage: Stage;
  ana: Tab;
  bob: Tab;
  maker: { now(): number; newId(): string };
}

/** Plays with both tabs live; then all becomes quiet, and every invariant is checked. */
async function play(act: (two: Two) => Promise<void>, plan = planOfTwo()): Promise<void> {
  const { lines, violation } = await stageOf(plan, database, async (stage) => {
    const [ana, bob] = stage.tabs as [Tab, Tab];
    await stage.world.advance(SOON_MS, () =>
      [ana, bob].every((tab) => tab.connection === 'live' && tab.board),
    );
    await act({ stage, ana, bob, maker: { now: stage.world.now, newId: stage.world.random.fork().uuid } });
  });
  if (violation) throw new Error(lines.join('\n'));
}

function create({ stage, maker }: Two, tab: Tab, title: string): string {
  const [projectId] = stage.projectIds;
  const mutation = tab.mutations.createTask(maker, tab.board, tab.userId, { title, projectId });
  tab.commit(mutation);
  return mutation.entry.taskId;
}

/** Of the cards that were not there from the start. */
const titles = (tab: Tab) => tab.cards().flatMap(({ title }) => (title.startsWith('First ') ? [] : title));
const cardOf = (tab: Tab, taskId: string) => tab.cards().find((card) => card.id === taskId);

/** Reads of whole boards and of ops that were answered, from `from` on. */
function reads({ requests }: Stage, from: number) {
  const paths = requests.answers
    .slice(from)
    .flatMap(({ request, status }) => (request.method === 'GET' && status === 200 ? [request.path] : []));
  return {
    boards: paths.filter((path) => /^\/kanban\/project\/[^/]+$/.test(path)).length,
    ops: paths.filter((path) => path.includes('/ops?')).length,
  };
}

test(
  'SPEC.md#faults: events doubled, reordered, lost → every tab holds the server’s board',
  () => {
    const weather = { ...CALM, lostPushes: 0.4, doubledPushes: 0.5, shuffledPushes: 0.5 };
    return play(async (two) => {
      for (let n = 0; n < 30; n++) {
        create(two, n % 2 ? two.ana : two.bob, `Card ${n}`);
        await two.stage.world.advance(300);
      }
    }, planOfTwo(weather));
  },
  TEST_MS,
);

test(
  'SPEC.md#faults: socket blocked, HTTP fine → "polling" within 5 s, and all works',
  () =>
    play(async (two) => {
      const { stage, ana, bob } = two;
      stage.browsers[1]?.line.blockSockets(true);
      await stage.world.advance(5_000);
      expect(bob.connection).toBe('polling');
      create(two, bob, 'Without a socket');
      create(two, ana, 'With one');
      await stage.world.advance(SOON_MS);
      expect(titles(ana)).toEqual(expect.arrayContaining(['Without a socket', 'With one']));
      await stage.world.advance(MINUTE_MS);
      expect(titles(bob)).toEqual(expect.arrayContaining(['Without a socket', 'With one']));
    }),
  TEST_MS,
);

test.each([10_000, 10 * MINUTE_MS])(
  'SPEC.md#faults: offline for %i ms → what was missed comes as ops, what was made is sent',
  (offlineMs) =>
    play(async (two) => {
      const { stage, ana, bob } = two;
      stage.browsers[1]?.line.set('down');
      create(two, bob, 'Made offline');
      for (const title of ['One', 'Two', 'Three']) create(two, ana, title);
      await stage.world.advance(offlineMs);
      expect([bob.connection, titles(bob)]).toEqual(['offline', ['Made offline']]);
      const before = stage.requests.answers.length;
      stage.browsers[1]?.line.set('up');
      bob.wake();
      await stage.world.advance(5_000);
      expect(bob.connection).toBe('live');
      expect(titles(bob).sort()).toEqual(['Made offline', 'One', 'Three', 'Two']);
      expect(titles(ana).sort()).toEqual(['Made offline', 'One', 'Three', 'Two']);
      expect(reads(stage, before).boards).toBe(0);
    }),
  TEST_MS,
);

test(
  'SPEC.md#faults: role lowered mid-drag → 403, rolled back, listed, and the role is known',
  () =>
    play(async (two) => {
      const { stage, ana, bob, maker } = two;
      const taskId = create(two, ana, 'Dragged');
      await stage.world.advance(SOON_MS);
      const { team } = stage.cluster.services();
      const [projectId] = stage.projectIds;
      // The role has ended before the drop arrives, and the push of that is still on its way.
      await finished(
        stage.world,
        team.projectMembers.changeRole(ana.userId, projectId, bob.userId, 'viewer'),
      );
      const [board, card] = [bob.projectBoard(), cardOf(bob, taskId)];
      expect(board?.role).toBe('member');
      if (!board || !card) throw new Error('Bob sees no card');
      const drop = bob.mutations.moveTask(maker, board, card, 'DONE', { afterId: null, beforeId: null });
      if (!drop) throw new Error('the drop means nothing');
      bob.commit(drop);
      expect(cardOf(bob, taskId)?.state).toBe('DONE');
      await stage.world.advance(SOON_MS);
      expect(cardOf(bob, taskId)?.state).toBe('READY');
      expect([...bob.setAside]).toEqual([drop.entry.mutationId]);
      expect(bob.projectBoard()?.role).toBe('viewer');
    }),
  TEST_MS,
);

test(
  'R11 who is removed while nothing reaches them loses the board when they are back',
  () =>
    play(async (two) => {
      const { stage, ana, bob } = two;
      stage.browsers[1]?.line.set('hole');
      const { team } = stage.cluster.services();
      const [projectId] = stage.projectIds;
      await finished(stage.world, team.projectMembers.remove(ana.userId, projectId, bob.userId));
      await stage.world.advance(MINUTE_MS);
      expect(bob.board).toBeDefined();
      stage.browsers[1]?.line.set('up');
      bob.wake();
      await stage.world.advance(20_000);
      expect(bob.board).toBeUndefined();
    }),
  TEST_MS,
);

test(
  'a read that a dead line has swallowed does not keep its board from being read again',
  () =>
    play(async (two) => {
      const { stage, ana, bob } = two;
      stage.browsers[1]?.line.blockSockets(true);
      await stage.world.advance(5_000);
      // The refetch is sent into the hole, and never answered.
      stage.browsers[1]?.line.set('hole');
      await stage.world.advance(MINUTE_MS);
      stage.browsers[1]?.line.set('up');
      create(two, ana, 'Afterwards');
      await stage.world.advance(2 * MINUTE_MS);
      expect(titles(bob)).toEqual(['Afterwards']);
    }),
  TEST_MS,
);

test(
  'R19 a request that fails long after the line is back does not leave the badge at offline',
  () =>
    play(async (two) => {
      const { stage, bob } = two;
      stage.browsers[1]?.line.set('hole');
      create(two, bob, 'Into the hole');
      await stage.world.advance(8_000);
      stage.browsers[1]?.line.set('up');
      bob.wake();
      await stage.world.advance(MINUTE_MS);
      expect(bob.connection).toBe('live');
    }),
  TEST_MS,
);

test.each([0, 10_000])(
  'R6 after a restore, with the database away for another %i ms, every tab holds the restored board, and nothing waits for what is gone',
  (awayMs) =>
    play(async (two) => {
      const { stage, ana, bob } = two;
      create(two, ana, 'Kept');
      await stage.world.advance(SOON_MS);
      stage.cluster.backUp();
      await stage.world.advance(SOON_MS);
      create(two, bob, 'Lost');
      await stage.world.advance(SOON_MS);
      stage.cluster.databaseAwayUntil = stage.world.now() + MINUTE_MS + awayMs;
      stage.cluster.restore(MINUTE_MS);
      await stage.world.advance(3 * MINUTE_MS);
      create(two, bob, 'New');
      await stage.world.advance(MINUTE_MS);
      for (const tab of [ana, bob]) expect(titles(tab).sort()).toEqual(['Kept', 'New']);
    }),
  TEST_MS,
);

describe('SPEC.md#conflicts: a move that waited meets a newer one of someone else', () => {
  /** Ana's card in READY, on the boards of Ana and Bob. */
  async function cardOfBoth(two: Two): Promise<string> {
    const taskId = create(two, two.ana, 'Card');
    await two.stage.world.advance(SOON_MS);
    return taskId;
  }

  function moveTo(two: Two, tab: Tab, taskId: string, state: TaskState): void {
    const card = cardOf(tab, taskId);
    if (!tab.board || !card) throw new Error('no card to move');
    const end = { afterId: null, beforeId: null };
    const mutation = tab.mutations.moveTask(two.maker, tab.board, card, state, end);
    if (mutation) tab.commit(mutation);
  }

  /** The states that a tab shows a card in, from now on. */
  function watched(tab: Tab, taskId: string): Set<TaskState | undefined> {
    const seen = new Set<TaskState | undefined>();
    tab.watchBoard(() => seen.add(cardOf(tab, taskId)?.state));
    return seen;
  }

  test.each(['down', 'hole'] as const)(
    'R16 with the line %s: the newer move stands, its own user is asked, and the card never shows at its old place',
    (state) =>
      play(async (two) => {
        const { stage, ana, bob } = two;
        const taskId = await cardOfBoth(two);
        stage.browsers[0]?.line.set(state);
        moveTo(two, ana, taskId, 'DONE');
        await stage.world.advance(SOON_MS);
        moveTo(two, bob, taskId, 'REVIEW');
        await stage.world.advance(30_000);
        const seen = watched(ana, taskId);
        stage.browsers[0]?.line.set('up');
        await stage.world.advance(40_000);
        expect([cardOf(ana, taskId)?.state, cardOf(bob, taskId)?.state]).toEqual(['REVIEW', 'REVIEW']);
        expect([...seen].filter((each) => each === 'READY' || each === undefined)).toEqual([]);
        expect(ana.setAside.size).toBe(1);
        const [mutationId] = ana.setAside;
        ana.live.changes.outbox.retry(mutationId as string);
        await stage.world.advance(SOON_MS);
        expect([cardOf(ana, taskId)?.state, cardOf(bob, taskId)?.state]).toEqual(['DONE', 'DONE']);
      }),
    TEST_MS,
  );

  test(
    'of moves made while live the later commit wins, and nobody is asked',
    () =>
      play(async (two) => {
        const { stage, ana, bob } = two;
        const taskId = await cardOfBoth(two);
        moveTo(two, bob, taskId, 'REVIEW');
        moveTo(two, ana, taskId, 'DONE');
        await stage.world.advance(SOON_MS);
        expect(cardOf(ana, taskId)?.state).toBe(cardOf(bob, taskId)?.state);
        expect([ana.setAside.size, bob.setAside.size]).toEqual([0, 0]);
      }),
    TEST_MS,
  );
});

test(
  'R19 live again within 1.5 s of the first answer, twenty times, with what was missed',
  () =>
    play(async (two) => {
      const { stage, ana, bob } = two;
      const line = stage.browsers[1]?.line;
      for (let n = 0; n < 20; n++) {
        line?.set(n % 2 ? 'hole' : 'down');
        await stage.world.advance(MINUTE_MS + n * 1_300);
        expect(bob.connection).toBe('offline');
        create(two, ana, `Missed ${n}`);
        line?.set('up');
        await stage.world.advance(MINUTE_MS, () => bob.connection !== 'offline');
        await stage.world.advance(1_500);
        expect(bob.connection).toBe('live');
        expect(titles(bob)).toContain(`Missed ${n}`);
      }
    }),
  TEST_MS,
);

test(
  'R13 a line that is dead while nobody does anything is noticed within 5 s',
  () =>
    play(async ({ stage, bob }) => {
      const line = stage.browsers[1]?.line;
      // At other moments between two of its tests.
      for (let n = 0; n < 8; n++) {
        await stage.world.advance(MINUTE_MS + n * 700);
        line?.set('hole');
        await stage.world.advance(5_000);
        expect(bob.connection).not.toBe('live');
        line?.set('up');
        await stage.world.advance(MINUTE_MS, () => bob.connection === 'live');
      }
    }),
  TEST_MS,
);
