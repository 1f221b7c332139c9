import type { Comment } from '@livelane/shared/comments/comment.schema';
import { countByTurn } from '../../../test/countByTurn';
import { createProject, createTask, type TestProject } from '../../../test/factories';
import { serverForTests } from '../../../test/harness';
import { CommentStore } from '../comments/comment.store';

const server = serverForTests();
let project: TestProject;
let commentIds: string[];

const COMMENTS = 12;
/** Only these texts are longer. */
const LONG = 1_000;
const longText = (word: string) => `${word} слово `.repeat(LONG / 5);

const api = () => server.request(project.owner);
const index = () => server.app.services.searchIndexes.current(project.id);

beforeEach(async () => {
  project = await createProject(server);
  const { id } = await createTask(server, project, { title: 'Long' });
  commentIds = [];
  for (let n = 0; n < COMMENTS; n++) {
    const { body } = await api().post<Comment>(`/tasks/${id}/comments`, { text: longText(`first${n}`) });
    commentIds.push(body.id);
  }
});

/** How many long texts `work` folds in each turn. */
const foldsByTurn = (work: () => Promise<unknown>, onFirst?: () => void) =>
  countByTurn(
    { method: 'normalize', counts: (text, form) => text.length > LONG && form === 'NFKD', onFirst },
    work,
  );

test('R32 the texts of one task are put into the index in several turns', async () => {
  expect(await foldsByTurn(index)).toEqual(Array(COMMENTS).fill(1));
});

test('R32 the texts of a task that has changed many times are read once, in several turns', async () => {
  await index();
  for (let n = 0; n < 5; n++)
    for (const id of commentIds.slice(0, 2))
      expect((await api().put(`/comments/${id}`, { text: longText(`again${n}`) })).status).toBe(200);
  await api().delete(`/comments/${commentIds[2]}`);
  expect(await foldsByTurn(index)).toEqual(Array(COMMENTS - 1).fill(1));
  const found = async (q: string) => {
    const { body } = await api().get<{ items: Array<{ matches: unknown[] }> }>(`/search?q=${q}`);
    return body.items.map(({ matches }) => matches.length);
  };
  expect([await found('again4'), await found('again3'), await found('first0')]).toEqual([[2], [], []]);
  expect([await found('first2'), await found('first3')]).toEqual([[], [1]]);
});

test('a search that comes while the index is updated waits for that, and does not do it once more', async () => {
  await index();
  await api().put(`/comments/${commentIds[0]}`, { text: longText('together') });
  const done: string[] = [];
  let second: Promise<unknown> | undefined;
  const work = async () => {
    await index().then(() => done.push('first'));
    await second;
  };
  const folds = await foldsByTurn(work, () => {
    second = index().then(() => done.push('second'));
  });
  expect(folds).toEqual(Array(COMMENTS).fill(1));
  expect(done).toEqual(['first', 'second']);
});

test('a search that waits for an update that fails begins anew', async () => {
  const other = await createProject(server, { owner: project.owner });
  const { id } = await createTask(server, other, { title: 'Wanderer' });
  await api().post(`/tasks/${id}/comments`, { text: 'with luggage' });
  await index();
  expect((await api().put(`/tasks/${id}`, { projectId: project.id })).status).toBe(200);
  let second: ReturnType<typeof index> | undefined;
  jest.spyOn(CommentStore.prototype, 'textsOf').mockImplementationOnce(async () => {
    second = index();
    // The other search finds no more ops to apply.
    await new Promise(setImmediate);
    throw new Error('the read fails');
  });
  for (const found of [await index(), await second]) {
    const texts = found?.documents.flatMap((document) => [...(document?.comments.values() ?? [])]);
    expect(texts).toContain('with luggage');
  }
});
