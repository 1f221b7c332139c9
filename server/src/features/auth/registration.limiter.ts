import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Audit } from '../../http/audit';
import type { CounterFactory } from '../../http/counters';
import { AppError } from '../../http/errors';
import { consume } from '../../http/rate-limit';
import { LimitAudit } from './limit-audit';

const HOUR_SECONDS = 60 * 60;
/** How often one email may be sent again from one address in an hour: each time costs a hash. */
const REPEATS = 20;

/**
 * Limits how many emails one address may register, or probe by trying to, in an hour. A form that is refused for its
 * fields does not count, and an email counts once, however often it is sent.
 */
export class RegistrationLimiter {
  private readonly perAddress: RateLimiterAbstract;
  private readonly perEmail: RateLimiterAbstract;
  private readonly limits: LimitAudit;

  /** @param perHour emails */
  constructor(
    counter: CounterFactory,
    private readonly perHour: number,
    audit: Audit,
  ) {
    this.perAddress = counter({ keyPrefix: 'register', points: perHour, duration: HOUR_SECONDS });
    this.perEmail = counter({ keyPrefix: 'register-email', points: REPEATS, duration: HOUR_SECONDS });
    this.limits = new LimitAudit(counter, 'registration.limited', audit);
  }

  /** @throws AppError `too_many_registrations`, `too_many_requests` for one email over and over */
  async admit(email: string, address: string): Promise<void> {
    const key = `${address} ${email}`;
    if ((await this.perEmail.get(key)) === null) {
      await consume(this.perAddress, address, async (details) => {
        await this.limits.record(address, email, address);
        const text = `Only ${this.perHour} accounts can be registered from one network in an hour. Please try again later`;
        return new AppError('too_many_registrations', text, details);
      });
    }
    await consume(this.perEmail, key);
  }
}
