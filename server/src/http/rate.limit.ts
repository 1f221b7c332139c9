import type { Request, RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './address';
import { AppError } from './errors';

interface Rate {
  /** Requests in that time. */
  points: number;
  seconds: number;
}

/** Limits requests by the caller's address, as far as the configuration trusts proxies to tell it. */
export function limitByAddress({ points, seconds }: Rate): RequestHandler {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return async (req, _res, next) => {
    try {
      await limiter.consume(addressOf(req));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError('too_many_requests', undefined, {
        retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
    next();
  };
}

/** The caller's address as limits count it: `trust proxy` decides whether X-Forwarded-For counts. */
export function addressOf(req: Request): string {
  return networkOf(req.ip ?? 'unknown');
}
