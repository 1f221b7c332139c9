import type { Request, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from './errors';
import { consume } from './rate-limit';

const SECONDS = 60;
const BYTES_PER_MEGABYTE = 1_000_000;
const MS_PER_SECOND = 1_000;

export interface BudgetSettings {
  requestsPerMinute: number;
  megabytesPerMinute: number;
}

/**
 * Limits one person's requests to this node in a minute, over all of their devices and programs (R32). Each node counts
 * for itself: it protects the node, and no request waits for a store that nodes share.
 */
export class Budgets {
  private readonly requests: RateLimiterMemory;
  private readonly bytes: RateLimiterMemory;

  constructor({ requestsPerMinute, megabytesPerMinute }: BudgetSettings) {
    this.requests = new RateLimiterMemory({ points: requestsPerMinute, duration: SECONDS });
    this.bytes = new RateLimiterMemory({
      points: megabytesPerMinute * BYTES_PER_MEGABYTE,
      duration: SECONDS,
    });
  }

  /** Counts one request, and the bytes of its answer when that ends. @throws AppError `too_many_requests` */
  async begin(userId: string, req: Request, res: Response): Promise<void> {
    await consume(this.requests, userId);
    await this.assertBytesLeft(userId);
    const { socket } = req;
    const before = socket.bytesWritten;
    res.once('close', () => void this.spend(userId, socket.bytesWritten - before));
  }

  /** @throws AppError `too_many_requests` for someone whose bytes of this minute are spent */
  async assertBytesLeft(userId: string): Promise<void> {
    const spent = await this.bytes.get(userId);
    if (spent && spent.consumedPoints >= this.bytes.points)
      throw new AppError('too_many_requests', undefined, {
        retryAfterSeconds: Math.max(1, Math.ceil(spent.msBeforeNext / MS_PER_SECOND)),
      });
  }

  /** Counts bytes that someone was sent, or that were read of the log for them. */
  async spend(userId: string, bytes: number): Promise<void> {
    await this.bytes.penalty(userId, bytes);
  }
}
