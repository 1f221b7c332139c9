import { AppError } from '../../http/errors';
import { PasswordHasher } from './password.hasher';

const ROUNDS = 9;

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

test('a hash is argon2id with 19 MiB, two passes and one lane, salted', async () => {
  const hasher = new PasswordHasher();
  const [first, second] = await Promise.all([hasher.hash('secret'), hasher.hash('secret')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect(await hasher.verify(first, 'secret')).toBe(true);
  expect(await hasher.verify(first, 'Secret')).toBe(false);
});

test('checking the password of nobody is as much work as checking a wrong one', async () => {
  const hasher = new PasswordHasher();
  const stored = await hasher.hash('secret');
  const known = await medianTime(() => hasher.verify(stored, 'wrong'));
  const unknown = await medianTime(() => hasher.verifyNobody('wrong'));
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});

test('a flood is queued up to a bound and refused beyond it, and the queue recovers', async () => {
  const hasher = new PasswordHasher();
  const flood = await Promise.allSettled(Array.from({ length: 80 }, () => hasher.hash('secret')));
  const refused = flood.filter((result) => result.status === 'rejected').map((result) => result.reason);
  expect(refused).toHaveLength(80 - 4 - 64);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(AppError);
    expect(reason).toMatchObject({ code: 'busy', status: 503, details: { retryAfterSeconds: 2 } });
  }
  await expect(hasher.hash('secret')).resolves.toMatch(/^\$argon2id/);
});
