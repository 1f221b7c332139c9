import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../../test-kit/random';
import type { ProductNode } from './product/node';
import type { Backing, Product } from './product/product';
import { slowDisk } from './product/slow-disk';

/** Something is stopped, away or slow for so long. */
const FAULT_MS = [500, 6_000] as const;
/** Without a fault in between. */
const QUIET_MS = [500, 3_000] as const;
const SLOW_DISK_MS = [20, 300] as const;
/** Less than what tokens live, more than what nodes and locks do. */
const JUMP_SECONDS = [-600, 600] as const;

/** What the machine has for faults. */
export interface Means {
  canSlowDisk: boolean;
}

/** One that has been drawn. */
interface Drawn {
  text: string;
  /** Does harm, and mends it before it resolves. */
  strike(): Promise<void>;
}

/** A kind of fault: draws all that it decides at once, so that a seed gives the same ones. */
type Kind = (random: Random) => Drawn;

const msOf = (random: Random, [from, to]: readonly [number, number]) => Math.round(random.between(from, to));
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Faults that come one after the other; those of different lanes meet. */
export function lanesOf(product: Product, means: Means): Kind[][] {
  const { nodes, backing } = product;
  const ofNodes = nodeFaults(nodes);
  if (!backing) return [[...ofNodes, ...(means.canSlowDisk ? [slow('the disk', () => nodes[0]?.pid)] : [])]];
  return [ofNodes, databaseFaults(backing, means)];
}

function nodeFaults(nodes: readonly ProductNode[]): Kind[] {
  const away =
    (how: string, end: (node: ProductNode) => Promise<void>): Kind =>
    (random) => {
      const [node, ms] = [random.pick(nodes), msOf(random, FAULT_MS)];
      return {
        text: `${node.name} ${how}, started again after ${seconds(ms)}`,
        async strike() {
          await end(node);
          await wait(ms);
          await node.start();
        },
      };
    };
  const stopped: Kind = (random) => {
    const [node, ms] = [random.pick(nodes), msOf(random, FAULT_MS)];
    return {
      text: `${node.name} is stopped for ${seconds(ms)}`,
      async strike() {
        node.signal('SIGSTOP');
        await wait(ms);
        node.signal('SIGCONT');
      },
    };
  };
  const jump: Kind = (random) => {
    const [node, ms] = [random.pick(nodes), msOf(random, FAULT_MS)];
    const by = msOf(random, JUMP_SECONDS);
    return {
      text: `the clock of ${node.name} jumps by ${by} s, and back after ${seconds(ms)}`,
      async strike() {
        await node.clock?.set(by);
        await wait(ms);
        await node.clock?.set(0);
      },
    };
  };
  const kinds = [
    away('is killed', (node) => node.kill()),
    away('is told to end', (node) => node.stop()),
    stopped,
  ];
  return nodes.some(({ clock }) => clock) ? [...kinds, jump] : kinds;
}

function slow(what: string, pidOf: () => Promise<number | undefined> | number | null | undefined): Kind {
  return (random) => {
    const [ms, delay] = [msOf(random, FAULT_MS), msOf(random, SLOW_DISK_MS)];
    return {
      text: `${what} takes ${delay} ms more for each sync, for ${seconds(ms)}`,
      async strike() {
        const pid = await pidOf();
        const release = pid ? await slowDisk(pid, delay) : null;
        await wait(ms);
        await release?.();
      },
    };
  };
}

function databaseFaults(backing: Backing, { canSlowDisk }: Means): Kind[] {
  const { set } = backing;
  const lasting =
    (title: string, strike: (ms: number) => Promise<void>): Kind =>
    (random) => {
      const ms = msOf(random, FAULT_MS);
      return { text: `${title} for ${seconds(ms)}`, strike: () => strike(ms) };
    };
  const kinds = [
    lasting('the primary is killed, away', async (ms) => {
      const old = await set.primary();
      await old.kill();
      await wait(ms);
      await old.start();
      await set.primary();
    }),
    lasting('the primary is stopped', async (ms) => {
      const old = await set.primary();
      old.signal('SIGSTOP');
      await wait(ms);
      old.signal('SIGCONT');
      await set.primary();
    }),
    lasting('the primary steps down, quiet', async (ms) => {
      const old = await set.primary();
      await old.command({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 }).catch(() => undefined);
      await wait(ms);
      await set.primary();
    }),
    lasting('the majority is killed, away', async (ms) => {
      const primary = await set.primary();
      const others = set.members.filter((member) => member !== primary);
      await Promise.all(others.map((member) => member.kill()));
      await wait(ms);
      await Promise.all(others.map((member) => member.start()));
      await set.primary();
    }),
    lasting('the whole set is killed, away', async (ms) => {
      await Promise.all(set.members.map((member) => member.kill()));
      await wait(ms);
      await Promise.all(set.members.map((member) => member.start()));
      await set.primary();
    }),
    lasting('Redis is killed, away', async (ms) => {
      await backing.redis.stop();
      await wait(ms);
      await backing.restartRedis();
    }),
    lasting('Redis is stopped', async (ms) => {
      backing.redis.signal('SIGSTOP');
      await wait(ms);
      backing.redis.signal('SIGCONT');
    }),
  ];
  const disk = slow("the primary's disk", async () => (await set.primary()).pid);
  return canSlowDisk ? [...kinds, disk] : kinds;
}

/**
 * Strikes until it is told to stop, each kind once before any comes again.
 * @param told hears of each fault as it begins
 * @returns how many there were; by then the last one is mended
 */
export async function strikeOn(
  kinds: readonly Kind[],
  random: Random,
  isOver: AbortSignal,
  told: (text: string) => void,
): Promise<number> {
  let count = 0;
  let round: Kind[] = [];
  for (;;) {
    await wait(msOf(random, QUIET_MS), undefined, { signal: isOver }).catch(() => undefined);
    if (isOver.aborted) return count;
    if (round.length === 0) round = [...kinds];
    const [kind] = round.splice(random.below(round.length), 1);
    if (!kind) continue;
    const drawn = kind(random);
    told(drawn.text);
    await drawn.strike();
    count++;
  }
}
