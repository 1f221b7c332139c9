import type { RequestHandler } from 'express';
import { AppError } from './errors';

/** True when a request may come from this Origin: ours, or none at all (tools; SPEC.md#push). */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  return origin === undefined || allowed.includes(origin);
}

/** Guards routes that use a cookie against other sites (SPEC.md#bad-input). */
export function requireOwnOrigin(allowed: readonly string[]): RequestHandler {
  return (req, _res, next) => {
    if (!isAllowedOrigin(req.get('Origin'), allowed)) throw new AppError('foreign_origin');
    next();
  };
}
