import type { Logger } from 'pino';

/** Runs work early that a timer does anyway: a failure is only logged. */
export function soon(work: () => Promise<void>, logger: Logger): void {
  work().catch((error: unknown) => logger.warn({ err: error }, 'a periodic task failed; it runs again'));
}

/** Repeats work with a pause in between, never two at once; a failure is logged and tried again. */
export function every(pauseMs: number, work: () => Promise<void>, logger: Logger): { stop(): void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const run = async () => {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, 'a periodic task failed; it runs again');
    }
    if (!stopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(run, pauseMs);
    timer.unref();
  };
  schedule();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
