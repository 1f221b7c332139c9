import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** Keys of this product in a Redis that others may use too. */
const KEY_PREFIX = 'livelane';

interface CounterOptions {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
}

/** Makes a counter: in memory for one node, in a store that nodes share for several. */
export type CounterFactory = (options: CounterOptions) => RateLimiterAbstract;

export const inMemory: CounterFactory = (options) => new RateLimiterMemory(options);

/**
 * Counts in Redis. Decision: while Redis is away, or answers too late, each node counts in its own
 * memory. Limits that are laxer for a while are better than logins that fail because a counter is
 * missing.
 */
export function inRedis(commands: Redis): CounterFactory {
  return (options) => {
    const keyPrefix = `${KEY_PREFIX}:${options.keyPrefix}`;
    return new RateLimiterRedis({
      ...options,
      keyPrefix,
      storeClient: commands,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ ...options, keyPrefix }),
    });
  };
}
