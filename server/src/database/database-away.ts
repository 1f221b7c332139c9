import { Error as MongooseErrors, mongo } from 'mongoose';

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

function causeOf({ errorResponse, result }: mongo.MongoBulkWriteError): unknown {
  const { code } = result.getWriteConcernError() ?? {};
  return code === undefined ? errorResponse : new mongo.MongoServerError({ code });
}
