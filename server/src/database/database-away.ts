import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { Error as MongooseErrors, mongo } from 'mongoose';
import type { Logger } from 'pino';

/** At the start a MongoDB is waited for this long: it may be starting, or choosing a primary, too. */
const START_PATIENCE_MS = 60_000;
const START_PAUSE_MS = 1_000;

/**
 * Answers of a MongoDB that cannot serve now: shutting down, changing its primary, without a majority.
 * Whether the write came through is unknown; its repetition finds out (R7).
 */
const AWAY_CODES = new Set([64, 91, 100, 189, 10107, 11600, 11602, 13435, 13436]);

/** True when the database could not be asked, as opposed to what it holds being wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError) {
    if (AWAY_CODES.has(Number(error.code))) return true;
    // A write of several documents wraps whatever ended it, a lost connection too.
    return error instanceof mongo.MongoBulkWriteError && isDatabaseAway(causeOf(error));
  }
  return (
    // The driver has no public class for it: every connection is taken for too long.
    (error instanceof mongo.MongoDriverError && error.name === 'MongoWaitQueueTimeoutError') ||
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof MongooseErrors.MongooseServerSelectionError
  );
}

/**
 * For what a start does with the database: starts it again for as long as the database cannot serve.
 * @param work what can be begun again wherever it ended
 * @throws the last reason when that lasts for a minute; at once what has another one
 */
export async function patiently<T>(work: () => Promise<T>, logger?: Logger): Promise<T> {
  const giveUp = Date.now() + START_PATIENCE_MS;
  for (let told = false; ; told = true) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > giveUp) throw error;
      if (!told) {
        const reason = error instanceof Error ? error.message : String(error);
        logger?.warn({ reason }, 'MongoDB (MONGODB_URI) does not answer yet: retrying for a minute');
      }
      await setTimeoutPromise(START_PAUSE_MS);
    }
  }
}

function causeOf({ errorResponse, result }: mongo.MongoBulkWriteError): unknown {
  const { code } = result.getWriteConcernError() ?? {};
  return code === undefined ? errorResponse : new mongo.MongoServerError({ code });
}
