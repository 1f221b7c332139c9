import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

const TIMES = 100;

/** Waits after failed logins last so many times as long in this test: no machine is slow enough to outlast one. */
export function lengthenWaits(): void {
  for (const { prototype } of [RateLimiterMemory, RateLimiterRedis]) {
    const { block } = prototype;
    jest.spyOn(prototype, 'block').mockImplementation(function (this: RateLimiterMemory, key, seconds) {
      return block.call(this, key, seconds * TIMES);
    });
  }
}
