import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

/** How long Redis may take to connect, and to answer; after that this node goes on without it. */
const CONNECT_MS = 2_000;
const COMMAND_MS = 500;
/** A line that dies without a word is noticed within this time, and a little more. */
const PING_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
/** Pauses between attempts to reconnect: doubled up to the longest. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

const OPTIONS: RedisOptions = {
  lazyConnect: true,
  // Commands are not queued for later: limits are counted in memory meanwhile, and the log is swept.
  enableOfflineQueue: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  connectTimeout: CONNECT_MS,
  keepAlive: KEEP_ALIVE_MS,
  commandTimeout: COMMAND_MS,
  retryStrategy: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS),
};

/** A node's two connections to Redis: one that listens can do nothing else. */
export interface RedisLink {
  /** The installation of this node (`installationOf`); known once it connects. Others may use the same Redis. */
  readonly installation: string;
  commands: Redis;
  listening: Redis;
  /** Tries to reach Redis once and logs the outcome and its meaning; never throws, keeps trying by itself. */
  connect(installation: string): Promise<void>;
  close(): void;
}

/** Prepares the connections to the Redis that the nodes of one installation share. */
export function createRedisLink(url: URL, logger: Logger): RedisLink {
  // Loaded only if there is a Redis.
  const { Redis } = require('ioredis') as typeof import('ioredis');
  const lines = [new Redis(url.href, OPTIONS), new Redis(url.href, OPTIONS)] as const;
  const [commands, listening] = lines;
  // The address without its password.
  const redis = url.host;
  let state: 'unknown' | 'answers' | 'away' = 'unknown';
  const away = (error: Error): void => {
    if (state === 'away') return;
    state = 'away';
    logger.warn(
      { redis, reason: error.message },
      'Redis (REDIS_URL) does not answer: until it does, this node counts its limits alone and finds the other nodes’ changes in the database',
    );
  };
  const ready = (): void => {
    if (state === 'answers' || lines.some((line) => line.status !== 'ready')) return;
    state = 'answers';
    logger.info(
      { redis },
      'Redis (REDIS_URL) answers: nodes share their limits and notify each other of changes through it',
    );
  };
  for (const line of lines) {
    line.on('ready', ready);
    line.on('error', away);
    line.on('close', () => away(new Error('the connection is closed')));
  }
  const pinging = setInterval(() => {
    for (const line of lines) if (line.status === 'ready') void assertAnswers(line);
  }, PING_MS);
  pinging.unref();
  let own = '';
  return {
    get installation() {
      return own;
    },
    commands,
    listening,
    async connect(installation) {
      own = installation;
      const outcomes = await Promise.allSettled(lines.map((line) => line.connect()));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) away(failed.reason as Error);
    },
    close() {
      clearInterval(pinging);
      for (const line of lines) {
        line.removeAllListeners('close');
        line.disconnect();
      }
    },
  };
}

/** Reconnects a line that does not answer: above all one that only listens would stay deaf for as long as TCP lets it. */
async function assertAnswers(line: Redis): Promise<void> {
  try {
    // A busy moment of this process may let the first one time out.
    await line.ping().catch(() => line.ping());
  } catch {
    if (line.status === 'ready') line.disconnect(true);
  }
}
