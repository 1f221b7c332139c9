import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../http/errors';

/** Failures of one account from one address that cost nothing (protocol section 11). */
const FREE_FAILURES = 10;
/** The wait after one more failure, doubled with each further one, in seconds. */
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * 60 * 60;
const FAILURES_PER_ADDRESS_AND_DAY = 100;

/**
 * Slows down guessing: per account and address with doubling waits, per address and day with a
 * ceiling. No lock of the account itself, so the right user gets in from elsewhere. Counts failures only.
 */
export class LoginLimiter {
  private readonly perAccount = new RateLimiterMemory({ points: FREE_FAILURES, duration: DAY_SECONDS });
  private readonly perAddress = new RateLimiterMemory({
    points: FAILURES_PER_ADDRESS_AND_DAY,
    duration: DAY_SECONDS,
  });
  /** Accounts that wait, by key: the time in ms from which the next attempt is heard. */
  private readonly waits = new RateLimiterMemory({ points: 1, duration: LONGEST_WAIT_SECONDS });

  /** @throws AppError `too_many_requests` with the wait */
  async check(email: string, address: string): Promise<void> {
    const [ofAddress, wait] = await Promise.all([
      this.perAddress.get(address),
      this.waits.get(keyOf(email, address)),
    ]);
    if (ofAddress && ofAddress.consumedPoints >= FAILURES_PER_ADDRESS_AND_DAY) refuse(ofAddress);
    if (wait && wait.consumedPoints > 0) refuse(wait);
  }

  async failed(email: string, address: string): Promise<void> {
    const key = keyOf(email, address);
    const [ofAccount] = await Promise.all([this.perAccount.penalty(key), this.perAddress.penalty(address)]);
    const over = ofAccount.consumedPoints - FREE_FAILURES;
    if (over < 0) return;
    const seconds = Math.min(FIRST_WAIT_SECONDS * 2 ** over, LONGEST_WAIT_SECONDS);
    await this.waits.block(key, seconds);
  }

  async succeeded(email: string, address: string): Promise<void> {
    await this.perAccount.delete(keyOf(email, address));
  }
}

function keyOf(email: string, address: string): string {
  return `${address} ${email}`;
}

function refuse(state: RateLimiterRes): never {
  throw new AppError('too_many_requests', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  });
}
