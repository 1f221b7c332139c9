import type { Request, RequestHandler } from 'express';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './address';
import type { CounterFactory } from './counters';
import { AppError, type ErrorDetails } from './errors';

export interface Rate {
  /** Part of the key in the store. */
  name: string;
  /** Requests in that time. */
  points: number;
  seconds: number;
}

/** Counts one more request of a signed-in user. @throws AppError `too_many_requests` */
export type UserLimit = (userId: string) => Promise<void>;

/** Limits requests by the caller's address, as reported by trusted proxies. */
export function limitByAddress(counter: CounterFactory, rate: Rate): RequestHandler {
  const limiter = counterOf(counter, rate);
  return async (req, _res, next) => {
    await consume(limiter, addressOf(req));
    next();
  };
}

/** Limits requests by user, so that people who share an address do not affect each other. */
export function limitByUser(counter: CounterFactory, rate: Rate): UserLimit {
  const limiter = counterOf(counter, rate);
  return (userId) => consume(limiter, userId);
}

/** The caller's address as limits count it: `trust proxy` decides whether X-Forwarded-For counts. */
export function addressOf(req: Request): string {
  return networkOf(req.ip ?? 'unknown');
}

function counterOf(counter: CounterFactory, { name, points, seconds }: Rate): RateLimiterAbstract {
  return counter({ keyPrefix: name, points, duration: seconds });
}

/** Takes one point. @throws the error of `refuse` if the key has none left, by default AppError `too_many_requests` */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  refuse: (details: ErrorDetails) => AppError | Promise<AppError> = (details) =>
    new AppError('too_many_requests', undefined, details),
): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw await refuse({ retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
  }
}
