import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { Error as MongooseErrors, mongo } from 'mongoose';
import type { Logger } from 'pino';

/** How long a start waits for MongoDB: it may be starting, or electing a primary. */
const START_PATIENCE_MS = 60_000;
const START_PAUSE_MS = 1_000;

/**
 * Answers of a MongoDB that cannot serve now: shutting down, changing its primary, without a majority. Whether the write
 * came through is unknown; its repetition finds out (R7). By 43 a read learns that a restart has taken its cursor.
 */
const AWAY_CODES = new Set([43, 64, 91, 100, 189, 10107, 11600, 11602, 13435, 13436]);
const OUT_OF_DISK_SPACE = 14031;

/** True when the database could not be reached, as opposed to its data being wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError) {
    if (AWAY_CODES.has(Number(error.code))) return true;
    // A write of several documents wraps whatever ended it, a lost connection too.
    return error instanceof mongo.MongoBulkWriteError && isDatabaseAway(causeOf(error));
  }
  return (
    // All connections are in use for too long; the driver has no public class for it.
    (error instanceof mongo.MongoDriverError && error.name === 'MongoWaitQueueTimeoutError') ||
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof MongooseErrors.MongooseServerSelectionError
  );
}

/** True when the database has no room for what was to be written: nothing was. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === OUT_OF_DISK_SPACE;
}

/**
 * Does work for each item in turn. One that fails stops no other.
 * @throws the first failure, after the last item; the database's error at once when it is away
 */
export async function eachByItself<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Runs work at start-up, and again for as long as the database cannot serve.
 * @param work can be repeated wherever it ended
 * @throws the database's error once that has lasted for a minute; any other error at once
 */
export async function patiently<T>(work: () => Promise<T>, logger?: Logger): Promise<T> {
  let awaySince: number | null = null;
  for (;;) {
    const began = Date.now();
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      const now = Date.now();
      // During an attempt that took longer the database was there: it may have built an index.
      if (awaySince === null || now - began > START_PATIENCE_MS) {
        awaySince = now;
        const reason = error instanceof Error ? error.message : String(error);
        logger?.warn({ reason }, 'MongoDB (MONGODB_URI) does not answer yet: retrying for a minute');
      }
      if (now - awaySince > START_PATIENCE_MS) throw error;
      await setTimeoutPromise(START_PAUSE_MS);
    }
  }
}

function causeOf({ errorResponse, result }: mongo.MongoBulkWriteError): unknown {
  const { code } = result.getWriteConcernError() ?? {};
  return code === undefined ? errorResponse : new mongo.MongoServerError({ code });
}
