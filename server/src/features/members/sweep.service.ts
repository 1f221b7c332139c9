import type { Logger } from 'pino';
import { isDatabaseAway } from '../../database/database-away';

const SWEEP_EVERY_MS = 60_000;
/** Work in progress is left alone this long: its own request is likely to finish it. */
const LEFT_OVER_AFTER_MS = 10_000;
/** Deleted projects keep their ops this long, so that every node can still notify its sockets. */
const TOMBSTONE_MS = 10 * 60_000;

/** One piece of interrupted work. */
export interface LeftOver {
  /** What it is about, for the log. */
  about: Record<string, string>;
  /** Harmless to repeat. */
  finish(): Promise<void>;
}

/** Finds interrupted work that began before a time. */
export type FindLeftOver = (before: Date) => Promise<LeftOver[]>;

interface Dependencies {
  /** Finds projects that were deleted before a time: the rest of them goes. */
  purgeable: FindLeftOver;
  log: Logger;
}

/** Finishes workspace changes and deletions whose process died midway. What cannot be finished stops no other. */
export class SweepService {
  private readonly finders: FindLeftOver[] = [];
  private timer: NodeJS.Timeout | null = null;
  private readonly running = new Set<'sweep' | 'purge'>();

  constructor(private readonly deps: Dependencies) {}

  /** Adds work of one kind, which is done after all that was added before. */
  add(find: FindLeftOver): void {
    this.finders.push(find);
  }

  /** Sweeps once a minute. Work that a crash left over is best done first, by `sweep(new Date())`. */
  start(): void {
    this.timer = setInterval(() => void this.run(), SWEEP_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /**
   * @param before work that was begun earlier than this counts as left over
   * @throws the database's error when it is away
   */
  async sweep(before: Date = new Date(Date.now() - LEFT_OVER_AFTER_MS)): Promise<void> {
    for (const find of this.finders) await this.finishAll(await find(before));
  }

  /** Removes the last rows of projects that were deleted before a time. @throws the database's error when it is away */
  async purge(before: Date = new Date(Date.now() - TOMBSTONE_MS)): Promise<void> {
    await this.finishAll(await this.deps.purgeable(before));
  }

  private async finishAll(found: readonly LeftOver[]): Promise<void> {
    for (const { about, finish } of found) {
      try {
        await finish();
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        this.deps.log.warn({ err: error, ...about }, 'left-over work failed, the next sweep tries again');
      }
    }
  }

  private async run(): Promise<void> {
    if (!(await this.once('sweep'))) return;
    // Sweeps go on meanwhile: the purge of a long log may take longer than the pause between two.
    await this.once('purge');
  }

  /** @returns false if it has failed, or is still running */
  private async once(what: 'sweep' | 'purge'): Promise<boolean> {
    if (this.running.has(what)) return false;
    this.running.add(what);
    try {
      await this[what]();
      return true;
    } catch (error) {
      this.deps.log.warn({ err: error }, `${what} failed, the next one tries again`);
      return false;
    } finally {
      this.running.delete(what);
    }
  }
}
