import { verify } from '@node-rs/argon2';
import { AppError } from '../../http/errors';
import { HASHES_AT_ONCE, PasswordHasher } from './password.hasher';

jest.mock('@node-rs/argon2', () => {
  const argon2 = jest.requireActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  return { ...argon2, verify: jest.fn(argon2.verify) };
});

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
  const checked = jest.mocked(verify);
  checked.mockClear();
  expect(await hasher.verifyAccount(async () => null, 'secret')).toBeNull();
  const decoy = String(checked.mock.calls[0]?.[0]);
  expect(checked).toHaveBeenCalledTimes(1);
  // A hash states its cost, and has the lengths of salt and digest.
  const work = (hash: string) => hash.split('$').map((part, at) => (at < 4 ? part : part.length));
  expect(work(decoy)).toEqual(work(stored));
  expect(decoy).not.toBe(stored);
});

test('a flood is queued up to a bound and refused beyond it, and the queue recovers', async () => {
  const hasher = new PasswordHasher();
  const flood = await Promise.allSettled(Array.from({ length: 80 }, () => hasher.hash('secret')));
  const refused = flood.filter((result) => result.status === 'rejected').map((result) => result.reason);
  expect(refused).toHaveLength(80 - HASHES_AT_ONCE - 64);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(AppError);
    expect(reason).toMatchObject({ code: 'busy', status: 503, details: { retryAfterSeconds: 2 } });
  }
  await expect(hasher.hash('secret')).resolves.toMatch(/^\$argon2id/);
});

test('a flood of logins looks no account up before its turn, and threads are left for files', async () => {
  expect(HASHES_AT_ONCE).toBeLessThan(Number(process.env.UV_THREADPOOL_SIZE) || 4);
  const hasher = new PasswordHasher();
  const stored = await hasher.hash('secret');
  let found = 0;
  const find = async () => {
    found++;
    return { passwordHash: stored };
  };
  const checks = Array.from({ length: 200 }, () => hasher.verifyAccount(find, 'secret'));
  expect(found).toBe(HASHES_AT_ONCE);
  const flood = await Promise.allSettled(checks);
  const refused = flood.filter(({ status }) => status === 'rejected').length;
  expect(found).toBe(200 - refused);
  expect(refused).toBe(200 - HASHES_AT_ONCE - 64);
});
