import type { Logger } from 'pino';
import { isDatabaseAway } from '../../database/database-away';
import { Periodic } from '../../periodic';

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
  private readonly sweeps: Periodic;
  private readonly purges: Periodic;
  private isStopped = false;

  constructor(private readonly deps: Dependencies) {
    this.purges = new Periodic(() => this.purge(), deps.log, 'purge failed, the next one tries again');
    this.sweeps = new Periodic(
      async () => {
        await this.sweep();
        // Sweeps go on meanwhile: the purge of a long log may take longer than the pause between two.
        void this.purges.run();
      },
      deps.log,
      'sweep failed, the next one tries again',
    );
  }

  /** Adds work of one kind, which is done after all that was added before. */
  add(find: FindLeftOver): void {
    this.finders.push(find);
  }

  /** Sweeps once a minute. Work that a crash left over is best done first, by `sweep(new Date())`. */
  start(): void {
    this.sweeps.start(SWEEP_EVERY_MS);
  }

  /** Resolves when the running piece of a sweep has ended. A purge may take long, and is cut short by the process's end. */
  async stop(): Promise<void> {
    this.isStopped = true;
    void this.purges.stop();
    await this.sweeps.stop();
  }

  /**
   * @param before work that was begun earlier than this counts as left over
   * @throws the database's error when it is away
   */
  async sweep(before: Date = new Date(Date.now() - LEFT_OVER_AFTER_MS)): Promise<void> {
    for (const find of this.finders) {
      if (this.isStopped) return;
      await this.finishAll(await find(before));
    }
  }

  /** Removes the last rows of projects that were deleted before a time. @throws the database's error when it is away */
  async purge(before: Date = new Date(Date.now() - TOMBSTONE_MS)): Promise<void> {
    await this.finishAll(await this.deps.purgeable(before));
  }

  private async finishAll(found: readonly LeftOver[]): Promise<void> {
    for (const { about, finish } of found) {
      if (this.isStopped) return;
      try {
        await finish();
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        this.deps.log.warn({ err: error, ...about }, 'left-over work failed, the next sweep tries again');
      }
    }
  }
}
