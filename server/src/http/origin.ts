import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { AppError } from './errors';

/** True when a request may come from this Origin: ours, or none at all (tools; SPEC.md#push). */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  return origin === undefined || allowed.includes(origin);
}

/** So many refused origins are logged: anyone can send any. */
const MAX_TOLD = 10;

/** Guards routes that use a cookie against other sites (SPEC.md#bad-input). */
export function requireOwnOrigin(allowed: readonly string[], logger: Logger): RequestHandler {
  const told = new Set<string>();
  /** Above all for an operator whose PUBLIC_URL is not where people reach the server. */
  const tell = (origin: string) => {
    if (told.has(origin) || told.size >= MAX_TOLD || !URL.canParse(origin)) return;
    told.add(origin);
    logger.warn(
      { origin },
      'a page of another address was refused: if people reach Livelane there, set PUBLIC_URL to it',
    );
  };
  return (req, _res, next) => {
    const origin = req.get('Origin');
    if (!isAllowedOrigin(origin, allowed)) {
      if (origin) tell(origin);
      throw new AppError('foreign_origin');
    }
    next();
  };
}
