import type { Random } from '../../test-kit/random';
import type { FAULTS } from './plan';
import type { Stage } from './simulation';

/** A database may be away for so long. */
const AWAY_MS = [500, 8_000] as const;
/** A crash comes with one of the next writes to the database. */
const WRITES_UNTIL_CRASH = 5;
/** How long a restore takes: longer than any earlier answer can be on its way. */
const RESTORE_MS = [25_000, 60_000] as const;

type Fault = (stage: Stage, random: Random) => void;

/** The line of someone's browser changes. */
const onLine =
  (change: (stage: Stage, random: Random, index: number) => void): Fault =>
  (stage, random) =>
    change(stage, random, random.below(stage.browsers.length));

const setLine = (state: 'up' | 'down' | 'hole'): Fault =>
  onLine(({ browsers, history }, _random, index) => {
    history.tell(`browser ${index}: the line is ${state}`);
    browsers[index]?.line.set(state);
  });

const blockSockets = (isBlocked: boolean): Fault =>
  onLine(({ browsers, history }, _random, index) => {
    history.tell(`browser ${index}: live connections are ${isBlocked ? 'blocked' : 'free'}`);
    browsers[index]?.line.blockSockets(isBlocked);
  });

const faults: Record<keyof typeof FAULTS, Fault> = {
  lineDown: setLine('down'),
  lineHole: setLine('hole'),
  lineUp(stage, random) {
    const ill = stage.browsers.filter(({ line }) => line.state !== 'up');
    if (ill.length === 0) return;
    const browser = random.pick(ill);
    stage.history.tell(`browser ${stage.browsers.indexOf(browser)}: the line is up`);
    browser.line.set('up');
    if (random.chance(0.7))
      for (const tab of stage.tabs) if (tab.browser === browser && tab.isOpen) tab.wake();
  },
  socketsBlocked: blockSockets(true),
  socketsFree: blockSockets(false),
  tabClosed({ tabs, history }, random) {
    const open = tabs.filter((tab) => tab.isOpen);
    if (open.length === 0) return;
    const tab = random.pick(open);
    history.tell(`${tab.name} closes`);
    tab.close();
  },
  tabOpened(stage, random) {
    const closed = [...stage.tabs.keys()].filter((index) => !stage.tabs[index]?.isOpen);
    if (closed.length === 0) return;
    const tab = stage.openTab(random.pick(closed));
    stage.history.tell(`${tab.name} opens`);
  },
  tabHidden: ({ tabs }, random) => random.pick(tabs).setVisible(false),
  tabShown: ({ tabs }, random) => random.pick(tabs).setVisible(true),
  userWakes: ({ tabs }, random) => random.pick(tabs).wake(),
  crash({ cluster, history }) {
    history.tell('a server is killed');
    cluster.crash();
  },
  crashInWrite({ cluster, history }, random) {
    const [writes, isDone] = [1 + random.below(WRITES_UNTIL_CRASH), random.chance(0.5)];
    history.tell(`a server dies ${isDone ? 'after' : 'before'} its ${writes}. next write`);
    cluster.crashWithin(writes, isDone);
  },
  databaseAway({ cluster, world, history }, random) {
    const ms = random.between(...AWAY_MS);
    history.tell(`the database is away for ${Math.round(ms)} ms`);
    cluster.databaseAwayUntil = world.now() + ms;
  },
  backUp({ cluster, history }) {
    history.tell('the database is backed up');
    cluster.backUp();
  },
  restored({ cluster, history }, random) {
    if (!cluster.hasBackup) return;
    history.tell('all servers end, the back-up is restored, and they start again');
    cluster.restore(random.between(...RESTORE_MS));
  },
  pause: () => undefined,
};

export function applyFault(stage: Stage, kind: keyof typeof FAULTS, random: Random): void {
  faults[kind](stage, random);
}
