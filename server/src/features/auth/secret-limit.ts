import type { CounterFactory } from '../../http/counters';
import { AppError } from '../../http/errors';

/** Secrets that open nothing, which one network address may try in an hour. */
const INVALID_RATE = { keyPrefix: 'invalid-link', points: 60, duration: 60 * 60 };

/** Limits guessing at the secrets of links: only those that open nothing count. */
export class SecretLimit {
  private readonly invalid;

  constructor(counter: CounterFactory) {
    this.invalid = counter(INVALID_RATE);
  }

  /** @throws AppError `too_many_requests`, and whatever `open` throws */
  async guard<T>(address: string, open: () => Promise<T>): Promise<T> {
    const tried = await this.invalid.get(address);
    if (tried && tried.consumedPoints >= INVALID_RATE.points) {
      throw new AppError('too_many_requests', undefined, {
        retryAfterSeconds: Math.max(1, Math.ceil(tried.msBeforeNext / 1000)),
      });
    }
    try {
      return await open();
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_link') await this.invalid.penalty(address, 1);
      throw error;
    }
  }
}
