import { type DestinationStream, type Level, type Logger, levels, pino } from 'pino';

/** What is logged at these levels is logged during an outage as well. */
const ALWAYS_TOLD: ReadonlySet<string | undefined> = new Set<Level>(['trace', 'debug', 'fatal']);

interface OutageLog {
  logger: Logger;
  /** The database has taken a write. */
  databaseServes(): void;
}

/**
 * A log that tells once that the database is away, and once that it is back. Whatever fails for that reason meanwhile,
 * each request and each periodic task again and again, is logged at level debug.
 */
export function createOutageLog(level: Level | 'silent', output: DestinationStream): OutageLog {
  let awaySince: number | null = null;
  const logger: Logger = pino(
    {
      level,
      hooks: {
        logMethod(args, method, number) {
          const { err } = Object(args[0]) as { err?: unknown };
          if (ALWAYS_TOLD.has(levels.labels[number]) || !(err instanceof Error) || !isAway(err)) {
            method.apply(this, args);
            return;
          }
          if (awaySince === null) {
            awaySince = performance.now();
            logger.error(
              { reason: err.message },
              'the database does not answer: until it does, requests are answered 503, and background work waits; what fails is logged at level debug',
            );
          }
          this.debug(...args);
        },
      },
    },
    output,
  );
  return {
    logger,
    databaseServes() {
      if (awaySince === null) return;
      const seconds = Math.round((performance.now() - awaySince) / 1000);
      awaySince = null;
      logger.warn({ seconds }, 'the database answers again');
    },
  };
}

function isAway(error: Error): boolean {
  // With it comes Mongoose, for which no launch waits before the database's thread is on its way.
  const { isDatabaseAway } = require('./database-away') as typeof import('./database-away');
  return isDatabaseAway(error);
}
