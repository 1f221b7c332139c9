import { inMemory } from '../../http/counters';
import { AppError } from '../../http/errors';
import { SecretLimit } from './secret-limit';

const HERE = '192.0.2.1';

const opens = async () => {
  await new Promise(setImmediate);
  return 'open';
};
const opensNothing = async () => {
  await new Promise(setImmediate);
  throw new AppError('invalid_link');
};

/** How these calls, all made at once from one address, end, and how often each way. */
async function endsOf(limit: SecretLimit, ...works: Array<() => Promise<string>>) {
  const counts: Record<string, number> = {};
  const ends = works.map((work) =>
    limit.guard(HERE, work).catch((error: unknown) => (error instanceof AppError ? error.code : 'failed')),
  );
  for (const end of await Promise.all(ends)) counts[end] = (counts[end] ?? 0) + 1;
  return counts;
}

test('of 100 secrets that open nothing 60 are tried, also when they come at once', async () => {
  const limit = new SecretLimit(inMemory);
  expect(await endsOf(limit, ...Array(100).fill(opensNothing))).toEqual({
    invalid_link: 60,
    too_many_requests: 40,
  });
  await expect(limit.guard(HERE, opens)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await limit.guard('198.51.100.7', opens)).toBe('open');
});

test('links that open something are never limited, however many come at once', async () => {
  const limit = new SecretLimit(inMemory);
  const many = [...Array(59).fill(opensNothing), ...Array(60).fill(opens)];
  expect(await endsOf(limit, ...many)).toEqual({ invalid_link: 59, open: 60 });
});

test('a failure of the work itself counts for nothing', async () => {
  const limit = new SecretLimit(inMemory);
  const fails = async () => {
    throw new Error('the database is away');
  };
  expect(await endsOf(limit, ...Array(100).fill(fails))).toEqual({ failed: 100 });
  expect(await limit.guard(HERE, opens)).toBe('open');
});
