import { randomUUID } from 'node:crypto';
import type { OpsPage } from '@livelane/shared/boards/board.schema';
import type { ColumnAnswer } from '@livelane/shared/boards/column.schema';
import type { CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import type { Activity, PastBoard } from '@livelane/shared/history/history.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { ApiClient } from '../../../test/api.client';
import { hashOf } from '../../../test/board.listener';
import { breakBoard, UNKNOWN_OP } from '../../../test/broken-board';
import { createMember, createProject, createTask, type TestProject } from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';
import { headOf, upkeepAfter } from '../../../test/upkeep';

const DAY_MS = 24 * 60 * 60 * 1000;
const LONG = 'Lorem ipsum '.repeat(100);

let server: TestServer;
let project: TestProject;
let owner: ApiClient;
beforeEach(async () => {
  server = await startTestServer({ config: { historyDays: 40 } });
  project = await createProject(server);
  owner = server.request(project.owner);
});
afterEach(() => server.stop());

const ops = () =>
  server.connection.collection('ops').find({ projectId: project.id }).sort({ v: 1 }).toArray();

type Send = (client: ApiClient) => Promise<{ status: number; body: unknown }>;

/** One request of each kind, in an order in which all of them can be done. */
async function everyKind(): Promise<Send[]> {
  const task = await createTask(server, project, { description: LONG, visibility: 'PRIVATE' });
  const [id, commentId, itemId] = [randomUUID(), randomUUID(), randomUUID()];
  const path = `/tasks/${task.id}`;
  return [
    (client) => client.post('/tasks', { id, title: 'Made', description: LONG, projectId: project.id }),
    (client) => client.put(path, { title: 'Edited' }),
    (client) => client.post('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 }),
    (client) => client.post(`${path}/checklist`, { items: [{ id: itemId, text: 'Item' }] }),
    (client) => client.put(`${path}/checklist/${itemId}`, { isDone: true }),
    (client) => client.post(`${path}/comments`, { id: commentId, text: LONG }),
    (client) => client.put(`/comments/${commentId}`, { text: `${LONG}, mended` }),
    (client) => client.delete(`/comments/${commentId}`),
    (client) => client.post(`/comments/${commentId}/restore`),
    (client) => client.delete(`${path}/checklist/${itemId}`),
    (client) => client.delete(`/tasks/${id}`),
    (client) => client.post(`/tasks/${id}/restore`),
    (client) => client.put(`/tasks/${id}`, { description: 'Short' }),
    (client) => client.put(`/projects/${project.id}/columns/REVIEW`, { policy: 'Look at it' }),
  ];
}

test('R7 R25 the log keeps what an op changes, and every repetition gets its first answer', async () => {
  const sent: Array<{ send: Send; client: ApiClient; first: object }> = [];
  for (const send of await everyKind()) {
    const client = owner.with({ 'Idempotency-Key': randomUUID() });
    const { status, body } = await send(client);
    expect(status).toBeLessThan(300);
    sent.push({ send, client, first: body as object });
  }
  for (const { send, client, first } of sent)
    expect((await send(client)).body).toEqual({ ...first, replayed: true });

  for (const { type, result, patch, before, effect } of await ops()) {
    expect(JSON.stringify({ result, effect })).not.toContain('Lorem ipsum');
    if (type === 'task.moved') expect(JSON.stringify({ patch, before })).not.toContain('Lorem ipsum');
  }
});

test('R7 R25 ops of a former version hold whole answers, which are given as they are', async () => {
  const client = owner.with({ 'Idempotency-Key': randomUUID() });
  const send = () => client.post<TaskWriteAnswer>('/tasks', { title: 'Made', projectId: project.id });
  const first = (await send()).body;
  const { v: _v, mutationId: _id, replayed: _replayed, ...task } = first;
  await server.connection
    .collection('ops')
    .updateOne({ projectId: project.id, v: first.v }, { $set: { result: { ...task, title: 'As it was' } } });
  expect((await send()).body).toEqual({ ...first, title: 'As it was', replayed: true });
});

test('R7 R25 after 30 days answers are dropped: a repetition gets the object as it is now, if it is in sight', async () => {
  const member = await createMember(server, project);
  const keys = [randomUUID(), randomUUID()];
  const [forTask, forComment] = keys.map((key) => server.request(member).with({ 'Idempotency-Key': key }));
  const create = () => forTask?.post<TaskWriteAnswer>('/tasks', { title: 'Made', projectId: project.id });
  const task = (await create())?.body;
  const comment = () =>
    forComment?.post<CommentWriteAnswer>(`/tasks/${task?.id}/comments`, { text: 'First' });
  const made = (await comment())?.body;
  await owner.put(`/tasks/${task?.id}`, { title: 'Renamed' });
  await server.request(member).put(`/comments/${made?.id}`, { text: 'Mended' });
  await upkeepAfter(server, 29);
  expect((await create())?.body).toEqual({ ...task, replayed: true });
  expect((await comment())?.body).toEqual({ ...made, replayed: true });

  await upkeepAfter(server, 31);
  expect((await ops()).filter(({ result }) => result !== undefined)).toEqual([]);
  expect((await create())?.body).toMatchObject({ title: 'Renamed', replayed: true, v: task?.v });
  expect((await comment())?.body).toMatchObject({ text: 'Mended', replayed: true, v: made?.v });
  await owner.put(`/tasks/${task?.id}`, { visibility: 'PRIVATE', assignees: [] });
  await server.connection
    .collection('tasks')
    .updateOne({ taskId: task?.id ?? '' }, { $set: { createdBy: project.owner.id } });
  server.app.services.replicas.forget(project.id);
  expect((await create())?.status).toBe(404);
  expect((await comment())?.status).toBe(404);
});

test('R7 R25 a column whose answer was dropped is told as it is now', async () => {
  const path = `/projects/${project.id}/columns/REVIEW`;
  const client = owner.with({ 'Idempotency-Key': randomUUID() });
  const send = () => client.put<ColumnAnswer>(path, { name: 'Look', policy: 'Be kind' });
  const { body: first } = await send();
  await owner.put(path, { name: 'Look again' });
  expect((await send()).body).toEqual({ ...first, replayed: true });
  await upkeepAfter(server, 31);
  expect((await send()).body).toEqual({ ...first, name: 'Look again', replayed: true });
});

test('R25 HISTORY_DAYS: older ops are folded, history begins there, and the board goes on', async () => {
  const first = await createTask(server, project, { title: 'First' });
  await owner.delete(`/tasks/${(await createTask(server, project, { title: 'Gone' })).id}`);
  const commentId = randomUUID();
  await owner.post(`/tasks/${first.id}/comments`, { id: commentId, text: 'Kept' });
  const old = await headOf(server, project);
  await owner.post('/kanban/moveTask', { taskId: first.id, state: 'DONE', position: 0 });
  const kept = await headOf(server, project);
  // All ops but the last two get old enough to be folded.
  const long = new Date(Date.now() - 50 * DAY_MS).toISOString();
  const log = server.connection.collection('ops');
  await log.updateMany({ projectId: project.id, v: { $lte: old.v } }, { $set: { at: long } });
  await upkeepAfter(server, 0);

  expect((await ops()).map(({ v }) => v)).toEqual([kept.v]);
  const at = (query: string) =>
    owner.get<PastBoard & { code?: string }>(`/kanban/project/${project.id}/at?${query}`);
  for (const { v, hash } of [old, kept]) expect(hashOf((await at(`v=${v}`)).body)).toBe(hash);
  for (const query of [`v=${old.v - 1}`, 'v=0', `time=${new Date(Date.parse(long) - 1).toISOString()}`]) {
    const { status, body } = await at(query);
    expect([query, status, body.code]).toEqual([query, 410, 'history_folded']);
  }
  expect((await at(`time=${long}`)).body.v).toBe(old.v);
  const { items, next, oldestV } = (await owner.get<Activity>(`/kanban/project/${project.id}/activity`)).body;
  expect([items.map(({ v }) => v), next, oldestV]).toEqual([[kept.v], null, old.v]);
  expect((await owner.get(`/kanban/project/${project.id}/ops?since=0`)).body).toMatchObject({ reset: true });
  const page = (await owner.get<OpsPage>(`/kanban/project/${project.id}/ops?since=${old.v}`)).body;
  expect(page.ops.map(({ v }) => v)).toEqual([kept.v]);
  const again = await owner.post(`/tasks/${first.id}/comments`, { id: commentId, text: 'Another' });
  expect([again.status, again.body.code]).toEqual([409, 'id_taken']);
  const next2 = await createTask(server, project, { title: 'Next' });
  expect(next2.v).toBe(kept.v + 1);
  expect(await server.app.services.boardCheck.check(project.id)).toBe('same');
});

test('R25 no op is folded before its time, also where a clock was set back after it', async () => {
  for (let n = 0; n < 6; n++) await createTask(server, project);
  const log = server.connection.collection('ops');
  const old = new Date(Date.now() - 50 * DAY_MS).toISOString();
  await log.updateMany({ projectId: project.id, v: { $nin: [2, 6] } }, { $set: { at: old } });
  await upkeepAfter(server, 0);
  expect((await ops()).map(({ v, result }) => [v, result !== undefined])).toEqual(
    [2, 3, 4, 5, 6].map((v) => [v, true]),
  );
});

test('R25 who moved a card themselves since knows about it, also where it was before that is folded', async () => {
  const task = await createTask(server, project);
  const move = (state: string, more = {}) =>
    owner.post('/kanban/moveTask', { taskId: task.id, state, position: 0, ...more });
  await move('DONE');
  const long = new Date(Date.now() - 50 * DAY_MS).toISOString();
  const log = server.connection.collection('ops');
  await log.updateMany({ projectId: project.id, v: { $lte: task.v } }, { $set: { at: long } });
  await upkeepAfter(server, 0);
  expect((await ops()).map(({ type }) => type)).toEqual(['task.moved']);
  expect((await move('TEST', { expectedState: 'REVIEW' })).status).toBe(409);
  expect((await move('TEST', { expectedState: 'READY' })).status).toBe(200);
});

test('R25 a description whose base is folded away conflicts with the present text, and with none if it is empty', async () => {
  const task = await createTask(server, project, { description: '' });
  await owner.put(`/tasks/${task.id}`, { title: 'Renamed' });
  await createTask(server, project);
  await upkeepAfter(server, 50);
  const describe = (description: string) =>
    owner.put<TaskWriteAnswer & ErrorBody>(`/tasks/${task.id}`, { description, baseRev: task.rev });
  const { status, body } = await describe('Mine');
  expect([status, body.description]).toEqual([200, 'Mine']);
  await createTask(server, project);
  await upkeepAfter(server, 50);
  const refused = await describe('Another');
  expect([refused.status, refused.body.conflict]).toMatchObject([
    409,
    { field: 'description', base: '', theirs: 'Mine', mine: 'Another' },
  ]);
});

test('R7 R25 a move to another project that is sent again after its arrival was folded changes nothing', async () => {
  const to = await createProject(server, { owner: project.owner });
  const task = await createTask(server, project, { title: 'As it left' });
  const client = owner.with({ 'Idempotency-Key': randomUUID() });
  const send = () => client.put<TaskWriteAnswer>(`/tasks/${task.id}`, { projectId: to.id });
  const first = (await send()).body;
  await owner.put(`/tasks/${task.id}`, { title: 'Worked on', description: 'For weeks', state: 'DONE' });
  await owner.post(`/tasks/${task.id}/comments`, { text: 'Kept' });
  await createTask(server, to);
  const { body: now } = await owner.get<TaskWriteAnswer>(`/tasks/${task.id}`);
  const long = new Date(Date.now() - 50 * DAY_MS).toISOString();
  await server.connection.collection('ops').updateMany({}, { $set: { at: long } });
  await upkeepAfter(server, 0);

  const again = await send();
  expect([again.status, again.body]).toMatchObject([
    200,
    { ...now, mutationId: first.mutationId, replayed: true, left: first.left },
  ]);
  expect((await owner.get(`/tasks/${task.id}`)).body).toEqual(now);
  expect(await server.app.services.boardCheck.check(to.id)).toBe('same');
  await owner.delete(`/tasks/${task.id}`);
  expect((await send()).status).toBe(200);
  expect((await owner.get<ErrorBody>(`/tasks/${task.id}`)).body.code).toBe('task_deleted');
});

test('R25 a process that dies while it folds leaves a history that can be read', async () => {
  const task = await createTask(server, project);
  for (const state of ['DONE', 'READY', 'TEST'])
    await owner.post('/kanban/moveTask', { taskId: task.id, state, position: 0 });
  const { v, hash } = await headOf(server, project);
  await upkeepAfter(server, 50);
  const [{ v: only } = { v: 0 }, ...others] = await ops();
  expect([only, others]).toEqual([v, []]);
  // It died before it had removed the last of them.
  await server.connection.collection('ops').insertOne({
    projectId: project.id,
    v: v - 1,
    type: 'task.moved',
    actorId: 'x',
    mutationId: 'x',
    at: '',
  });
  const { items } = (await owner.get<Activity>(`/kanban/project/${project.id}/activity`)).body;
  expect(items.map((item) => item.v)).toEqual([v]);
  await upkeepAfter(server, 50);
  expect((await ops()).map((op) => op.v)).toEqual([v]);
  const past = (await owner.get<PastBoard>(`/kanban/project/${project.id}/at?v=${v}`)).body;
  expect(hashOf(past)).toBe(hash);
});

test('R22 R25 a log that cannot be read is not folded, and all others are', async () => {
  const other = await createProject(server);
  await createTask(server, other);
  await createTask(server, project);
  const v = await breakBoard(server, project, UNKNOWN_OP);
  // A node that knows the op has applied it.
  await server.connection
    .collection<{ _id: string }>('boardheads')
    .updateOne({ _id: project.id }, { $set: { appliedV: v + 1 } });
  await createTask(server, other);
  await upkeepAfter(server, 41);
  for (const { id } of [project, other]) {
    const kept = await server.connection.collection('ops').countDocuments({ projectId: id, v: 1 });
    expect([id, kept]).toEqual([id, id === project.id ? 1 : 0]);
  }
});
