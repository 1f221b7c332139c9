import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Audit } from '../../http/audit';
import type { CounterFactory } from '../../http/counters';

const HOUR_SECONDS = 60 * 60;

/** Records that a limit was met: once in an hour for each key, or whoever is refused could fill the audit log. */
export class LimitAudit {
  private readonly met: RateLimiterAbstract;

  constructor(
    counter: CounterFactory,
    private readonly event: 'login.limited' | 'registration.limited',
    private readonly audit: Audit,
  ) {
    this.met = counter({ keyPrefix: event, points: 1, duration: HOUR_SECONDS });
  }

  /** @param key what is limited */
  async record(key: string, email: string, address: string): Promise<void> {
    const { consumedPoints } = await this.met.penalty(key);
    if (consumedPoints === 1) this.audit({ event: this.event, email, address });
  }
}
