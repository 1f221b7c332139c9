import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { ErrorRequestHandler } from 'express';
import { Error as MongooseErrors, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { AppError } from './errors';

/** What a client is asked to wait while the database is away, in seconds. */
const UNAVAILABLE_RETRY_SECONDS = 2;

/** Body-parser's error types that have an answer of their own. */
const parserErrors: Record<string, ConstructorParameters<typeof AppError>[0]> = {
  'entity.parse.failed': 'invalid_json',
  'entity.verify.failed': 'invalid_json',
  'entity.too.large': 'body_too_large',
  'encoding.unsupported': 'unsupported_media_type',
  'charset.unsupported': 'unsupported_media_type',
  'request.aborted': 'invalid_json',
  'request.size.invalid': 'invalid_json',
};

/** The answer to whatever was thrown; the unknown becomes a plain `internal` (SPEC.md#rest). */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', undefined, { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });
  }
  if (error instanceof URIError) return new AppError('invalid_input');
  const type = (error as { type?: unknown } | null)?.type;
  const code = typeof type === 'string' ? parserErrors[type] : undefined;
  if (code) return new AppError(code);
  if (isParserRefusal(error)) return new AppError('invalid_json');
  return new AppError('internal');
}

/** Body-parser gives what unpacking a body throws a status and no type. */
function isParserRefusal(error: unknown): boolean {
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return status === 400 && expose === true;
}

/**
 * Answers of a MongoDB that cannot serve now: shutting down, changing its primary, without a majority.
 * Whether the write came through is unknown; its repetition finds out (R7).
 */
const AWAY_CODES = new Set([64, 91, 100, 189, 10107, 11600, 11602, 13435, 13436]);

function isDatabaseAway(error: unknown): boolean {
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

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { errors, conflict } = error.details;
  return {
    message: error.message,
    code: error.code,
    requestId,
    ...(errors && { errors }),
    ...(conflict && { conflict }),
  };
}

/** The one error handler: every refusal leaves the server through it. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const requestId: string = res.locals.requestId;
    const known = toAppError(error);
    if (known.status >= 500) logger.error({ err: error, requestId }, 'request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { retryAfterSeconds } = known.details;
    if (retryAfterSeconds) res.set('Retry-After', String(Math.ceil(retryAfterSeconds)));
    res.status(known.status).json(errorBody(known, requestId));
  };
}
