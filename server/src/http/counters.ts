import {
  type IRateLimiterRedisOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import type { RedisLink } from '../nodes/redis-link';

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

/** Counts for one installation: others may use the same Redis. */
class CounterOfInstallation extends RateLimiterRedis {
  constructor(
    private readonly link: RedisLink,
    options: IRateLimiterRedisOptions,
  ) {
    super(options);
  }

  override getKey(key: string | number): string {
    return super.getKey(`${this.link.installation}:${key}`);
  }

  /** The insurance is asked with what this leaves, and with the keys that callers give: both must be the same. */
  override parseKey(counted: string): string {
    return super.parseKey(counted).slice(this.link.installation.length + 1);
  }
}

/**
 * Counts in Redis. Decision: while Redis is away, or answers too late, each node counts in its own
 * memory. Limits that are laxer for a while are better than logins that fail because a counter is
 * missing.
 */
export function inRedis(link: RedisLink): CounterFactory {
  return (options) => {
    const keyPrefix = `${KEY_PREFIX}:${options.keyPrefix}`;
    return new CounterOfInstallation(link, {
      ...options,
      keyPrefix,
      storeClient: link.commands,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ ...options, keyPrefix }),
    });
  };
}
