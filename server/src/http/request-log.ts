import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withoutLinkSecrets } from './links';

/** Carries the id under which the log has the request. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** An answered request, for metrics. */
export interface AnsweredRequest {
  method: string;
  /** The route's template, such as `/tasks/:id`; `other` for files and unknown paths. */
  route: string;
  status: number;
  seconds: number;
}

/** Gives each request its id, and reports its end to the log and an observer. */
export function requestLog(logger: Logger, onAnswered: (request: AnsweredRequest) => void): RequestHandler {
  return (req, res, next) => {
    const requestId = randomUUID();
    const { method } = req;
    const path = withoutLinkSecrets(req.path);
    const start = performance.now();
    res.locals.requestId = requestId;
    res.set(REQUEST_ID_HEADER, requestId);
    res.once('finish', () => {
      const durationMs = performance.now() - start;
      const { statusCode: status } = res;
      const route: unknown = res.locals.route;
      onAnswered({
        method,
        route: typeof route === 'string' ? route : 'other',
        status,
        seconds: durationMs / 1000,
      });
      logger.debug({ requestId, method, path, status, durationMs: Math.round(durationMs) }, 'request');
    });
    next();
  };
}
