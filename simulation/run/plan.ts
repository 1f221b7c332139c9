import { Random } from '../../test-kit/random';
import type { Weather } from '../client/line';

/** Actions of someone at a tab. */
export const COMMANDS = {
  create: 12,
  edit: 8,
  move: 18,
  complete: 4,
  remove: 4,
  describe: 6,
  assign: 4,
  hide: 4,
  restore: 3,
  transfer: 5,
  dyingTransfer: 3,
  projectMember: 5,
  workspaceMember: 2,
  present: 5,
  resubscribe: 4,
  meet: 6,
  contend: 4,
  demoted: 3,
  crowd: 2,
  undo: 4,
  decide: 3,
  reuseKey: 2,
  comment: 6,
  checklist: 6,
  label: 5,
  column: 3,
  bulk: 3,
} as const;

/** Faults of a line, a tab, the server or its database. */
export const FAULTS = {
  lineDown: 4,
  lineHole: 3,
  lineUp: 6,
  socketsBlocked: 2,
  socketsFree: 2,
  tabClosed: 2,
  tabOpened: 4,
  tabHidden: 1,
  tabShown: 2,
  userWakes: 2,
  crash: 2,
  crashInWrite: 5,
  databaseAway: 1,
  backUp: 2,
  restored: 1.5,
  pause: 1,
} as const;

type StepKind = keyof typeof COMMANDS | keyof typeof FAULTS;

/** One thing that happens. Its own seed decides all of its details, so that it is the same without the others. */
export interface Step {
  kind: StepKind;
  /** After the step before it, in milliseconds. */
  afterMs: number;
  seed: number;
}

type ProjectName = 'first' | 'second';

interface PlannedTab {
  /** Index of its browser. */
  browser: number;
  board: ProjectName | 'personal';
}

/** All that a seed decides beforehand. */
export interface Plan {
  seed: number;
  nodes: number;
  /** Users besides the owner, each with their role in the first project; null for none. */
  roles: Array<'owner' | 'maintainer' | 'member' | 'viewer' | null>;
  /** Index of the user of each browser; the owner is 0. */
  browsers: Array<{ user: number; weather: Weather; blocksSockets: boolean }>;
  tabs: PlannedTab[];
  steps: Step[];
}

const MAX_TABS = 8;
/** Longer than a queued move may wait without asking (SPEC.md#conflicts). */
const LONG_PAUSE_MS = 6 * 60_000;

export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const users = 2 + random.below(3);
  const roles = Array.from({ length: users - 1 }, () =>
    random.pick(['member', 'member', 'member', 'maintainer', 'owner', 'viewer', null] as const),
  );
  const isStormy = random.chance(0.6);
  const browsers: Plan['browsers'] = [];
  const tabs: PlannedTab[] = [];
  const wanted = 2 + random.below(MAX_TABS - 1);
  while (tabs.length < wanted) {
    const user = browsers.length < users ? browsers.length : random.below(users);
    browsers.push({ user, weather: weather(random, isStormy), blocksSockets: random.chance(0.2) });
    for (let count = random.chance(0.25) ? 2 : 1; count > 0 && tabs.length < wanted; count--) {
      const board = random.pick(['first', 'first', 'first', 'first', 'second', 'personal'] as const);
      tabs.push({ browser: browsers.length - 1, board });
    }
  }
  const length = 20 + random.below(50);
  const hasFaults = random.chance(0.9);
  const steps = Array.from({ length }, (): Step => {
    const kind = hasFaults && random.chance(0.3) ? weighted(random, FAULTS) : weighted(random, COMMANDS);
    const afterMs =
      kind === 'pause' ? LONG_PAUSE_MS : random.chance(0.4) ? random.below(60) : random.below(3_000);
    return { kind, afterMs, seed: random.seed() };
  });
  return { seed, nodes: random.chance(0.4) ? 2 : 1, roles, browsers, tabs, steps };
}

function weather(random: Random, isStormy: boolean): Weather {
  const share = (most: number) => (isStormy && random.chance(0.7) ? random.next() * most : 0);
  return {
    latencyMs: random.chance(0.3) ? [50, 800] : [2, 60],
    lostRequests: share(0.1),
    lostAnswers: share(0.15),
    doubledRequests: share(0.15),
    lostPushes: share(0.2),
    doubledPushes: share(0.3),
    shuffledPushes: share(0.3),
  };
}

function weighted<Kind extends string>(random: Random, weights: Record<Kind, number>): Kind {
  const entries = Object.entries(weights) as Array<[Kind, number]>;
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random.next() * total;
  for (const [kind, weight] of entries) {
    left -= weight;
    if (left < 0) return kind;
  }
  throw new Error('weights are all 0');
}
