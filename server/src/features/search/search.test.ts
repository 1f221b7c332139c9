import { randomUUID } from 'node:crypto';
import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import {
  type SearchAnswer,
  type SearchItem,
  searchAnswerSchema,
} from '@livelane/shared/search/search.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import {
  createMember,
  createProject,
  createTask,
  createWorkspace,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import type { TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';
import { ProjectIndexes } from './project.indexes';

/** Two nodes on one database, and nothing that notifies them (SPEC.md#search). */
let a: TestServer;
let b: TestServer;
let owner: TestUser;
let workspace: TestWorkspace;
let project: TestProject;
onTwoNodes((first, second) => {
  [a, b] = [first, second];
});
beforeEach(async () => {
  workspace = await createWorkspace(a);
  owner = workspace.owner;
  project = await createProject(a, { workspace, name: 'Plans' });
});

async function search(q: string, more: object = {}, { node = a, user = owner } = {}): Promise<SearchAnswer> {
  const query = new URLSearchParams({ q, ...(more as Record<string, string>) });
  const { status, body } = await node.request(user).get<SearchAnswer>(`/search?${query}`);
  expect([status, searchAnswerSchema.safeParse(body).success]).toEqual([200, true]);
  return body;
}
const titles = ({ items }: SearchAnswer) => items.map(({ title }) => title);
const comment = async (taskId: string, text: string, user = owner) =>
  (await a.request(user).post<Comment>(`/tasks/${taskId}/comments`, { text })).body.id;
const move = (taskId: string, state: string) =>
  a.request(owner).post('/kanban/moveTask', { taskId, state, position: 0 });

test('what is in the title, description, checklist and comments is found, with where and what', async () => {
  const task = await createTask(a, project, {
    title: 'Jahresrechnung für München',
    description: `${'Vorwort '.repeat(100)}siehe die Rechnung${' und mehr'.repeat(100)}`,
    checklist: [{ text: 'Rechnungen sammeln' }, { text: 'Tee' }],
    dueDate: '2026-12-24',
  });
  const commentId = await comment(
    task.id,
    'Die rechnungs-Nummer fehlt, @[Ann](user:00000000-0000-4000-8000-000000000001)',
  );
  const { items, next } = await search('rechnung');
  expect(next).toBeNull();
  const [item] = items as [SearchItem];
  expect(item).toMatchObject({
    taskId: task.id,
    projectId: project.id,
    projectName: 'Plans',
    workspaceId: workspace.id,
    title: 'Jahresrechnung für München',
    state: 'READY',
    priority: 'MEDIUM',
    dueDate: '2026-12-24',
    assignees: [owner.id],
    labels: [],
  });
  expect(item.matches).toHaveLength(4);
  expect(item.matches[0]).toEqual({ field: 'title', text: task.title, ranges: [[6, 14]] });
  const [, description, checklist, inComment] = item.matches;
  expect(description?.field).toBe('description');
  expect(description?.text.length).toBeLessThanOrEqual(200);
  expect(checklist).toEqual({
    field: 'checklist',
    itemId: task.checklist[0]?.id,
    text: 'Rechnungen sammeln',
    ranges: [[0, 8]],
  });
  expect(inComment).toMatchObject({ field: 'comment', commentId, ranges: [[4, 12]] });
  for (const { text, ranges } of item.matches)
    for (const [from, to] of ranges) expect(text.slice(from, to).toLowerCase()).toBe('rechnung');
  expect(titles(await search('munchen TEE'))).toEqual([task.title]);
  expect((await search('tee', { in: 'title,comment' })).items).toEqual([]);
  expect((await search('user')).items).toEqual([]);
});

test('first tasks named by their id, then all words in the title, then others; whole words, beginnings, insides', async () => {
  const title = (name: string, more: object = {}) => createTask(a, project, { title: name, ...more });
  await title('Grundplanung');
  await title('Die plan');
  const begins = await title('plane alles');
  await title('Plane nichts');
  const elsewhere = await title('Other', { description: 'plan' });
  await title('Plots');
  expect(titles(await search('plan'))).toEqual([
    'Die plan',
    'Plane nichts',
    'plane alles',
    'Grundplanung',
    'Other',
  ]);
  await a.request(owner).put(`/tasks/${begins.id}`, { priority: 'LOW' });
  expect(titles(await search('plan')).slice(1, 3)).toEqual(['plane alles', 'Plane nichts']);
  const named = await title('Named', { description: `see ${elsewhere.id}` });
  for (const q of [elsewhere.id, elsewhere.id.slice(0, 8).toUpperCase(), elsewhere.id.slice(0, 20)])
    expect(titles(await search(q))).toEqual(['Other', 'Named']);
  expect((await search(elsewhere.id.slice(0, 8))).items[0]?.matches[0]).toEqual({
    field: 'id',
    text: elsewhere.id,
    ranges: [[0, 8]],
  });
  expect(titles(await search(named.id.slice(0, 7)))).toEqual([]);
  expect(titles(await search('see named'))).toEqual(['Named']);
});

test('pages have neither doubles nor gaps; filters join by comma, and what one may not see finds nothing', async () => {
  const made: TaskWriteAnswer[] = [];
  const states = ['READY', 'REVIEW', 'DONE'] as const;
  for (let n = 0; n < 23; n++)
    made.push(
      await createTask(a, project, {
        title: `Same ${n}`,
        state: states[n % 3],
        priority: n % 2 ? 'HIGH' : null,
        ...(n < 5 && { dueDate: `2026-01-0${n + 1}` }),
        assignees: n % 4 ? [] : [owner.id],
      }),
    );
  const seen: string[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const page = await search('same', { limit: '5', ...(before && { before }) });
    seen.push(...page.items.map(({ taskId }) => taskId));
    before = page.next;
  }
  expect(seen).toEqual(made.map(({ id }) => id).reverse());
  const count = async (filter: object) => (await search('same', { limit: '50', ...filter })).items.length;
  expect(await count({ state: 'READY,DONE' })).toBe(15);
  expect(await count({ priority: 'HIGH,LOW' })).toBe(11);
  expect(await count({ assignee: `${owner.id},${randomUUID()}` })).toBe(6);
  expect(await count({ dueFrom: '2026-01-02', dueTo: '2026-01-04' })).toBe(3);
  expect(await count({ projectId: project.id, workspaceId: workspace.id })).toBe(23);
  for (const filter of ['projectId', 'workspaceId', 'assignee', 'label'])
    expect(await count({ [filter]: randomUUID() })).toBe(0);
  const foreign = await createProject(a);
  await createTask(a, foreign, { title: 'Same' });
  expect(await count({ projectId: foreign.id })).toBe(0);
});

test('a change is found by the next search on any node; what is gone or hidden is gone', async () => {
  const member = await createMember(a, project);
  const task = await createTask(a, project, { title: 'alpha', checklist: [{ text: 'bravo' }] });
  const both = async (q: string) => {
    const [one, two] = await Promise.all([
      search(q, {}, { node: b, user: member }),
      search(q, {}, { node: a, user: member }),
    ]);
    expect(titles(one)).toEqual(titles(two));
    return titles(one);
  };
  expect(await both('alpha')).toEqual(['alpha']);
  await a.request(owner).put(`/tasks/${task.id}`, { title: 'charlie' });
  expect([await both('alpha'), await both('charlie')]).toEqual([[], ['charlie']]);
  await a.request(owner).delete(`/tasks/${task.id}/checklist/${task.checklist[0]?.id}`);
  expect(await both('bravo')).toEqual([]);
  const commentId = await comment(task.id, 'delta');
  expect(await both('delta')).toEqual(['charlie']);
  await a.request(owner).put(`/comments/${commentId}`, { text: 'echo' });
  expect([await both('delta'), await both('echo')]).toEqual([[], ['charlie']]);
  await a.request(owner).delete(`/comments/${commentId}`);
  expect(await both('echo')).toEqual([]);
  await a.request(owner).post(`/comments/${commentId}/restore`, {});
  expect(await both('echo')).toEqual(['charlie']);
  await a.request(owner).put(`/tasks/${task.id}`, { visibility: 'PRIVATE' });
  expect(await both('charlie')).toEqual([]);
  await a.request(owner).put(`/tasks/${task.id}`, { assignees: [member.id] });
  expect(await both('echo')).toEqual(['charlie']);
  await a.request(owner).put(`/tasks/${task.id}`, { assignees: [] });
  expect(await both('charlie')).toEqual([]);
  await a.request(owner).put(`/tasks/${task.id}`, { visibility: 'PUBLIC' });
  expect(await both('charlie')).toEqual(['charlie']);
  await a.request(owner).delete(`/tasks/${task.id}`);
  expect([await both('charlie'), await both('echo')]).toEqual([[], []]);
  await a.request(owner).post(`/tasks/${task.id}/restore`, {});
  expect([await both('charlie'), await both('echo')]).toEqual([['charlie'], ['charlie']]);
  await move(task.id, 'DONE');
  expect((await search('echo', { state: 'DONE' }, { node: b, user: member })).items).toHaveLength(1);
  await a.request(owner).delete(`/projectUsers/${project.id}/${member.id}`);
  expect(await both('charlie')).toEqual([]);
});

test('a task that moves to another project is found there, with its comments', async () => {
  const other = await createProject(a, { workspace, name: 'Elsewhere' });
  const task = await createTask(a, project, { title: 'Wanderer' });
  await comment(task.id, 'with luggage');
  for (const node of [a, b])
    expect((await search('luggage', {}, { node })).items[0]?.projectName).toBe('Plans');
  expect((await a.request(owner).put(`/tasks/${task.id}`, { projectId: other.id })).status).toBe(200);
  for (const node of [b, a]) {
    const { items } = await search('luggage', {}, { node });
    expect(items.map(({ projectName }) => projectName)).toEqual(['Elsewhere']);
  }
  await a.request(owner).delete(`/projects/${other.id}`);
  expect((await search('luggage', {}, { node: b })).items).toEqual([]);
});

test('a label is a filter; a merged one finds what it became, a deleted one nothing', async () => {
  const path = `/workspaces/${workspace.id}/labels`;
  const { body } = await a.request(owner).post<{ id: string }>(path, { name: 'Bug', colour: 'red' });
  await createTask(a, project, { title: 'Labelled', labels: [body.id] });
  expect(titles(await search('labelled', { label: body.id }))).toEqual(['Labelled']);
  const into = (await a.request(owner).post<{ id: string }>(path, { name: 'Fault', colour: 'red' })).body.id;
  await a.request(owner).post(`${path}/${body.id}/merge`, { into });
  for (const label of [body.id, into])
    expect(titles(await search('labelled', { label }, { node: b }))).toEqual(['Labelled']);
  await a.request(owner).delete(`${path}/${into}`);
  for (const label of [body.id, into])
    expect(titles(await search('labelled', { label }, { node: b }))).toEqual([]);
});

test('an index that is damaged is built again, when it is read and when it follows the log', async () => {
  await createTask(a, project, { title: 'Needle' });
  expect(titles(await search('needle'))).toEqual(['Needle']);
  const { searchIndexes } = a.app.services;
  const damage = async () => Object.assign(await searchIndexes.current(project.id), { places: null });
  await damage();
  expect(titles(await search('needle'))).toEqual(['Needle']);
  await damage();
  await createTask(a, project, { title: 'Needle' });
  expect(titles(await search('needle'))).toEqual(['Needle', 'Needle']);
});

test('indexes that are used seldom make room for others, and are built again', async () => {
  const { oplog } = a.app.services;
  const comments = { textsOf: async () => [] };
  const onRefused = jest.fn();
  const loadTasks = async () => [];
  const indexes = new ProjectIndexes({ oplog, comments, loadTasks, onRefused, maxBytes: 60_000 });
  const projects = [project, ...(await Promise.all([1, 2, 3].map(() => createProject(a, { workspace }))))];
  for (const { id } of [...projects, ...projects]) {
    await indexes.current(id);
    expect(indexes.weight).toBeLessThanOrEqual(60_000);
  }
  expect(indexes.weight).toBeGreaterThan(0);
  expect(onRefused).not.toHaveBeenCalled();
});

test.each([
  ['whose index finds them', 'слово', 20],
  ['whose texts must be read', 'слово會議', 20],
  ['that lack the other word', 'слово會議 missing', 0],
])('R32 many long texts %s are searched in several turns', async (_which, q, found) => {
  const count = 40;
  for (let n = 0; n < count; n++)
    await createTask(a, project, { title: `Long ${n}`, description: 'Слово會議 '.repeat(2_200) });
  await search(q);
  let turn = 0;
  let timer = setImmediate(function next() {
    turn++;
    timer = setImmediate(next);
  });
  const folds = new Map<number, number>();
  const { normalize } = String.prototype;
  jest.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    if (this.length > 10_000 && form === 'NFKD') folds.set(turn, (folds.get(turn) ?? 0) + 1);
    return normalize.call(this, form as 'NFC');
  });
  expect((await search(q)).items).toHaveLength(found);
  clearImmediate(timer);
  expect(Math.max(...folds.values())).toBeLessThan(count);
});

const bad: Array<[string, string]> = [
  ['none', ''],
  ['empty', 'q='],
  ['blank', 'q=%20%20'],
  ['201 characters', `q=${'x'.repeat(201)}`],
  ['twice', 'q=a&q=b'],
  ['NUL', 'q=a%00b'],
  ['limit 0', 'q=a&limit=0'],
  ['limit 51', 'q=a&limit=51'],
  ['limit 1.5', 'q=a&limit=1.5'],
  ['made-up before', 'q=a&before=abc'],
  ['before of nothing', `q=a&before=${Buffer.from('9 9 x y').toString('base64url')}`],
  ['unknown in', 'q=a&in=title,body'],
  ['empty in', 'q=a&in='],
  ['unknown state', 'q=a&state=done'],
  ['unknown priority', 'q=a&priority=URGENT'],
  ['no id', 'q=a&projectId=x'],
  ['no id among ids', `q=a&assignee=${randomUUID()},x`],
  ['no date', 'q=a&dueFrom=2026-02-30'],
];
test.each(bad)('SPEC.md#bad-input search text or filter: %s is a 400', async (_what, query) => {
  const { status, body } = await a.request(owner).get<ErrorBody>(`/search?${query}`);
  expect([status, body.code]).toEqual([400, 'invalid_input']);
});

test('whoever is not signed in searches nothing; signs alone find nothing', async () => {
  expect((await a.request().get('/search?q=a')).status).toBe(401);
  await createTask(a, project, { title: 'C++ ?!' });
  expect((await search('?!')).items).toEqual([]);
  expect(titles(await search('c++'))).toEqual(['C++ ?!']);
  expect(
    (await search('x'.repeat(200), { limit: '50', in: 'title,description,checklist,comment' })).next,
  ).toBeNull();
});
