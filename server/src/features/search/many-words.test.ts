import type { SearchAnswer } from '@livelane/shared/search/search.schema';
import { countByTurn } from '../../../test/countByTurn';
import { createProject, createTask, createUser } from '../../../test/factories';
import { serverForTests } from '../../../test/harness';

const server = serverForTests();

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const HAN = 0x4e00;

test.each([
  [
    'words',
    numbers(33)
      .map((n) => `q${n + 100}q`)
      .join(' '),
  ],
  ['a run without spaces', String.fromCharCode(...numbers(60).map((n) => HAN + n))],
])('R32 all terms are searched for many words in several turns: %s', async (_what, q) => {
  const project = await createProject(server);
  for (const task of numbers(3)) {
    const description = numbers(1_800).map((n) => `w${task}x${n}`);
    await createTask(server, project, { title: 'Many words', description: description.join(' ') });
  }
  const { searchIndexes } = server.app.services;
  const { lexicon } = await searchIndexes.current(project.id);
  // Each block of terms is searched as one long text.
  const scans = await countByTurn({ method: 'indexOf', counts: (text) => text.length > 10_000 }, async () => {
    const { status } = await server.request(project.owner).get(`/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
  });
  expect(lexicon.size).toBeGreaterThan(4_000);
  expect(scans.length).toBeGreaterThan(30);
  expect(Math.max(...scans)).toBe(1);
});

test('R32 of the searches of one user that are under way at once, the 25th is refused', async () => {
  const [eager, other] = [await createUser(server), await createUser(server)];
  let finish: (answer: SearchAnswer) => void = () => {};
  const answer = new Promise<SearchAnswer>((resolve) => {
    finish = resolve;
  });
  const begun = jest.spyOn(server.app.services.search, 'search').mockImplementation(() => {
    if (begun.mock.calls.length === 25) finish({ items: [], next: null });
    return answer;
  });
  const searches = Array.from({ length: 25 }, () => server.request(eager).get('/search?q=word'));
  expect((await Promise.race(searches)).status).toBe(429);
  const theirs = server.request(other).get('/search?q=word');
  finish({ items: [], next: null });
  const statuses = (await Promise.all(searches)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(24);
  expect((await theirs).status).toBe(200);
});
