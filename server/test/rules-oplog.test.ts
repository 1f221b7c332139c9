import { randomUUID } from 'node:crypto';
import type { OpsPage, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { applyOp } from '@livelane/shared/boards/fold';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import { RANK_MAX_LENGTH } from '@livelane/shared/rank/rank';
import type { MoveTaskAnswer, StoredTask, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { startTestDatabase, type TestDatabase } from './database';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  type TestProject,
  type TestUser,
} from './factories';
import { startTestServer, type TestServer } from './harness';

/** Clients that write at once, and the moves of each. */
const CLIENTS = 16;
const MOVES_EACH = 6;
/** More inserts into one gap than a key of the greatest length has room for. */
const INSERTS = 420;

let database: TestDatabase;
let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  database = await startTestDatabase();
  server = await startTestServer({ database });
});

afterAll(async () => {
  await server.stop();
  await database.close();
});

beforeEach(async () => {
  project = await createProject(server);
});

const boardOf = async (node = server, user: TestUser = project.owner) =>
  (await node.request(user).get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
const opsOf = async (node = server, user: TestUser = project.owner) =>
  (await node.request(user).get<OpsPage>(`/kanban/project/${project.id}/ops?since=0`)).body.ops as Op[];
const tasksOf = (board: ProjectBoard) => board.columns.flatMap((column) => column.tasks);
const withKey = (key: string, user: TestUser = project.owner) =>
  server.request(user).with({ [IDEMPOTENCY_KEY_HEADER]: key });

/** The board that follows from the log alone. */
function fold(ops: readonly Op[]): Map<string, StoredTask> {
  const tasks = new Map<string, StoredTask>();
  for (const op of ops) {
    for (const [taskId, task] of applyOp((id) => tasks.get(id), op)) {
      if (task) tasks.set(taskId, task);
      else tasks.delete(taskId);
    }
  }
  return tasks;
}

/** I2, I3, I8, I9: versions without a hole, rows as the log says, unique ranks, positions 0..n-1. */
async function assertWhole(node = server): Promise<void> {
  const [board, ops] = [await boardOf(node), await opsOf(node)];
  expect(ops.map((op) => op.v)).toEqual(Array.from({ length: board.v }, (_, index) => index + 1));
  const shown = tasksOf(board).map(({ columnPosition: _position, ...task }) => task);
  const byId = (a: StoredTask, b: StoredTask) => (a.id < b.id ? -1 : 1);
  expect(shown.sort(byId)).toEqual([...fold(ops).values()].sort(byId));
  for (const { tasks } of board.columns) {
    expect(tasks.map((task) => task.columnPosition)).toEqual(tasks.map((_, index) => index));
    expect(new Set(tasks.map((task) => task.rank)).size).toBe(tasks.length);
  }
}

test('R1 each change is exactly one op with the patch of its type, and old values never leave the server', async () => {
  const owner = server.request(project.owner);
  const task = await createTask(server, project, { title: 'One' });
  await owner.put(`/tasks/${task.id}`, { title: 'Two', timeEstimateId: 30 });
  await owner.post('/kanban/moveTask', { taskId: task.id, state: 'REVIEW', position: 0 });
  await owner.delete(`/tasks/${task.id}`);
  await owner.post(`/tasks/${task.id}/restore`);
  const member = await createMember(server, project);
  await owner.put(`/projectUsers/${project.id}`, { userId: member.id, roleId: 'viewer' });
  await owner.delete(`/projectUsers/${project.id}/${member.id}`);
  await owner.put(`/projects/${project.id}`, { name: 'Renamed', description: 'Anew' });

  const ops = await opsOf();
  expect(ops.map((op) => op.type)).toEqual([
    'task.created',
    'task.patched',
    'task.moved',
    'task.deleted',
    'task.restored',
    'member.added',
    'member.roleChanged',
    'member.removed',
    'project.patched',
  ]);
  expect(ops[1]?.patch).toEqual({ title: 'Two', timeEstimate: { id: 30, name: 'time_estimate_30' } });
  expect(ops[2]?.patch).toEqual({ state: 'REVIEW', rank: expect.any(String) });
  expect(ops[3]?.patch).toEqual({});
  expect(ops[5]?.patch).toEqual({
    userId: member.id,
    roleId: 'member',
    firstName: member.firstName,
    surname: member.surname,
  });
  expect(ops[7]?.patch).toEqual({ userId: member.id, unassigned: [] });
  expect(ops[8]?.patch).toEqual({ name: 'Renamed', description: 'Anew' });
  for (const op of ops) {
    expect(Object.keys(op).sort()).toEqual(
      [
        'id',
        'projectId',
        'v',
        'type',
        'actorId',
        'mutationId',
        'patch',
        'at',
        ...('taskId' in op ? ['taskId'] : []),
      ].sort(),
    );
  }
});

test('R2 I2 I3 I8 sixteen clients move cards of one board on two nodes at once: no hole, no double, one order', async () => {
  const second = await startTestServer({ database });
  try {
    const tasks = [];
    for (let n = 0; n < CLIENTS; n++) tasks.push(await createTask(server, project, { title: `Card ${n}` }));
    const answers = await Promise.all(
      tasks.flatMap((task, client) =>
        [server, second].map(async (node) => {
          const statuses: number[] = [];
          for (let n = 0; n < MOVES_EACH; n++) {
            const state = (['READY', 'IN_PROGRESS', 'TEST'] as const)[(client + n) % 3];
            const move = { taskId: task.id, state, position: (client * 7 + n) % 5 };
            statuses.push((await node.request(project.owner).post('/kanban/moveTask', move)).status);
          }
          return statuses;
        }),
      ),
    );
    // Under such a race a node may have to say that it is busy; whatever it answered 200 is in the log.
    expect(new Set(answers.flat())).toEqual(new Set(answers.flat().includes(503) ? [200, 503] : [200]));
    await assertWhole(server);
    await assertWhole(second);
    expect(tasksOf(await boardOf(second))).toEqual(tasksOf(await boardOf(server)));
  } finally {
    await second.stop();
  }
});

/** What a process leaves that dies right after its op is inserted. */
async function insertOpOnly(v: number, task: StoredTask, state: string): Promise<void> {
  await server.connection.collection('ops').insertOne({
    _id: randomUUID() as never,
    projectId: project.id,
    v,
    type: 'task.moved',
    taskId: task.id,
    actorId: project.owner.id,
    mutationId: randomUUID(),
    fingerprint: 'of a process that died',
    patch: { state, rank: 'a0' },
    before: { state: task.state, rank: task.rank },
    effect: {},
    at: new Date().toISOString(),
  });
}

test('R3 an op whose process died before it wrote the task is applied before the first read', async () => {
  const task = await createTask(server, project);
  await insertOpOnly(task.v + 1, task, 'DONE');
  const board = await boardOf();
  expect(board.v).toBe(task.v + 1);
  expect(tasksOf(board)).toEqual([expect.objectContaining({ id: task.id, state: 'DONE', rev: task.v + 1 })]);
  await assertWhole();
  const row = await server.connection.collection('tasks').findOne({ taskId: task.id });
  expect(row).toMatchObject({ state: 'DONE', rev: task.v + 1 });
});

test('R3 an op whose process died before it wrote the task is applied before the next write', async () => {
  const task = await createTask(server, project);
  await insertOpOnly(task.v + 1, task, 'DONE');
  const other = await createTask(server, project, { title: 'After it' });
  expect(other.v).toBe(task.v + 2);
  await assertWhole();
});

test('R3 applied twice is applied once: the head fell behind the rows', async () => {
  const task = await createTask(server, project);
  await server
    .request(project.owner)
    .post('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 });
  const heads = server.connection.collection('boardheads');
  await heads.updateOne({ _id: project.id as never }, { $set: { appliedV: 0 } });
  const second = await startTestServer({ database });
  try {
    await assertWhole(second);
  } finally {
    await second.stop();
  }
  expect(await heads.findOne({ _id: project.id as never })).toMatchObject({ appliedV: task.v + 1 });
});

test('R4 a snapshot never claims a version whose changes it does not show', async () => {
  const reads: ProjectBoard[] = [];
  let writing = true;
  const reader = (async () => {
    while (writing) reads.push(await boardOf());
  })();
  for (let n = 0; n < 40; n++) await createTask(server, project, { title: `Card ${n}` });
  writing = false;
  await reader;
  expect(reads.length).toBeGreaterThan(2);
  for (const board of reads) expect(tasksOf(board)).toHaveLength(board.v);
});

test('R5 ranks are strings between their neighbours, made by the server alone', async () => {
  const [a, b] = [await createTask(server, project), await createTask(server, project)];
  const moved = await server
    .request(project.owner)
    .post<MoveTaskAnswer>('/kanban/moveTask', { taskId: b.id, state: 'READY', position: 0, rank: 'zzz' });
  expect(moved.body.task.rank < a.rank).toBe(true);
  expect(moved.body.task.columnPosition).toBe(0);
});

test('R5 a key longer than 64 characters numbers the column again, in one op', async () => {
  const owner = server.request(project.owner);
  const [first, left, right] = [
    await createTask(server, project, { title: 'First' }),
    await createTask(server, project),
    await createTask(server, project),
  ];
  for (let n = 0; n < INSERTS; n++) {
    // Turn by turn into the gap behind the first card, so that the gap halves each time.
    const taskId = n % 2 === 0 ? left.id : right.id;
    const answer = await owner.post('/kanban/moveTask', {
      taskId,
      state: 'READY',
      position: 1,
      afterId: first.id,
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
  const rebalanced = (await opsAfterAll()).filter((op) => op.type === 'column.rebalanced');
  expect(rebalanced.length).toBeGreaterThan(0);
  const board = await boardOf();
  expect(tasksOf(board)[0]?.id).toBe(first.id);
  for (const task of tasksOf(board)) expect(task.rank.length).toBeLessThanOrEqual(RANK_MAX_LENGTH);
});

/** All ops, page by page: one answer holds at most 500. */
async function opsAfterAll(): Promise<Op[]> {
  const rows = await server.connection
    .collection('ops')
    .find({ projectId: project.id })
    .sort({ v: 1 })
    .toArray();
  return rows as unknown as Op[];
}

test('R6 the history of a project has an epoch; a foreign one resets', async () => {
  const board = await boardOf();
  const owner = server.request(project.owner);
  const ops = (query: string) => owner.get(`/kanban/project/${project.id}/ops?${query}`);
  expect((await ops(`since=0&epoch=${board.epoch}`)).body).toMatchObject({ epoch: board.epoch });
  expect((await ops(`since=0&epoch=${randomUUID()}`)).body).toEqual({ reset: true });
  expect((await ops('since=99')).body).toEqual({ reset: true });
  expect((await ops('since=-1')).status).toBe(400);
});

test('R6 any whole number that is exact is a version: one above the head resets', async () => {
  const owner = server.request(project.owner);
  const get = (path: string) => owner.get(`/kanban/project/${project.id}/${path}`);
  const last = Number.MAX_SAFE_INTEGER;
  expect((await get(`ops?since=${last}`)).body).toEqual({ reset: true });
  expect((await get(`activity?before=${last}&after=${last}`)).body).toMatchObject({ items: [] });
  for (const path of ['ops?since', 'activity?before', 'at?v'])
    expect((await get(`${path}=9007199254740992`)).body).toMatchObject({ code: 'invalid_input' });
  expect((await get('ops?since=1.5')).status).toBe(400);
});

test('R7 I5 a mutation that is sent many times has one effect and gets the first answer', async () => {
  const key = randomUUID();
  const body = { title: 'Once', projectId: project.id };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => withKey(key).post<TaskWriteAnswer>('/tasks', body)),
  );
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
  expect(answers.filter((answer) => !answer.body.replayed)).toHaveLength(1);
  const [first] = answers;
  for (const { body: answer } of answers)
    expect({ ...answer, replayed: false }).toEqual({ ...first?.body, replayed: false });
  expect(tasksOf(await boardOf())).toHaveLength(1);
});

test('R7 the first answer is given even after the task has changed', async () => {
  const key = randomUUID();
  const body = { title: 'Once', projectId: project.id };
  const first = (await withKey(key).post<TaskWriteAnswer>('/tasks', body)).body;
  await server.request(project.owner).put(`/tasks/${first.id}`, { title: 'Changed' });
  const again = (await withKey(key).post<TaskWriteAnswer>('/tasks', body)).body;
  expect(again).toEqual({ ...first, replayed: true });
});

test('R7 the key of a write that changes nothing is known: the same request replays, another body is 422', async () => {
  const { id } = await createTask(server, project, { title: 'As it is' });
  const { v } = await boardOf();
  const key = randomUUID();
  const send = (title: string) => withKey(key).put<TaskWriteAnswer & ErrorBody>(`/tasks/${id}`, { title });
  const first = await send('As it is');
  expect(first.body).toMatchObject({ title: 'As it is', v, replayed: false });
  const other = await send('Other');
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  await server.request(project.owner).put(`/tasks/${id}`, { title: 'Later' });
  expect((await send('As it is')).body).toEqual({ ...first.body, replayed: true });
  expect((await boardOf()).v).toBe(v + 1);
});

test('R7 a key with another body is 422, and another user’s key is their own', async () => {
  const key = randomUUID();
  await withKey(key).post('/tasks', { title: 'Mine', projectId: project.id });
  expect((await withKey(key).post('/tasks', { title: 'Other', projectId: project.id })).status).toBe(422);
  const member = await createMember(server, project, { user: await createUser(server) });
  const theirs = await withKey(key, member).post<TaskWriteAnswer>('/tasks', {
    title: 'Theirs',
    projectId: project.id,
  });
  expect(theirs.body).toMatchObject({ title: 'Theirs', replayed: false });
  expect((await withKey('not-a-uuid').post('/tasks', { title: 'X', projectId: project.id })).status).toBe(
    400,
  );
});
