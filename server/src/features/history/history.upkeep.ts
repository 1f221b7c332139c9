import type { Logger } from 'pino';
import type { Lease } from '../../nodes/lease';
import { Periodic } from '../../periodic';
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
  private readonly runs: Periodic;
  private isStopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly deps: Dependencies) {
    this.runs = new Periodic(() => this.run(), deps.logger, 'upkeep of the history failed; it is retried');
  }

  start(): void {
    this.runs.start(RUN_EVERY_MS, FIRST_RUN_MS);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.runs.stop();
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
}
