import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { isDatabaseAway, isDatabaseFull } from '../database/database-away';
import { AppError, errorBody } from './errors';

/** `Retry-After` of these codes, in seconds, unless the refusal says another one. */
const RETRY_SECONDS: Partial<Record<ErrorCode, number>> = { busy: 1, unavailable: 2, storage_full: 30 };

/** Types of errors about bodies, body-parser's and our own, that have an answer of their own. */
const parserErrors: Record<string, ErrorCode> = {
  'entity.parse.failed': 'invalid_json',
  'entity.verify.failed': 'invalid_json',
  'key.refused': 'invalid_input',
  'entity.too.large': 'body_too_large',
  'parameters.too.many': 'body_too_large',
  'encoding.unsupported': 'unsupported_media_type',
  'charset.unsupported': 'unsupported_media_type',
  'request.aborted': 'invalid_json',
  'request.size.invalid': 'invalid_json',
};

/** The answer to any thrown value; unknown ones become a plain `internal` (SPEC.md#rest). */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError('unavailable');
  if (isDatabaseFull(error)) return new AppError('storage_full');
  if (error instanceof URIError) return new AppError('invalid_input');
  const type = (error as { type?: unknown } | null)?.type;
  const code = typeof type === 'string' ? parserErrors[type] : undefined;
  if (code) return new AppError(code);
  if (isParserRefusal(error)) return new AppError('invalid_json');
  return new AppError('internal');
}

/** Body-parser sets a status and no type on errors of decompression. */
function isParserRefusal(error: unknown): boolean {
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return status === 400 && expose === true;
}

/** Body-parser's errors carry the body, which may have secrets: it must not be logged. */
function withoutBody(error: unknown): unknown {
  if (error instanceof Error && 'body' in error) error.body = undefined;
  return error;
}

/** The one error handler: every refusal leaves the server through it. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const requestId: string = res.locals.requestId;
    const known = toAppError(error);
    if (known.status >= 500) logger.error({ err: withoutBody(error), requestId }, 'request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { retryAfterSeconds = RETRY_SECONDS[known.code] } = known.details;
    if (retryAfterSeconds) res.set('Retry-After', String(Math.ceil(retryAfterSeconds)));
    // Of a status such as 410 browsers otherwise keep the answer for ever.
    res.set('Cache-Control', 'no-store');
    res.status(known.status).json(errorBody(known, requestId));
  };
}
