import type { Logger } from 'pino';
import type { Lease } from '../../nodes/lease';
import type { Erasure } from './erasure';
import type { LogAging } from './log-aging';

/** The first run after a start, and the pause between runs (R24). */
const FIRST_RUN_MS = 5_000;
const RUN_EVERY_MS = 60 * 60_000;

interface Dependencies {
  erasure: Erasure;
  aging: LogAging;
  /** Removes data that only nodes of a former version need, once none lives. */
  retireFormer: () => Promise<void>;
  /** Held by the node that works. */
  lease: Lease;
  logger: Logger;
  now: () => Date;
}

/** Ages history, on one node at a time. */
export class HistoryUpkeep {
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly deps: Dependencies) {}

  start(): void {
    this.timer = setTimeout(() => {
      void this.runAndLog();
      this.timer = setInterval(() => void this.runAndLog(), RUN_EVERY_MS);
      this.timer.unref();
    }, FIRST_RUN_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running.catch(() => undefined);
    await this.deps.lease.release();
  }

  /** Does the work due at that time, after any running work, unless another node does. */
  run(now = this.deps.now()): Promise<void> {
    const next = this.running.catch(() => undefined).then(() => this.work(now));
    this.running = next;
    return next;
  }

  private async work(now: Date): Promise<void> {
    const goOn = async () => !this.isStopped && (await this.deps.lease.hold());
    if (!(await goOn())) return;
    await this.deps.erasure.run(now, goOn);
    await this.deps.aging.run(now, goOn);
    if (await goOn()) await this.deps.retireFormer();
  }

  private async runAndLog(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.deps.logger.warn({ err: error }, 'upkeep of the history failed; it is retried');
    }
  }
}
