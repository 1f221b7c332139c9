import { AppError } from '../../http/errors';

/** The most attempts of one key that wait; one more gets 503. */
const MAX_WAITING = 64;
const BUSY_RETRY_SECONDS = 2;

interface Lane {
  /** Attempts that run or wait: the lane is kept for them. */
  users: number;
  running: number;
  waiting: Array<() => void>;
}

/**
 * Runs no more attempts of a key at once than could fail within its budget: the others wait for
 * their outcome. So attempts sent all at once are not all free, and correct ones are never refused.
 */
export class AttemptGate {
  private readonly lanes = new Map<string, Lane>();

  constructor(
    private readonly budget: number,
    private readonly failuresOf: (key: string) => Promise<number>,
  ) {}

  /**
   * Runs work as soon as it fits the budget, or alone.
   * @throws AppError `busy` when too many wait
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(key) ?? { users: 0, running: 0, waiting: [] };
    this.lanes.set(key, lane);
    lane.users++;
    try {
      await this.start(key, lane);
      try {
        return await work();
      } finally {
        lane.running--;
        for (const wake of lane.waiting.splice(0)) wake();
      }
    } finally {
      lane.users--;
      if (lane.users === 0) this.lanes.delete(key);
    }
  }

  /** Counts the attempt as running as soon as it may; nothing comes between the check and the count. */
  private async start(key: string, lane: Lane): Promise<void> {
    while (lane.running > 0) {
      const failures = await this.failuresOf(key);
      if (lane.running === 0 || lane.running + failures < this.budget) break;
      if (lane.waiting.length >= MAX_WAITING) {
        throw new AppError('busy', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS });
      }
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    }
    lane.running++;
  }
}
