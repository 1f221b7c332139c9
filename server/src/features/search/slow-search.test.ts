import { mongo } from 'mongoose';
import {
  createMember,
  createProject,
  createTask,
  type TestProject,
  type TestUser,
} from '../../../test/factories';
import { serverForTests } from '../../../test/harness';
import type { ProjectIndexes } from './project.indexes';
import { SearchService } from './search.service';

const server = serverForTests();
let project: TestProject;
let owner: TestUser;
beforeEach(async () => {
  project = await createProject(server);
  owner = project.owner;
});

type SearchDependencies = ConstructorParameters<typeof SearchService>[0];
function searchService(own: Pick<SearchDependencies, 'indexes' | 'waitMs'>): SearchService {
  const { access, oplog } = server.app.services;
  return new SearchService({ access, oplog, labels: { resolved: async (ids) => [...ids] }, ...own });
}

async function titles(service: SearchService, { id }: TestUser, q: string): Promise<string[]> {
  return (await service.search(id, { q })).items.map(({ title }) => title);
}

type Parts = Record<'item' | 'comment', string | undefined>;

/** A search for which each read of an index takes a second, and the calls of `onRead`, which waits for that. */
function slowSearch(onRead: () => Promise<unknown> = async () => undefined) {
  const { searchIndexes } = server.app.services;
  const now = performance.now.bind(performance);
  let passed = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  const reads: string[] = [];
  const indexes = Object.create(searchIndexes, {
    current: {
      value: async (projectId: string) => {
        const index = await searchIndexes.current(projectId);
        reads.push(projectId);
        passed += 1_000;
        await onRead();
        return index;
      },
    },
  }) as ProjectIndexes;
  return { service: searchService({ indexes }), reads };
}

test('R32 a search that takes long is not repeated', async () => {
  await createTask(server, project, { title: 'Slow' });
  const { service, reads } = slowSearch();
  expect(await titles(service, owner, 'slow')).toEqual(['Slow']);
  // Once to search it, and once to look whether what was found is still there.
  expect(reads).toEqual([project.id, project.id]);
});

test.each([
  [
    'the project',
    async (bob: TestUser) => server.request(owner).delete(`/projectUsers/${project.id}/${bob.id}`),
  ],
  [
    'the sight of PRIVATE tasks',
    async (bob: TestUser) =>
      server.request(owner).put(`/projectUsers/${project.id}`, { userId: bob.id, roleId: 'member' }),
  ],
])('R11 whoever loses %s during a search that takes long finds nothing there', async (_what, lose) => {
  const bob = await createMember(server, project, { roleId: 'owner' });
  await createTask(server, project, { title: 'Slow', visibility: 'PRIVATE' });
  let lost: Promise<{ status: number }> | undefined;
  const { service, reads } = slowSearch(async () => {
    lost ??= lose(bob);
    expect((await lost).status).toBeLessThan(300);
  });
  expect(await titles(service, bob, 'slow')).toEqual([]);
  expect(reads.length).toBeGreaterThan(0);
});

test.each([
  ['sight of a task', 'card', (card: string) => card, { visibility: 'PRIVATE', assignees: [] }],
  ['a task', 'card', (card: string) => card, null],
  ['a description', 'secret', (card: string) => card, { description: '' }],
  ['a checklist item', 'item', (card: string, { item }: Parts) => `${card}/checklist/${item}`, null],
  ['a comment', 'remark', (_card: string, { comment }: Parts) => `/comments/${comment}`, null],
])('R11 %s that ends during a search that takes long is not shown', async (_what, q, pathOf, change) => {
  const bob = await createMember(server, project);
  const { id, checklist } = await createTask(server, project, {
    title: 'Card',
    description: 'Secret',
    checklist: [{ text: 'Item' }],
    assignees: [bob.id],
  });
  const card = `/tasks/${id}`;
  const asOwner = server.request(owner);
  const { body } = await asOwner.post<{ id: string }>(`${card}/comments`, { text: 'Remark' });
  const path = pathOf(card, { item: checklist[0]?.id, comment: body.id });
  const quick = searchService({ indexes: server.app.services.searchIndexes });
  expect(await titles(quick, bob, q)).toEqual(['Card']);
  let ended: Promise<{ status: number }> | undefined;
  const { service } = slowSearch(async () => {
    ended ??= change ? asOwner.put(path, change) : asOwner.delete(path);
    await ended;
  });
  expect(await titles(service, bob, q)).toEqual([]);
  expect((await ended)?.status).toBeLessThan(300);
});

test('whoever searches before the indexes are there waits, or is asked to retry; never gets a partial answer', async () => {
  for (let n = 0; n < 20; n++) await createTask(server, project, { title: `Late ${n}` });
  const { searchIndexes } = server.app.services;
  searchIndexes.forget(project.id);
  const hasty = searchService({ indexes: searchIndexes, waitMs: 0 });
  await expect(hasty.search(owner.id, { q: 'late' })).rejects.toMatchObject({ code: 'unavailable' });
  const patient = searchService({ indexes: searchIndexes });
  expect((await patient.search(owner.id, { q: 'late' })).items).toHaveLength(20);
});

test('R32 a search while the database is away leaves the indexes of other projects', async () => {
  const { oplog, searchIndexes } = server.app.services;
  const other = await createProject(server);
  const kept = await searchIndexes.current(other.id);
  await searchIndexes.current(project.id);
  const away = new mongo.MongoNetworkError('connection closed');
  const reads = jest.spyOn(oplog, 'tail').mockRejectedValue(away);
  const service = searchService({ indexes: searchIndexes });
  await expect(service.search(owner.id, { q: 'slow' })).rejects.toBe(away);
  expect(reads).toHaveBeenCalledTimes(1);
  reads.mockRestore();
  expect(await searchIndexes.current(other.id)).toBe(kept);
});
