import { randomUUID } from 'node:crypto';
import type { OpsPage, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { applyOp } from '@livelane/shared/boards/fold';
import type { Op } from '@livelane/shared/boards/op.schema';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { BulkAnswer } from '@livelane/shared/tasks/bulk.schema';
import type { MoveTaskAnswer, StoredTask, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { TaskRows } from '../src/features/tasks/task.rows';
import { CommitQueue } from '../src/oplog/commit.queue';
import type { OpDocument } from '../src/oplog/op.model';
import { OpStore } from '../src/oplog/op.store';
import { startTestDatabase, type TestDatabase } from './database';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';

let database: TestDatabase;
let server: TestServer;
let project: TestProject;
let tasks: TaskWriteAnswer[];

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
  tasks = [];
  for (let n = 0; n < 6; n++) tasks.push(await createTask(server, project, { title: `Card ${n}` }));
});

const move = (
  task: TaskWriteAnswer | undefined,
  state: string,
  { user = project.owner, node = server, key = randomUUID() as string } = {},
) =>
  node
    .request(user)
    .with({ [IDEMPOTENCY_KEY_HEADER]: key })
    .post<MoveTaskAnswer>('/kanban/moveTask', { taskId: task?.id, state, position: 0 });
const opsOf = async () =>
  (await server.request(project.owner).get<OpsPage>(`/kanban/project/${project.id}/ops?since=0`)).body
    .ops as Op[];

/** I2, I3: versions without a hole, and rows that follow from the log. */
async function assertWhole(): Promise<void> {
  const { body: board } = await server
    .request(project.owner)
    .get<ProjectBoard>(`/kanban/project/${project.id}`);
  const ops = await opsOf();
  expect(ops.map((op) => op.v)).toEqual(Array.from({ length: board.v }, (_, index) => index + 1));
  const folded = new Map<string, StoredTask>();
  for (const op of ops) {
    for (const [taskId, task] of applyOp((id) => folded.get(id), op)) if (task) folded.set(taskId, task);
  }
  const rows = await server.connection.collection('tasks').find({ projectId: project.id }).toArray();
  const stateAndRev = (all: Iterable<{ id: string; state: string; rev: number }>) =>
    [...all].map(({ id, state, rev }) => `${id} ${state} ${rev}`).sort();
  const shown = board.columns.flatMap((column) => column.tasks);
  expect(stateAndRev(shown)).toEqual(stateAndRev(folded.values()));
  expect(stateAndRev(rows.map((row) => ({ id: row.taskId, state: row.state, rev: row.rev })))).toEqual(
    stateAndRev(folded.values()),
  );
}

/** Holds back the first insert of this project's ops until it is released; then `instead` may act in its place. */
function holdInsert(instead?: (ops: readonly OpDocument[], insert: OpStore['insert']) => Promise<number>) {
  const original = OpStore.prototype.insert;
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isFirst = true;
  jest.spyOn(OpStore.prototype, 'insert').mockImplementation(async function (this: OpStore, ops) {
    const insert = original.bind(this);
    if (ops[0]?.projectId !== project.id) return insert(ops);
    if (isFirst) {
      isFirst = false;
      await released;
      return insert(ops);
    }
    const act = instead;
    instead = undefined;
    return act ? act(ops, insert) : insert(ops);
  });
  return { release };
}

/** Resolves when so many commits have come to their queue since the call. */
function queued(): { count(wanted: number): Promise<void> } {
  const original = CommitQueue.prototype.add;
  let seen = 0;
  let look: () => void = () => undefined;
  jest.spyOn(CommitQueue.prototype, 'add').mockImplementation(function (this: CommitQueue, entry) {
    original.call(this, entry);
    seen++;
    look();
  });
  return {
    count: (wanted) =>
      new Promise((resolve) => {
        look = () => {
          if (seen >= wanted) resolve();
        };
        look();
      }),
  };
}

test('R2 R3 another node takes a place in the middle of a batch: those after it start again, nothing is lost or doubled', async () => {
  const second = await startTestServer({ database });
  try {
    const sizes: number[] = [];
    const hold = holdInsert(async (ops, insert) => {
      sizes.push(ops.length);
      const first = await insert(ops.slice(0, 1));
      // The other node sees our first op, and comes before our second one.
      const theirs = await move(tasks[5], 'TEST', { node: second });
      expect(theirs.body.v).toBe((ops[0]?.v ?? 0) + 1);
      return first + (await insert(ops.slice(1)));
    });
    const queue = queued();
    const held = move(tasks[0], 'DONE');
    await queue.count(1);
    const rest = tasks.slice(1, 5).map((task) => move(task, 'DONE'));
    await queue.count(5);
    hold.release();
    const answers = await Promise.all([held, ...rest]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(sizes).toEqual([4]);
    expect(new Set(answers.map(({ body }) => body.v)).size).toBe(5);
    expect((await opsOf()).filter((op) => op.type === 'task.moved')).toHaveLength(6);
    await assertWhole();
  } finally {
    await second.stop();
  }
});

/** @returns a spy by which `node` always commits before the ops of this key */
function overtake(node: TestServer, key: string): jest.SpyInstance {
  const original = OpStore.prototype.insert;
  let overtaken = 0;
  return jest.spyOn(OpStore.prototype, 'insert').mockImplementation(async function (this: OpStore, ops) {
    if (ops[0]?.mutationId === key || ops[0]?.bulkId === key)
      await move(tasks[5], overtaken++ % 2 === 0 ? 'TEST' : 'REVIEW', { node });
    return original.call(this, ops);
  });
}

test('R33 a write that another node always overtakes is busy, is told when to come back, and may then', async () => {
  const second = await startTestServer({ database });
  try {
    const key = randomUUID();
    const overtaking = overtake(second, key);
    const { status, headers, body } = await move(tasks[0], 'DONE', { key });
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'busy' })]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    overtaking.mockRestore();
    expect((await opsOf()).filter((op) => op.mutationId === key)).toEqual([]);
    expect(await move(tasks[0], 'DONE', { key })).toMatchObject({ status: 200, body: { replayed: false } });
    await assertWhole();
  } finally {
    await second.stop();
  }
});

test('R33 so is one of many cards, whose key does the rest once', async () => {
  const second = await startTestServer({ database });
  try {
    const key = randomUUID();
    const changes = [tasks[0], tasks[1]].map((task) => ({ taskId: task?.id, move: { state: 'DONE' } }));
    const moveBoth = () =>
      server
        .request(project.owner)
        .with({ [IDEMPOTENCY_KEY_HEADER]: key })
        .post<BulkAnswer>('/kanban/bulk', { projectId: project.id, changes });
    const overtaking = overtake(second, key);
    const { status, headers, body } = await moveBoth();
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'busy' })]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    overtaking.mockRestore();
    const again = await moveBoth();
    expect(again).toMatchObject({ status: 200, body: { replayed: false } });
    expect(again.body.results.map((result) => result.status)).toEqual([200, 200]);
    await assertWhole();
  } finally {
    await second.stop();
  }
});

test('R33 a lost race costs one read of the ops that won, and the whole batch goes again', async () => {
  const second = await startTestServer({ database });
  try {
    // Both nodes know the board, and neither has lost a race for it.
    await move(tasks[4], 'DONE', { node: second });
    await server.request(project.owner).get(`/kanban/project/${project.id}`);
    const sizes: number[] = [];
    const asked: Array<{ name: string; by: OpStore }> = [];
    const note = (name: 'after' | 'head' | 'byMutation' | 'lastV') => {
      const original = OpStore.prototype[name] as (...args: unknown[]) => Promise<never>;
      jest.spyOn(OpStore.prototype, name).mockImplementation(function (this: OpStore, ...args: unknown[]) {
        // Others read of the log in the background, whenever they get to it: notifications, search.
        if (new Error().stack?.includes('/oplog/commit.')) asked.push({ name, by: this });
        return original.apply(this, args);
      });
    };
    const hold = holdInsert(async (ops, insert) => {
      sizes.push(ops.length);
      const theirs = await move(tasks[5], 'REVIEW', { node: second });
      expect(theirs.body.v).toBe(ops[0]?.v);
      for (const name of ['after', 'head', 'byMutation', 'lastV'] as const) note(name);
      const count = await insert(ops);
      jest.spyOn(OpStore.prototype, 'insert').mockImplementation(function (this: OpStore, again) {
        sizes.push(again.length);
        asked.push({ name: 'insert', by: this });
        return insert(again);
      });
      return count;
    });
    const queue = queued();
    const held = move(tasks[0], 'DONE');
    await queue.count(1);
    const rest = tasks.slice(1, 4).map((task) => move(task, 'DONE'));
    await queue.count(4);
    hold.release();
    const answers = await Promise.all([held, ...rest]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(sizes).toEqual([3, 3]);
    const { by: ours } = asked.find(({ name }) => name === 'insert') ?? {};
    const before = asked.slice(
      0,
      asked.findIndex(({ name }) => name === 'insert'),
    );
    expect(before.flatMap(({ name, by }) => (by === ours ? [name] : []))).toEqual(['after']);
    jest.restoreAllMocks();
    await assertWhole();
  } finally {
    await second.stop();
  }
});

test('R3 what fails upon a change that is not committed yet is judged again when that one never comes to be', async () => {
  const second = await startTestServer({ database });
  const bob = await createMember(server, project);
  try {
    // In the place of the batch comes the removal of the author of its first change.
    const hold = holdInsert(async (ops, insert) => {
      await second.request(project.owner).delete(`/projectUsers/${project.id}/${bob.id}`);
      return insert(ops);
    });
    const queue = queued();
    const held = move(tasks[0], 'DONE');
    await queue.count(1);
    const body = { id: randomUUID(), title: 'One id', projectId: project.id };
    const bobs = server.request(bob).post('/tasks', body);
    await queue.count(2);
    const mine = server.request(project.owner).post('/tasks', body);
    await queue.count(3);
    hold.release();
    expect((await held).status).toBe(200);
    expect([(await bobs).status, (await mine).status]).toEqual([404, 201]);
    await assertWhole();
  } finally {
    await second.stop();
  }
});

test('R3 I3 a crash between the stages: appliedV does not pass what was not applied, and the next reader heals', async () => {
  const original = TaskRows.prototype.write;
  let failing = true;
  let fail!: () => void;
  const mayFail = new Promise<void>((resolve) => {
    fail = resolve;
  });
  jest.spyOn(TaskRows.prototype, 'write').mockImplementation(async function (this: TaskRows, writes) {
    if (!failing || writes[0]?.projectId !== project.id) return original.call(this, writes);
    failing = false;
    await mayFail;
    throw new Error('the process is gone');
  });
  const inserted = new Promise<void>((resolve) => {
    let count = 0;
    server.app.services.oplog.onInserted((op) => {
      if (op.projectId === project.id && ++count === 2) resolve();
    });
  });
  const keys = [randomUUID(), randomUUID()] as const;
  const answers = [move(tasks[0], 'DONE', { key: keys[0] }), move(tasks[1], 'DONE', { key: keys[1] })];
  await inserted;
  fail();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([500, 500]);
  const head = await server.connection.collection('boardheads').findOne({ _id: project.id as never });
  expect(head?.appliedV).toBe(6);

  const { body } = await server.request(project.owner).get<ProjectBoard>(`/kanban/project/${project.id}`);
  expect(body.v).toBe(8);
  await assertWhole();
  const again = await Promise.all([
    move(tasks[0], 'DONE', { key: keys[0] }),
    move(tasks[1], 'DONE', { key: keys[1] }),
  ]);
  expect(again.map((answer) => [answer.status, answer.body.replayed])).toEqual([
    [200, true],
    [200, true],
  ]);
  const next = await move(tasks[2], 'DONE');
  expect([next.status, next.body.v]).toEqual([200, 9]);
  await assertWhole();
});

test('R8 pushes of commits that share inserts come in version order, each once', async () => {
  const socket = await server.socket(project.owner);
  const heard: number[] = [];
  const all = new Promise<void>((resolve) => {
    socket.on('board:ops', ({ from, to }) => {
      for (let v = from; v <= to; v++) heard.push(v);
      if (heard.length === 48) resolve();
    });
  });
  await socket.emitWithAck('board:subscribe', { projectId: project.id });
  const states = ['DONE', 'TEST', 'REVIEW', 'READY'];
  const answers = await Promise.all(
    tasks.flatMap((task, index) =>
      Array.from({ length: 8 }, (_, n) =>
        server
          .request(project.owner)
          .put<TaskWriteAnswer>(`/tasks/${task.id}`, { title: `${index} ${n}`, state: states[n % 4] }),
      ),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await all;
  expect(heard).toEqual(Array.from({ length: 48 }, (_, index) => index + 7));
  await assertWhole();
});

test('R11 a member who is removed while their moves are in the queue: none of them comes after the removal', async () => {
  const bob: TestUser = await createMember(server, project);
  const hold = holdInsert();
  const queue = queued();
  const before = move(tasks[0], 'DONE', { user: bob });
  await queue.count(1);
  const removal = server.request(project.owner).delete(`/projectUsers/${project.id}/${bob.id}`);
  await queue.count(2);
  // The right was there when these were sent.
  const late = tasks.slice(1).map((task) => move(task, 'DONE', { user: bob }));
  await queue.count(7);
  hold.release();
  expect((await before).status).toBe(200);
  expect((await removal).status).toBe(204);
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const ops = await opsOf();
  expect(ops.slice(-2).map((op) => [op.type, op.actorId])).toEqual([
    ['task.moved', bob.id],
    ['member.removed', project.owner.id],
  ]);
});

test('R7 a repetition that waits behind the first sending in the queue gets its answer', async () => {
  const hold = holdInsert();
  const queue = queued();
  const held = move(tasks[0], 'DONE');
  await queue.count(1);
  const key = randomUUID();
  const body = { id: randomUUID(), title: 'Once', projectId: project.id };
  const create = () =>
    server
      .request(project.owner)
      .with({ [IDEMPOTENCY_KEY_HEADER]: key })
      .post<TaskWriteAnswer>('/tasks', body);
  const both = [create(), create()];
  await queue.count(3);
  hold.release();
  await held;
  const answers = (await Promise.all(both)).map((answer) => [answer.status, answer.body.replayed]);
  expect(answers.sort()).toEqual([
    [201, false],
    [201, true],
  ]);
  expect((await opsOf()).filter((op) => op.type === 'task.created')).toHaveLength(7);
});
