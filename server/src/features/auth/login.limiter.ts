import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../http/errors';

/** Failures of one account from one address that cost nothing (protocol section 11). */
const FREE_FAILURES = 10;
/** The wait after one more failure, doubled with each further one, in seconds. */
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * 60 * 60;
const FAILURES_PER_ADDRESS_AND_DAY = 100;

interface LimiterOptions {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
}

/** Makes a counter: in memory for one node, in a store that nodes share for several. */
export type CounterFactory = (options: LimiterOptions) => RateLimiterAbstract;

const inMemory: CounterFactory = (options) => new RateLimiterMemory(options);

/**
 * Slows down guessing: per account and address with doubling waits, per address and day with a
 * ceiling. No lock of the account itself, so the right user gets in from elsewhere. Counts failures
 * only: each attempt is counted before its password is checked, so that attempts sent all at once
 * are not all free, and a right one gives its point back.
 */
export class LoginLimiter {
  private readonly perAccount: RateLimiterAbstract;
  private readonly perAddress: RateLimiterAbstract;
  /** Accounts that wait, or whose one attempt after a wait is being checked. */
  private readonly waits: RateLimiterAbstract;

  constructor(counter: CounterFactory = inMemory) {
    this.perAccount = counter({ keyPrefix: 'login', points: FREE_FAILURES, duration: DAY_SECONDS });
    this.perAddress = counter({
      keyPrefix: 'login-address',
      points: FAILURES_PER_ADDRESS_AND_DAY,
      duration: DAY_SECONDS,
    });
    this.waits = counter({ keyPrefix: 'login-wait', points: 1, duration: LONGEST_WAIT_SECONDS });
  }

  /**
   * Runs an attempt to sign in; null is a failure.
   * @throws AppError `too_many_requests` with the wait, before the attempt is made
   */
  async attempt<T>(email: string, address: string, check: () => Promise<T | null>): Promise<T | null> {
    const key = `${address} ${email}`;
    const number = await this.count(key, address);
    let result: T | null;
    try {
      result = await check();
    } catch (error) {
      await this.uncount(key, address);
      if (number > FREE_FAILURES) await this.waits.delete(key);
      throw error;
    }
    if (result === null) await this.wait(key, number);
    else await this.forget(key, address);
    return result;
  }

  /** Counts the attempt. @returns its number among the failures of this account and address */
  private async count(key: string, address: string): Promise<number> {
    const ofAddress = await this.perAddress.penalty(address);
    if (ofAddress.consumedPoints > FAILURES_PER_ADDRESS_AND_DAY) {
      await this.perAddress.reward(address);
      throw refusal(ofAddress);
    }
    const { consumedPoints: number } = await this.perAccount.penalty(key);
    if (number > FREE_FAILURES) {
      try {
        await this.waits.consume(key);
      } catch (wait) {
        await this.uncount(key, address);
        throw wait instanceof RateLimiterRes ? refusal(wait) : wait;
      }
    }
    return number;
  }

  private async uncount(key: string, address: string): Promise<void> {
    await Promise.all([this.perAccount.reward(key), this.perAddress.reward(address)]);
  }

  private async wait(key: string, number: number): Promise<void> {
    const over = number - FREE_FAILURES;
    if (over < 0) return;
    await this.waits.block(key, Math.min(FIRST_WAIT_SECONDS * 2 ** over, LONGEST_WAIT_SECONDS));
  }

  private async forget(key: string, address: string): Promise<void> {
    await Promise.all([this.perAccount.delete(key), this.waits.delete(key), this.perAddress.reward(address)]);
  }
}

function refusal(state: RateLimiterRes): AppError {
  return new AppError('too_many_requests', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  });
}
