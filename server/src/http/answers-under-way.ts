import type { ServerResponse } from 'node:http';
import { AppError } from './errors';

/** Large answers of one user that may be under way at once (R32); one more gets 429. */
const AT_ONCE = 24;
/** Answers with more bytes are large, whatever was asked for; smaller ones fit into the buffers of their connection. */
export const LARGE_BYTES = 100_000;
const RETRY_SECONDS = 1;
/** A receiver that reads nothing for this long is disconnected. */
const STALLED_MS = 30_000;

/**
 * Large answers by user, from the request until the work for them has ended and their last byte is read: a user who does
 * not read, or hangs up, gets no more meanwhile.
 */
export class AnswersUnderWay {
  private readonly counts = new Map<string, number>();

  /** @throws AppError `too_many_requests` */
  assertRoom(userId: string): void {
    if ((this.counts.get(userId) ?? 0) >= AT_ONCE)
      throw new AppError('too_many_requests', undefined, { retryAfterSeconds: RETRY_SECONDS });
  }

  /** @returns called once, when the work for the answer has ended */
  begin(userId: string, res: ServerResponse): () => void {
    this.counts.set(userId, (this.counts.get(userId) ?? 0) + 1);
    let isWorking = true;
    const endIfOver = () => {
      if (isWorking || !res.closed) return;
      const left = (this.counts.get(userId) ?? 1) - 1;
      if (left > 0) this.counts.set(userId, left);
      else this.counts.delete(userId);
    };
    res.once('close', endIfOver);
    return () => {
      isWorking = false;
      endIfOver();
    };
  }
}

/** Ends the connection of a receiver that stops reading its answer. */
export function disconnectWhenStalled(res: ServerResponse, stalledMs = STALLED_MS): void {
  res.setTimeout(stalledMs, () => void res.destroy());
}
