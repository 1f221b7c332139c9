import { Redis } from 'ioredis';
import { about, type Finding, reasonOf } from './finding';

const WAIT_MS = 3_000;

/** Checks that Redis answers, and carries a message from one connection to another. */
export async function checkRedis(url: URL | undefined): Promise<Finding[]> {
  const { ok, fault } = about('redis');
  if (!url) return [ok('REDIS_URL is not set: right for one node')];
  const options = {
    lazyConnect: true,
    connectTimeout: WAIT_MS,
    commandTimeout: WAIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  };
  const lines = [new Redis(url.href, options), new Redis(url.href, options)] as const;
  let reason: string | undefined;
  for (const line of lines) {
    line.on('error', (error) => {
      reason ??= reasonOf(error);
    });
  }
  try {
    const [speaker, hearer] = lines;
    await Promise.all(lines.map((line) => line.connect()));
    const channel = `livelane:doctor:${process.pid}`;
    await hearer.subscribe(channel);
    let isHeard = false;
    hearer.once('message', () => {
      isHeard = true;
    });
    await speaker.publish(channel, 'x');
    // Redis sends the message before this answer, for which a line that breaks does not wait without end.
    await hearer.ping();
    if (!isHeard) throw new Error('publish and subscribe do not work');
    return [ok(`${url.host} answers and carries messages`)];
  } catch (error) {
    return [fault(`REDIS_URL: ${url.host} does not serve: ${reason ?? reasonOf(error)}`)];
  } finally {
    for (const line of lines) line.disconnect();
  }
}
