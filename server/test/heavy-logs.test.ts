import { randomUUID } from 'node:crypto';
import type { CatchUp } from '@livelane/shared/boards/board.schema';
import type { Activity, PastBoard } from '@livelane/shared/history/history.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { BulkAnswer } from '@livelane/shared/tasks/bulk.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { AppError } from '../src/http/errors';
import { REQUEST_BYTES } from '../src/oplog/weighed.reads';
import { createMember, createProject, createTask } from './factories';
import { serverForTests, startTestServer, type TestServer } from './harness';
import { deleteHeavy, HEAVY_BYTES, headOf, makeHeavy, mostReadAtOnce } from './heavyLogs';

// R32: what one request reads of a log is weighed in bytes.

/** More than a request may read at once. */
const DELETIONS = 6;

const server = serverForTests();

test('R32 whoever has missed more than a request may read is told to read the board, by REST and by socket', async () => {
  const project = await createProject(server);
  const { v, epoch } = await deleteHeavy(server, project, DELETIONS);
  const opsSince = async (since: number) =>
    (await server.request(project.owner).get<CatchUp>(`/kanban/project/${project.id}/ops?since=${since}`))
      .body;
  expect(await opsSince(v)).toEqual({ reset: true });
  const socket = await server.socket(project.owner);
  const subscribed = (sinceV: number) =>
    socket.emitWithAck('board:subscribe', { projectId: project.id, epoch, sinceV });
  expect(await subscribed(v)).toMatchObject({ ok: true, mode: 'refetch' });

  const near = v + DELETIONS - 2;
  expect(await opsSince(near)).toMatchObject({ from: near + 1, to: v + DELETIONS, ops: [{}, {}] });
  expect(await subscribed(near)).toMatchObject({ ok: true, mode: 'delta', ops: [{}, {}] });
});

test('R32 what is read of the log for a socket counts among the bytes of its person', async () => {
  const small = await startTestServer({
    config: { budgets: { requestsPerMinute: 1_000, megabytesPerMinute: 2 } },
  });
  try {
    const project = await createProject(small);
    const { v: sinceV, epoch } = await deleteHeavy(small, project, 1);
    const socket = await small.socket(project.owner);
    const subscribed = () => socket.emitWithAck('board:subscribe', { projectId: project.id, epoch, sinceV });
    expect(await subscribed()).toMatchObject({ ok: true, mode: 'delta' });
    expect(await subscribed()).toMatchObject({ ok: true, mode: 'delta' });
    expect(await subscribed()).toEqual({ ok: false, code: 'too_many_requests' });
    const head = { projectId: project.id, epoch, sinceV: sinceV + 1 };
    expect(await socket.emitWithAck('board:subscribe', head)).toMatchObject({ ok: true, mode: 'current' });
  } finally {
    await small.stop();
  }
});

test('R32 a page of activity ends when so many bytes were read for it; the next ones have the rest', async () => {
  const project = await createProject(server);
  const count = 20;
  await deleteHeavy(server, project, count);
  const owner = server.request(project.owner);
  const pages: number[][] = [];
  let next: number | null = Number.MAX_SAFE_INTEGER;
  while (next !== null) {
    const path: string = `/kanban/project/${project.id}/activity?limit=100&before=${next}`;
    const page: Activity = (await owner.get<Activity>(path)).body;
    pages.push(page.items.map(({ v }) => v));
    next = page.next;
  }
  const { v } = await headOf(server, project);
  expect(pages.flat()).toEqual(Array.from({ length: v }, (_, n) => v - n));
  expect(pages.map(({ length }) => length < count)).toEqual([true, false]);
});

test('R32 the activity of a task leaves out none of its changes, however much each weighs', async () => {
  const project = await createProject(server);
  const member = await createMember(server, project);
  const owner = server.request(project.owner);
  const task = await createTask(server, project, { assignees: [member.id] });
  expect((await owner.delete(`/projectUsers/${project.id}/${member.id}`)).status).toBe(204);
  for (let n = 0; n < DELETIONS; n++) await owner.put(`/tasks/${task.id}`, { title: `Title ${n}` });
  await makeHeavy(server, { taskId: task.id, type: 'task.patched' });
  const { body } = await owner.get<Activity>(`/kanban/project/${project.id}/activity?taskId=${task.id}`);
  const { v } = await headOf(server, project);
  expect([body.items.map((item) => item.v), body.next]).toEqual([
    Array.from({ length: DELETIONS + 2 }, (_, n) => v - n),
    null,
  ]);
});

test('R32 of what has changed by more than a request may read, no base is known', async () => {
  const project = await createProject(server);
  const task = await createTask(server, project, { description: 'Base' });
  const owner = server.request(project.owner);
  const { body: comment } = await owner.post<{ id: string }>(`/tasks/${task.id}/comments`, { text: 'Base' });
  const { v: baseRev } = await headOf(server, project);
  for (let n = 0; n < DELETIONS; n++) {
    await owner.put(`/tasks/${task.id}`, { title: `Title ${n}` });
    await owner.put(`/comments/${comment.id}`, { text: `Text ${n}` });
  }
  const lateEdit = (description: string) =>
    owner.put<ErrorBody>(`/tasks/${task.id}`, { description, baseRev });
  const lateComment = () => owner.put<ErrorBody>(`/comments/${comment.id}`, { text: 'Mine', baseRev });
  expect((await lateEdit('Merged')).status).toBe(200);
  expect((await lateComment()).body.conflict).toMatchObject({ base: 'Base' });

  await server.connection
    .collection('ops')
    .updateMany(
      { taskId: task.id, type: { $in: ['task.patched', 'comment.edited'] } },
      { $set: { 'before.title': 'x'.repeat(HEAVY_BYTES) } },
    );
  const [edit, ofComment] = [await lateEdit('Mine'), await lateComment()];
  expect([edit.status, edit.body.conflict]).toMatchObject([
    409,
    { base: '', theirs: 'Merged', mine: 'Mine' },
  ]);
  expect([ofComment.status, ofComment.body.conflict]).toMatchObject([409, { base: '', mine: 'Mine' }]);
});

test('R32 a repeated request and a look at the past read the log once for all that ask at once, on their account', async () => {
  const small = await startTestServer({
    config: { budgets: { requestsPerMinute: 1_000, megabytesPerMinute: 10 } },
  });
  try {
    const project = await createProject(small);
    const owner = small.request(project.owner);
    const task = await createTask(small, project);
    await deleteHeavy(small, project, DELETIONS);
    const keyed = owner.with({ 'Idempotency-Key': randomUUID() });
    const change = () => keyed.put<TaskWriteAnswer>(`/tasks/${task.id}`, { title: 'Repeated' });
    const { v } = (await change()).body;
    const repeated = await Promise.all(Array.from({ length: 10 }, change));
    for (const { body } of repeated) expect(body).toMatchObject({ title: 'Repeated', v, replayed: true });

    const other = await createProject(small, { owner: project.owner });
    const head = await deleteHeavy(small, other, DELETIONS);
    const past = () => owner.get<PastBoard>(`/kanban/project/${other.id}/at?v=${head.v + DELETIONS}`);
    expect((await past()).status).toBe(200);
    expect((await past()).status).toBe(429);
  } finally {
    await small.stop();
  }
});

test('R32 a bulk change whose first answer may not be read yet is refused as a whole, and not by its cards', async () => {
  const small = await startTestServer({
    config: { budgets: { requestsPerMinute: 1_000, megabytesPerMinute: 2 } },
  });
  try {
    const project = await createProject(small);
    const { id: taskId } = await createTask(small, project);
    await deleteHeavy(small, project, DELETIONS);
    const keyed = small.request(project.owner).with({ 'Idempotency-Key': randomUUID() });
    const changes = [{ taskId, edit: { priority: 'LOW' } }];
    const bulk = () => keyed.post<BulkAnswer>('/kanban/bulk', { projectId: project.id, changes });
    const { oplog, budgets } = small.app.services;
    // Its node dies before the answer is kept.
    jest.spyOn(oplog, 'keepAnswer').mockRejectedValueOnce(new Error('killed'));
    expect((await bulk()).status).toBe(500);
    const hasNoneLeft = jest.spyOn(budgets, 'assertBytesLeft');
    hasNoneLeft.mockResolvedValueOnce().mockRejectedValueOnce(new AppError('too_many_requests'));
    expect((await bulk()).status).toBe(429);
    hasNoneLeft.mockRestore();
    expect((await bulk()).body).toMatchObject({ results: [{ taskId, status: 200 }], replayed: true });
  } finally {
    await small.stop();
  }
});

test('R32 a board of the past is folded from parts of the log, and is right at every version', async () => {
  const project = await createProject(server);
  const [count, opBytes] = [40, 300_000];
  const { v: before } = await deleteHeavy(server, project, count, opBytes);
  const tasksAt = async (v: number) => {
    const { body } = await server
      .request(project.owner)
      .get<PastBoard>(`/kanban/project/${project.id}/at?v=${v}`);
    return body.columns.flatMap(({ tasks }) => tasks).length;
  };
  const most = mostReadAtOnce();
  const deletions = [count, count - 1, 20, 3, 0, 10, 39, 40];
  const found: number[] = [];
  for (const n of deletions) found.push(await tasksAt(before + n));
  expect(found).toEqual(deletions.map((n) => count - n));
  expect(await most()).toBeLessThan(REQUEST_BYTES + 2 * opBytes);
});

/** A project whose columns, and a member's role, change again and again after a version. */
async function oftenChanged(at: TestServer, times: number) {
  const project = await createProject(at);
  const owner = at.request(project.owner);
  const member = await createMember(at, project);
  const [column, people] = [`/projects/${project.id}/columns`, `/projectUsers/${project.id}`];
  await owner.put(`${column}/READY`, { policy: 'Then', wipLimit: { max: 3, isHard: false } });
  const { v } = await headOf(at, project);
  for (let n = 0; n < times; n++) {
    await owner.put(`${column}/READY`, { policy: `Policy ${n}` });
    await owner.put(people, { userId: member.id, roleId: n % 2 ? 'member' : 'viewer' });
  }
  await owner.put(`${column}/TEST`, { policy: 'Later' });
  await owner.delete(`${people}/${member.id}`);
  await makeHeavy(at, { projectId: project.id, v: { $gt: v } });
  return { member, past: () => owner.get<PastBoard>(`/kanban/project/${project.id}/at?v=${v}`) };
}

test('R32 members and columns of a past board are found in parts of the log', async () => {
  const { member, past } = await oftenChanged(server, DELETIONS);
  const most = mostReadAtOnce();
  const { body } = await past();
  expect(await most()).toBeLessThan(REQUEST_BYTES + 2 * HEAVY_BYTES);
  expect(body.members.find(({ id }) => id === member.id)).toMatchObject({ roleId: 'member' });
  const settings = body.columns.map(({ state, policy, wipLimit }) => [state, policy, wipLimit]);
  expect(settings.filter(([state]) => state === 'READY' || state === 'TEST')).toEqual([
    ['READY', 'Then', { max: 3, isHard: false }],
    ['TEST', '', null],
  ]);
});

test('R32 what is read of the log for them counts among the bytes of who asks, between its parts, too', async () => {
  const small = await startTestServer({
    config: { budgets: { requestsPerMinute: 1_000, megabytesPerMinute: 10 } },
  });
  try {
    expect((await (await oftenChanged(small, DELETIONS)).past()).status).toBe(429);
  } finally {
    await small.stop();
  }
});

test('R32 who moved a card is found in its latest ops, of which little is read', async () => {
  const project = await createProject(server);
  const tom = await createMember(server, project);
  const { id: taskId } = await createTask(server, project);
  const owner = server.request(project.owner);
  const edited = (times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, n) => owner.put(`/tasks/${taskId}`, { title: `Title ${n}` })),
    );
  const move = { taskId, position: 0 };
  const waited = () =>
    owner.post<ErrorBody>('/kanban/moveTask', { ...move, state: 'DONE', expectedState: 'READY' });
  await edited(20);
  await server.request(tom).post('/kanban/moveTask', { ...move, state: 'REVIEW' });
  await edited(150);
  const opBytes = 20_000;
  await makeHeavy(server, { taskId }, opBytes);
  const most = mostReadAtOnce();
  const known = await waited();
  expect(await most()).toBeLessThan(opBytes);
  expect([known.status, known.body.conflict]).toMatchObject([409, { state: 'REVIEW', actorId: tom.id }]);

  await edited(200);
  const { status, body } = await waited();
  expect([status, body.code, body.conflict]).toEqual([409, 'stale_move', undefined]);
});
