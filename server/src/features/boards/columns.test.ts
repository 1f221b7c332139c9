import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { ColumnAnswer } from '@livelane/shared/boards/column.schema';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { TestDatabase } from '../../../test/database';
import {
  createProject,
  createTask,
  createWorkspace,
  type TestProject,
  type TestUser,
} from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';

// Columns of a project, and limits that nobody exceeds (SPEC.md#columns).

let database: TestDatabase;
let [a, b] = [] as unknown as [TestServer, TestServer];
let [project, other] = [] as unknown as [TestProject, TestProject];
let owner: TestUser;

onTwoNodes((first, second, both) => {
  [a, b, database] = [first, second, both];
});
beforeEach(async () => {
  const workspace = await createWorkspace(a);
  owner = workspace.owner;
  project = await createProject(a, { workspace });
  other = await createProject(a, { workspace });
});

type Answer = TaskWriteAnswer & ErrorBody;
const setColumn = (state: string, body: object, of = project, node = a) =>
  node.request(owner).put<ColumnAnswer & ErrorBody>(`/projects/${of.id}/columns/${state}`, body);
const hardLimit = (max: number, state = 'REVIEW', of = project) =>
  setColumn(state, { wipLimit: { max, isHard: true } }, of);
const boardOf = async (of = project, node = a) =>
  (await node.request(owner).get<ProjectBoard>(`/kanban/project/${of.id}`)).body;
const columnOf = async (state = 'REVIEW', of = project, node = a) =>
  (await boardOf(of, node)).columns.find((column) => column.state === state);
const countIn = async (state = 'REVIEW', of = project) => (await columnOf(state, of))?.tasks.length;
const create = (state: string, more: object = {}, node = a) =>
  node.request(owner).post<Answer>('/tasks', { title: 'Card', projectId: project.id, state, ...more });
const move = (taskId: string, state: string, node = a) =>
  node.request(owner).post<{ task: Task } & ErrorBody>('/kanban/moveTask', { taskId, position: 0, state });
const put = (taskId: string, body: object, node = a) =>
  node.request(owner).put<Answer>(`/tasks/${taskId}`, body);
const full = { status: 409, body: { code: 'wip_limit' } };

test('a column has a name, is hidden, has a limit and a policy; boards on every node carry it', async () => {
  const settings = {
    name: 'Look at it',
    isHidden: true,
    wipLimit: { max: 3, isHard: false },
    policy: 'Be kind',
  };
  const { status, body } = await setColumn('REVIEW', settings);
  const written = { mutationId: expect.any(String), replayed: false };
  expect([status, body]).toEqual([200, { state: 'REVIEW', ...settings, ...written, v: 1 }]);
  expect(await columnOf('REVIEW', project, b)).toMatchObject(settings);
  expect(await columnOf('TEST')).toMatchObject({ name: null, isHidden: false, wipLimit: null, policy: '' });
  expect((await setColumn('REVIEW', { name: null }, project, b)).body).toEqual({
    state: 'REVIEW',
    ...settings,
    name: null,
    ...written,
    v: 2,
  });
  const { ops } = (await a.request(owner).get<{ ops: Op[] }>(`/kanban/project/${project.id}/ops?since=0`))
    .body;
  expect(ops.slice(-2)).toMatchObject([
    { type: 'column.changed', patch: { state: 'REVIEW', ...settings } },
    { type: 'column.changed', patch: { state: 'REVIEW', name: null } },
  ]);
  await setColumn('REVIEW', { name: null });
  expect((await boardOf()).v).toBe(ops.length);
  const next = await startTestServer({ database });
  expect(await columnOf('REVIEW', project, next)).toMatchObject({ ...settings, name: null });
  await next.stop();
});

test('a past board has the columns of its version', async () => {
  const { v } = await boardOf();
  await setColumn('REVIEW', { name: 'One' });
  await setColumn('REVIEW', { name: 'Two' });
  const nameAt = async (at: number) => {
    const { body } = await a.request(owner).get<ProjectBoard>(`/kanban/project/${project.id}/at?v=${at}`);
    return body.columns.find(({ state }) => state === 'REVIEW')?.name;
  };
  expect([await nameAt(v), await nameAt(v + 1), await nameAt(v + 2)]).toEqual([null, 'One', 'Two']);
});

test('a hard limit refuses each way into a full column, and tells it; nothing is done', async () => {
  await hardLimit(1);
  const inside = (await create('REVIEW')).body;
  const outside = (await create('READY')).body;
  const secret = (await create('REVIEW', { visibility: 'PRIVATE' })).body;
  const gone = (await create('READY')).body;
  await put(gone.id, { title: 'gone' });
  const deleted = await createTask(a, project);
  await put(deleted.id, { state: 'TEST' });
  const { v } = await boardOf();
  const conflict = { state: 'REVIEW', max: 1, count: 1 };
  for (const answer of [
    await create('REVIEW'),
    await move(outside.id, 'REVIEW'),
    await put(outside.id, { state: 'REVIEW' }),
    await put(secret.id, { visibility: 'PUBLIC' }),
  ])
    expect([answer.status, answer.body.code, answer.body.conflict]).toEqual([409, 'wip_limit', conflict]);
  expect((await boardOf()).v).toBe(v);
  expect((await move(inside.id, 'REVIEW')).status).toBe(200);
  expect((await put(outside.id, { state: 'REVIEW', visibility: 'PRIVATE' })).status).toBe(200);
  expect((await move(inside.id, 'DONE')).status).toBe(200);
  expect((await put(secret.id, { visibility: 'PUBLIC' })).status).toBe(200);
});

test('a restored card and one that arrives from another project find a full column as well', async () => {
  const task = (await create('REVIEW')).body;
  await a.request(owner).delete(`/tasks/${task.id}`);
  await hardLimit(1);
  await create('REVIEW');
  expect(await a.request(owner).post(`/tasks/${task.id}/restore`, {})).toMatchObject(full);
  const away = await createTask(a, other, { state: 'REVIEW' });
  expect(await put(away.id, { projectId: project.id })).toMatchObject(full);
  expect(await countIn('REVIEW', other)).toBe(1);
  expect((await put(away.id, { projectId: project.id, state: 'READY' })).status).toBe(200);
});

test('many that arrive from another project at once fill the column, and the rest stay where they were', async () => {
  await hardLimit(3);
  const cards = await Promise.all(Array.from({ length: 8 }, () => createTask(a, other, { state: 'REVIEW' })));
  const answers = await Promise.all(cards.map(({ id }) => put(id, { projectId: project.id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
  expect([await countIn('REVIEW'), await countIn('REVIEW', other)]).toEqual([3, 5]);
});

test('a limit below the count lets all stay and none enter; a soft one refuses nobody', async () => {
  for (let n = 0; n < 3; n++) await create('REVIEW');
  expect((await hardLimit(2)).status).toBe(200);
  expect(await countIn()).toBe(3);
  expect(await create('REVIEW')).toMatchObject(full);
  await setColumn('REVIEW', { wipLimit: { max: 1, isHard: false } });
  expect((await create('REVIEW')).status).toBe(201);
});

test('twenty racing clients on two nodes never exceed a hard limit', async () => {
  await hardLimit(5);
  const cards = await Promise.all(Array.from({ length: 20 }, () => createTask(a, project)));
  const answers = await Promise.all(
    cards.flatMap(({ id }, n) => [
      n % 3 ? move(id, 'REVIEW', n % 2 ? a : b) : put(id, { state: 'REVIEW' }, n % 2 ? b : a),
      n % 4 ? null : create('REVIEW', {}, b),
    ]),
  );
  const entered = answers.filter((answer) => answer && answer.status < 300);
  expect(entered).toHaveLength(5);
  expect(await countIn()).toBe(5);
});

test('a move that waited and a stale one: the stale move is reported first', async () => {
  await hardLimit(1);
  await create('REVIEW');
  const card = (await create('READY')).body;
  const bob = { taskId: card.id, position: 0, state: 'TEST' };
  await a.request(owner).post('/kanban/moveTask', bob);
  const late = { taskId: card.id, position: 0, state: 'REVIEW' };
  expect(
    await a.request(owner).post('/kanban/moveTask', { ...late, expectedState: 'WAITING' }),
  ).toMatchObject({
    status: 409,
    body: { code: 'stale_move' },
  });
  expect(await a.request(owner).post('/kanban/moveTask', { ...late, expectedState: 'TEST' })).toMatchObject(
    full,
  );
});

test.each([
  ['REVIEW', { wipLimit: { max: 0, isHard: false } }],
  ['REVIEW', { wipLimit: { max: 1.5, isHard: false } }],
  ['REVIEW', { wipLimit: { max: '3', isHard: false } }],
  ['REVIEW', { wipLimit: { max: 10_001, isHard: false } }],
  ['REVIEW', { name: '  ' }],
  ['REVIEW', { name: 'x'.repeat(51) }],
  ['REVIEW', { policy: 'x'.repeat(2_001) }],
  ['REVIEW', { isHidden: 'yes' }],
  ['BACKLOG', { wipLimit: { max: 1, isHard: true } }],
  ['DONE', { wipLimit: { max: 1, isHard: true } }],
  ['ARCHIVE', { wipLimit: { max: 1, isHard: true } }],
  ['done', { name: 'x' }],
])('%s with %j is 400', async (state, body) => {
  expect((await setColumn(state, body)).status).toBe(400);
});
