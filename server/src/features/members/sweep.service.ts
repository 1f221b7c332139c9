import type { Logger } from 'pino';
import type { ProjectRemoval } from '../projects/project.removal';
import type { WorkspaceRemoval } from '../workspaces/workspace.removal';
import type { PropagationService } from './propagation.service';

const SWEEP_EVERY_MS = 60_000;
/** Work in progress is left alone this long: its own request is likely to finish it. */
const LEFT_OVER_AFTER_MS = 10_000;
/** Deleted projects keep their ops this long, so that every node can still notify its sockets. */
const TOMBSTONE_MS = 10 * 60_000;

interface Dependencies {
  propagation: Pick<PropagationService, 'finishLeftOver'>;
  workspaceRemoval: Pick<WorkspaceRemoval, 'finishLeftOver'>;
  projectRemoval: Pick<ProjectRemoval, 'purge'>;
  log: Logger;
}

/** Finishes interrupted work that began before a time. Harmless to repeat. */
export type LeftOverWork = (before: Date) => Promise<void>;

/** Finishes workspace changes and deletions whose process died midway. Every step is harmless to repeat. */
export class SweepService {
  private readonly works: LeftOverWork[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly deps: Dependencies) {}

  /** Adds work of another feature. */
  add(work: LeftOverWork): void {
    this.works.push(work);
  }

  /** Sweeps once a minute. Work that a crash left over is best done first, by `sweep(new Date())`. */
  start(): void {
    this.timer = setInterval(() => void this.sweepAndLog(), SWEEP_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** @param before work that was begun earlier than this counts as left over */
  async sweep(before: Date = new Date(Date.now() - LEFT_OVER_AFTER_MS)): Promise<void> {
    await this.deps.propagation.finishLeftOver(before);
    await this.deps.workspaceRemoval.finishLeftOver(before);
    for (const work of this.works) await work(before);
    await this.deps.projectRemoval.purge(new Date(Date.now() - TOMBSTONE_MS));
  }

  private async sweepAndLog(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      this.deps.log.warn({ err: error }, 'sweep failed, the next one tries again');
    }
  }
}
