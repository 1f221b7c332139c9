import type { ServerResponse } from 'node:http';
import { AppError } from './errors';

/** Large answers of one user that may be under way at once (R32); one more gets 429. */
const AT_ONCE = 24;
const RETRY_SECONDS = 1;
/** A receiver that reads nothing for this long is disconnected. */
const STALLED_MS = 30_000;

/** Large answers by user, from the request until their last byte is read: a user who does not read gets no more. */
export class AnswersUnderWay {
  private readonly counts = new Map<string, number>();

  /** @throws AppError `too_many_requests` */
  begin(userId: string, res: ServerResponse): void {
    // The caller disconnected during the session lookup: they take no answer, and `close` will not fire again.
    if (res.closed) return;
    const count = this.counts.get(userId) ?? 0;
    if (count >= AT_ONCE)
      throw new AppError('too_many_requests', undefined, { retryAfterSeconds: RETRY_SECONDS });
    this.counts.set(userId, count + 1);
    res.once('close', () => {
      const left = (this.counts.get(userId) ?? 1) - 1;
      if (left > 0) this.counts.set(userId, left);
      else this.counts.delete(userId);
    });
  }
}

/** Ends the connection of a receiver that stops reading its answer. */
export function disconnectWhenStalled(res: ServerResponse, stalledMs = STALLED_MS): void {
  res.setTimeout(stalledMs, () => void res.destroy());
}
