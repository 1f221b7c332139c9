import { unknownChanges } from '../src/database/connect';
import { ProjectIndexes } from '../src/features/search/project.indexes';
import { SearchService } from '../src/features/search/search.service';
import { createStores } from '../src/services/stores';
import { createProject, createTask, type TestProject } from './factories';
import { serverForTests } from './harness';

/** SPEC.md#search with room for a few hundred words. */
const MAX_BYTES = 150_000;

const server = serverForTests();
let large: TestProject;
let small: TestProject;
let builds: string[];
let refused: string[];
let indexes: ProjectIndexes;

beforeEach(async () => {
  large = await createProject(server);
  small = await createProject(server, { owner: large.owner });
  await createTask(server, small, { title: 'Needle small' });
  const { tasks, comments } = createStores(server.connection, unknownChanges);
  builds = [];
  refused = [];
  indexes = new ProjectIndexes({
    oplog: server.app.services.oplog,
    comments,
    loadTasks: (projectId) => {
      builds.push(projectId);
      return tasks.ofProject(projectId);
    },
    onRefused: (projectId) => refused.push(projectId),
    maxBytes: MAX_BYTES,
  });
});

/** Words that no other text has. */
let words = 0;
const newWords = (count: number) => Array.from({ length: count }, () => `word${words++}`).join(' ');

async function search(q: string, projectId?: string[]): Promise<string[]> {
  const { access, oplog } = server.app.services;
  const labels = { resolved: async (ids: readonly string[]) => [...ids] };
  const service = new SearchService({ access, oplog, labels, indexes });
  const { items } = await service.search(large.owner.id, { q, projectId });
  return items.map(({ title }) => title);
}

async function expectRefused(): Promise<void> {
  expect(await search('needle')).toEqual(['Needle small']);
  await expect(search('needle', [small.id, large.id])).rejects.toMatchObject({ code: 'unavailable' });
  expect(indexes.weight).toBeLessThanOrEqual(MAX_BYTES);
}

test('R32 a project whose index is too large stops no search of others, and is not read each time', async () => {
  for (let n = 0; n < 4; n++)
    await createTask(server, large, { title: 'Needle large', description: newWords(200) });
  await expectRefused();
  await expectRefused();
  expect(builds.filter((id) => id === large.id)).toHaveLength(1);
  expect(refused).toEqual([large.id]);
});

test('R32 nor does one with too many comments, of which no more are read than it takes to know', async () => {
  const { id } = await createTask(server, large, { title: 'Needle large' });
  const comments = Array.from({ length: 30 }, () => ({ text: newWords(200) }));
  for (const comment of comments) await server.request(large.owner).post(`/tasks/${id}/comments`, comment);
  const words = jest.spyOn(String.prototype, 'toLowerCase');
  await expectRefused();
  const read = comments.filter(({ text }) => words.mock.contexts.some((folded) => String(folded) === text));
  words.mockRestore();
  expect(read.length).toBeLessThan(10);
});

test('R32 an index that becomes too large is refused; one whose texts were only replaced is not', async () => {
  const { id } = await createTask(server, large, { title: 'Needle large' });
  expect(await search('needle')).toEqual(['Needle large', 'Needle small']);
  const edit = (description: string) => server.request(large.owner).put(`/tasks/${id}`, { description });
  for (let n = 0; n < 6; n++) {
    await edit(newWords(150));
    expect(await search('needle')).toHaveLength(2);
    expect(indexes.weight).toBeLessThanOrEqual(MAX_BYTES);
  }
  await edit(newWords(1_000));
  await expectRefused();
});
