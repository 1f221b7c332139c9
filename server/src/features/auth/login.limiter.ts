import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Audit } from '../../http/audit';
import type { CounterFactory } from '../../http/counters';
import { AppError } from '../../http/errors';
import { AttemptGate } from './attempt-gate';
import { LimitAudit } from './limit-audit';

/** Failures of one account from one address that cost nothing (SPEC.md#accounts). */
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
  private readonly perAccount: RateLimiterAbstract;
  private readonly perAddress: RateLimiterAbstract;
  /** Accounts that must wait before the next attempt is accepted. */
  private readonly waits: RateLimiterAbstract;
  private readonly accountGate: AttemptGate;
  private readonly addressGate: AttemptGate;
  private readonly limits: LimitAudit;

  constructor(counter: CounterFactory, audit: Audit) {
    this.perAccount = counter({ keyPrefix: 'login', points: FREE_FAILURES, duration: DAY_SECONDS });
    this.perAddress = counter({
      keyPrefix: 'login-address',
      points: FAILURES_PER_ADDRESS_AND_DAY,
      duration: DAY_SECONDS,
    });
    this.waits = counter({ keyPrefix: 'login-wait', points: 1, duration: LONGEST_WAIT_SECONDS });
    this.limits = new LimitAudit(counter, 'login.limited', audit);
    const failures = (of: RateLimiterAbstract) => async (key: string) =>
      (await of.get(key))?.consumedPoints ?? 0;
    this.accountGate = new AttemptGate(FREE_FAILURES, failures(this.perAccount));
    this.addressGate = new AttemptGate(FAILURES_PER_ADDRESS_AND_DAY, failures(this.perAddress));
  }

  /**
   * Runs an attempt to sign in; null is a failure.
   * @throws AppError `too_many_requests` with the wait, before the attempt is made; `busy`
   */
  attempt<T>(email: string, address: string, check: () => Promise<T | null>): Promise<T | null> {
    const key = keyOf(email, address);
    return this.addressGate.run(address, () =>
      this.accountGate.run(key, async () => {
        await this.refuseLimited(email, address);
        const result = await check();
        if (result === null) await this.countFailure(key, address);
        else await this.perAccount.delete(key);
        return result;
      }),
    );
  }

  private async refuseLimited(email: string, address: string): Promise<void> {
    const key = keyOf(email, address);
    const [ofAddress, wait] = await Promise.all([this.perAddress.get(address), this.waits.get(key)]);
    if (ofAddress && ofAddress.consumedPoints >= FAILURES_PER_ADDRESS_AND_DAY) {
      await this.limits.record(address, email, address);
      throw refusal(ofAddress);
    }
    if (wait && wait.msBeforeNext > 0) {
      await this.limits.record(key, email, address);
      throw refusal(wait);
    }
  }

  private async countFailure(key: string, address: string): Promise<void> {
    const [ofAccount] = await Promise.all([this.perAccount.penalty(key), this.perAddress.penalty(address)]);
    const over = ofAccount.consumedPoints - FREE_FAILURES;
    if (over < 0) return;
    await this.waits.block(key, Math.min(FIRST_WAIT_SECONDS * 2 ** over, LONGEST_WAIT_SECONDS));
  }
}

const keyOf = (email: string, address: string): string => `${address} ${email}`;

function refusal(state: RateLimiterRes): AppError {
  return new AppError('too_many_requests', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  });
}
