import type { CounterFactory } from '../../http/counters';
import { AppError } from '../../http/errors';
import { AttemptGate } from './attempt-gate';

/** Secrets that open nothing, which one network address may try in an hour. */
const INVALID_RATE = { keyPrefix: 'invalid-link', points: 60, duration: 60 * 60 };

/** Limits guessing at the secrets of links: only those that open nothing count. */
export class SecretLimit {
  private readonly invalid;
  private readonly gate;

  constructor(counter: CounterFactory) {
    const invalid = counter(INVALID_RATE);
    this.invalid = invalid;
    this.gate = new AttemptGate(
      INVALID_RATE.points,
      async (address) => (await invalid.get(address))?.consumedPoints ?? 0,
    );
  }

  /** @throws AppError `too_many_requests`, `busy`, and whatever `open` throws */
  guard<T>(address: string, open: () => Promise<T>): Promise<T> {
    return this.gate.run(address, async () => {
      await this.refuseLimited(address);
      try {
        return await open();
      } catch (error) {
        if (error instanceof AppError && error.code === 'invalid_link')
          await this.invalid.penalty(address, 1);
        throw error;
      }
    });
  }

  private async refuseLimited(address: string): Promise<void> {
    const tried = await this.invalid.get(address);
    if (tried && tried.consumedPoints >= INVALID_RATE.points) {
      throw new AppError('too_many_requests', undefined, {
        retryAfterSeconds: Math.max(1, Math.ceil(tried.msBeforeNext / 1000)),
      });
    }
  }
}
