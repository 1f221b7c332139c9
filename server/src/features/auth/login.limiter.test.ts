import type { AuditEvent } from '../../http/audit';
import { inMemory } from '../../http/counters';
import { AppError } from '../../http/errors';
import { LoginLimiter } from './login.limiter';

const EMAIL = 'ada@example.org';
const HOME = '192.0.2.1';
const ELSEWHERE = '198.51.100.7';
const DAY_MS = 24 * 60 * 60 * 1000;

const wrong = async () => null;
const right = async () => 'in';

let limiter: LoginLimiter;
let recorded: AuditEvent[];
beforeEach(() => {
  jest.useFakeTimers();
  recorded = [];
  limiter = new LoginLimiter(inMemory, (event) => recorded.push(event));
});
afterEach(() => jest.useRealTimers());

/** Seconds that the refusal asks to wait; null when the attempt was made. */
async function waitOf(attempt: Promise<unknown>): Promise<number | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    return error.details.retryAfterSeconds ?? 0;
  }
}

async function failTimes(times: number, address = HOME, email = EMAIL): Promise<void> {
  for (let i = 0; i < times; i++) await limiter.attempt(email, address, wrong);
}

test('ten failures are free, then each one doubles the wait', async () => {
  await failTimes(10);
  const waits: number[] = [];
  for (let i = 0; i < 4; i++) {
    const wait = await waitOf(limiter.attempt(EMAIL, HOME, wrong));
    waits.push(wait ?? 0);
    await jest.advanceTimersByTimeAsync((wait ?? 0) * 1000 + 1);
    expect(await waitOf(limiter.attempt(EMAIL, HOME, wrong))).toBeNull();
  }
  expect(waits).toEqual([2, 4, 8, 16]);
});

test('the wait ends at an hour', async () => {
  await failTimes(10);
  let longest = 0;
  for (let i = 0; i < 14; i++) {
    longest = Math.max(longest, (await waitOf(limiter.attempt(EMAIL, HOME, wrong))) ?? 0);
    await jest.advanceTimersByTimeAsync(longest * 1000 + 1);
    await limiter.attempt(EMAIL, HOME, wrong);
  }
  expect(longest).toBe(3600);
});

test('a refused attempt is not made and counts for nothing', async () => {
  await failTimes(10);
  const check = jest.fn(wrong);
  for (let i = 0; i < 20; i++) expect(await waitOf(limiter.attempt(EMAIL, HOME, check))).toBe(2);
  expect(check).not.toHaveBeenCalled();
});

test('a limited account is open from another address, and another account from this one', async () => {
  await failTimes(10);
  expect(await limiter.attempt(EMAIL, ELSEWHERE, right)).toBe('in');
  expect(await limiter.attempt('bob@example.org', HOME, right)).toBe('in');
});

test('success after a wait forgives the failures', async () => {
  await failTimes(10);
  await jest.advanceTimersByTimeAsync(2_001);
  expect(await limiter.attempt(EMAIL, HOME, right)).toBe('in');
  await failTimes(9);
  expect(await waitOf(limiter.attempt(EMAIL, HOME, right))).toBeNull();
});

test('successes are not counted', async () => {
  for (let i = 0; i < 250; i++) await limiter.attempt(EMAIL, HOME, right);
  expect(await waitOf(limiter.attempt('bob@example.org', HOME, right))).toBeNull();
});

test('an attempt that could not be checked is not counted', async () => {
  const busy = async () => Promise.reject(new AppError('busy'));
  for (let i = 0; i < 50; i++) {
    await expect(limiter.attempt(EMAIL, HOME, busy)).rejects.toMatchObject({ code: 'busy' });
  }
  expect(await waitOf(limiter.attempt(EMAIL, HOME, right))).toBeNull();
});

test('an address has a hundred failures a day, whatever the accounts', async () => {
  for (let i = 0; i < 100; i++) await failTimes(1, HOME, `user${i}@example.org`);
  expect(await waitOf(limiter.attempt('one.more@example.org', HOME, right))).toBeGreaterThan(80_000);
  expect(await waitOf(limiter.attempt('one.more@example.org', ELSEWHERE, right))).toBeNull();
  await jest.advanceTimersByTimeAsync(DAY_MS);
  expect(await waitOf(limiter.attempt('one.more@example.org', HOME, right))).toBeNull();
});

test('a limit is recorded once an hour, however often it is met, for each account and for the address', async () => {
  const met = async (times: number, email = EMAIL) => {
    for (let i = 0; i < times; i++)
      expect(await waitOf(limiter.attempt(email, HOME, right))).toBeGreaterThan(0);
  };
  const BOB = 'bob@example.org';
  await failTimes(10);
  await met(20);
  await failTimes(10, HOME, BOB);
  await met(20, BOB);
  expect(recorded.map((event) => 'email' in event && event.email)).toEqual([EMAIL, BOB]);
  await jest.advanceTimersByTimeAsync(60 * 60 * 1000);
  await failTimes(1);
  await met(20);
  expect(recorded).toHaveLength(3);
  for (let i = 0; i < 79; i++) await failTimes(1, HOME, `user${i}@example.org`);
  for (let i = 0; i < 20; i++) await met(1, `one.more${i}@example.org`);
  expect(recorded).toHaveLength(4);
  expect(recorded.at(-1)).toEqual({
    event: 'login.limited',
    email: 'one.more0@example.org',
    address: HOME,
  });
});

test('attempts sent all at once are not all free', async () => {
  let finish: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let made = 0;
  const slow = async () => {
    made++;
    await gate;
    return null;
  };
  const all = Array.from({ length: 60 }, () => waitOf(limiter.attempt(EMAIL, HOME, slow)));
  await jest.advanceTimersByTimeAsync(0);
  finish?.();
  const waits = await Promise.all(all);
  expect(made).toBe(10);
  expect(waits.filter((wait) => wait !== null)).toHaveLength(50);
});

test('right attempts sent all at once are all heard', async () => {
  const all = Array.from({ length: 60 }, () => limiter.attempt(EMAIL, HOME, right));
  expect(await Promise.all(all)).toEqual(Array(60).fill('in'));
});

test('more attempts at once than can wait are refused as busy', async () => {
  const all = await Promise.allSettled(Array.from({ length: 80 }, () => limiter.attempt(EMAIL, HOME, right)));
  const codes = all.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'));
  expect(codes.filter((code) => code === 'in').length).toBeGreaterThanOrEqual(64);
  expect(new Set(codes)).toEqual(new Set(['in', 'busy']));
});
