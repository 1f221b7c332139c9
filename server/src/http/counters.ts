import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** Keys of this product in a Redis that others may use too. */
const KEY_PREFIX = 'livelane';
/** How long Redis may take to be reached, and to answer, in milliseconds; after that this node counts alone. */
const CONNECT_MS = 2_000;
const COMMAND_MS = 500;
/** Waits between attempts to reach Redis again, in milliseconds: doubled up to the longest. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

export interface CounterOptions {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
}

/** Makes a counter: in memory for one node, in a store that nodes share for several. */
export type CounterFactory = (options: CounterOptions) => RateLimiterAbstract;

export const inMemory: CounterFactory = (options) => new RateLimiterMemory(options);

/** Where the limits of a node are counted. */
export interface Counters {
  counter: CounterFactory;
  /** Looks whether the shared store answers and says in the log what that means; never throws. */
  check(): Promise<void>;
  close(): void;
}

/** Counts in Redis where there is one, otherwise in memory. */
export function createCounters(redisUrl: URL | undefined, logger: Logger): Counters {
  if (!redisUrl) return { counter: inMemory, check: async () => undefined, close: () => undefined };
  return redisCounters(redisUrl, logger);
}

/**
 * Decision: while Redis is away, or answers too late, each node counts in its own memory. Limits
 * that are laxer for a while are better than logins that fail because a counter is missing.
 */
function redisCounters(url: URL, logger: Logger): Counters {
  const client = new Redis(url.href, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    retryStrategy: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS),
  });
  // The address without its password.
  const redis = url.host;
  let state: 'unknown' | 'answers' | 'away' = 'unknown';
  const away = (error: Error): void => {
    if (state === 'away') return;
    state = 'away';
    logger.warn(
      { redis, reason: error.message },
      'Redis (REDIS_URL) does not answer: until it does, this node counts its limits alone',
    );
  };
  const answers = (): void => {
    if (state !== 'answers')
      logger.info(
        { redis },
        'Redis (REDIS_URL) answers: nodes share their limits, and nothing else, through it',
      );
    state = 'answers';
  };
  client.on('ready', answers);
  client.on('error', away);
  client.on('close', () => away(new Error('the connection is closed')));
  return {
    counter: (options) => {
      const keyPrefix = `${KEY_PREFIX}:${options.keyPrefix}`;
      return new RateLimiterRedis({
        ...options,
        keyPrefix,
        storeClient: client,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory({ ...options, keyPrefix }),
      });
    },
    async check() {
      try {
        await client.connect();
        await client.ping();
      } catch (error) {
        away(error as Error);
      }
    },
    close() {
      client.removeAllListeners('close');
      client.disconnect();
    },
  };
}
