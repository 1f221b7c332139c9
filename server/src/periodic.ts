import type { Logger } from 'pino';

const FAILED = 'a periodic task failed; it runs again';

/** Runs work early that a timer does anyway: a failure is only logged. */
export function soon(work: () => Promise<void>, logger: Logger): void {
  work().catch((error: unknown) => logger.warn({ err: error }, FAILED));
}

/** Work that is done again and again, never twice at once. A failure is logged, and the work is tried again. */
export class Periodic {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private isStopped = false;

  /** @param failed what the log says of a failure */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly logger: Logger,
    private readonly failed: string = FAILED,
  ) {}

  /** Runs it with a pause in between, for the first time after `firstPauseMs`. */
  start(pauseMs: number, firstPauseMs = pauseMs): this {
    this.timer = setTimeout(async () => {
      await this.run();
      if (!this.isStopped) this.start(pauseMs);
    }, firstPauseMs);
    this.timer.unref();
    return this;
  }

  /** Runs it now, or waits for it if it is running. */
  async run(): Promise<void> {
    if (this.isStopped) return;
    this.running ??= this.tryOnce().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  /** Runs it no more, and resolves when it is not running. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async tryOnce(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.logger.warn({ err: error }, this.failed);
    }
  }
}
