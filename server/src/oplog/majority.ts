import { setTimeout as wait } from 'node:timers/promises';
import { MAJORITY_MS } from '../database/connect';
import { AppError } from '../http/errors';

/** `Retry-After` of what waits for the majority, in seconds. */
const RETRY_SECONDS = 2;
/** Before the majority is asked again for an op that it lacked: from the first pause to the longest. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

/**
 * Asks about an op that the primary of a replica set has until the majority has it as well, or a fail-over has undone it (R2).
 * @param ask undefined while the majority lacks it
 * @throws AppError `unavailable` when that takes too long
 */
export async function untilMajority<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const until = performance.now() + MAJORITY_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > until)
      throw new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS });
    await wait(pause);
  }
}
