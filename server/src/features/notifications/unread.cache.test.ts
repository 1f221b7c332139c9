import type { Subject } from './notification.view';
import { UnreadCache } from './unread.cache';

const subject: Subject = { reason: 'assigned', workspaceId: 'w', projectId: 'p', taskId: 't' };

/** The stored ids of one person, and how often they were queried. */
function database(...ids: string[]) {
  const rows = new Map(ids.map((id) => [id, subject]));
  const questions: Array<() => void> = [];
  const read = () => {
    const found = new Map(rows);
    return new Promise<typeof found>((resolve) => questions.push(() => resolve(found)));
  };
  return { rows, questions, read, answer: () => questions.at(-1)?.() };
}

async function known(cache: UnreadCache, { answer }: { answer: () => void }): Promise<number> {
  const counting = cache.of('u', []);
  answer();
  return (await counting).length;
}

test('what is made counts without a question, and the same one once', async () => {
  const rows = database('a', 'b');
  const cache = new UnreadCache(10, rows.read);
  expect(await known(cache, rows)).toBe(2);
  cache.add('u', 'c', subject);
  cache.add('u', 'c', subject);
  expect((await cache.of('u', [])).length).toBe(3);
  expect(rows.questions).toHaveLength(1);
});

test('what was read is asked for again', async () => {
  const rows = database('a', 'b');
  const cache = new UnreadCache(10, rows.read);
  await known(cache, rows);
  rows.rows.delete('a');
  cache.forget('u');
  expect(await known(cache, rows)).toBe(1);
});

test.each([
  ['made', (cache: UnreadCache) => cache.add('u', 'b', subject)],
  ['read', (cache: UnreadCache) => cache.forget('u')],
])('an answer during which one was %s is not kept', async (_what, happens) => {
  const rows = database('a');
  const cache = new UnreadCache(10, rows.read);
  const counting = cache.of('u', []);
  happens(cache);
  rows.rows.set('b', subject);
  rows.answer();
  expect(await counting).toHaveLength(1);
  expect(await known(cache, rows)).toBe(2);
});

test('the oldest ones beyond the limit do not count, and newer ones do', async () => {
  const rows = database('a', 'b');
  const cache = new UnreadCache(2, rows.read);
  await known(cache, rows);
  cache.add('u', 'c', { ...subject, taskId: 'new' });
  expect((await cache.of('u', [])).map(({ taskId }) => taskId)).toEqual(['t', 'new']);
});

test('what is not wanted is not kept, and takes no place', async () => {
  const asked: string[] = [];
  const cache = new UnreadCache(2, async (_userId, without) => {
    asked.push(without.join());
    return new Map([
      ['a', subject],
      ['b', subject],
    ]);
  });
  await cache.of('u', ['comment']);
  cache.add('u', 'c', { ...subject, reason: 'comment', taskId: 'not wanted' });
  expect(await cache.of('u', ['comment'])).toEqual([subject, subject]);
  expect(asked).toEqual(['comment']);
  await cache.of('u', []);
  expect(asked).toEqual(['comment', '']);
});

test('a question that failed is asked again', async () => {
  let isAway = true;
  const cache = new UnreadCache(10, async () => {
    if (isAway) throw new Error('away');
    return new Map([['a', subject]]);
  });
  await expect(cache.of('u', [])).rejects.toThrow('away');
  isAway = false;
  expect(await cache.of('u', [])).toHaveLength(1);
});

/** Two people, for whom together at most 20,000 are kept. */
function twoPeople(count: number) {
  const unread = new Map(Array.from({ length: count }, (_, n) => [String(n), subject]));
  const asked: string[] = [];
  const cache = new UnreadCache(count, async (userId) => {
    asked.push(userId);
    return new Map(unread);
  });
  return { cache, asked };
}

test('more than are kept of all people together: all are asked for again', async () => {
  const { cache, asked } = twoPeople(10_001);
  for (const userId of ['u', 'v', 'u']) await cache.of(userId, []);
  expect(asked).toEqual(['u', 'v', 'u']);
});

test('what is forgotten, and what goes beyond a person’s limit, no longer counts among them', async () => {
  const { cache, asked } = twoPeople(6_000);
  await cache.of('u', []);
  for (let time = 0; time < 5; time++) {
    await cache.of('v', []);
    cache.forget('v');
  }
  for (let n = 0; n < 20_000; n++) cache.add('u', `new ${n}`, subject);
  await cache.of('u', []);
  expect(asked).toEqual(['u', ...Array(5).fill('v')]);
});

test('each one that is made counts among them', async () => {
  const cache = new UnreadCache(30_000, async () => new Map());
  await cache.of('u', []);
  for (let n = 0; n < 20_000; n++) cache.add('u', String(n), subject);
  expect(await cache.of('u', [])).toHaveLength(20_000);
  cache.add('u', 'one more', subject);
  expect(await cache.of('u', [])).toHaveLength(0);
});
