import type { OpsPage, PersonalBoard, ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { NotificationPage } from '@livelane/shared/notifications/notification.schema';
import type { MoveTaskAnswer, Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { ProjectStore } from '../src/features/projects/project.store';
import { TaskRows } from '../src/features/tasks/task.rows';
import { startTestDatabase, type TestDatabase } from './database';
import { createMember, createProject, createTask, type TestProject } from './factories';
import { nextEvent, startTestServer, type TestServer } from './harness';

// A node that is alone on its database answers and pushes at the commit point; the rows follow.

/** All but what nodes look at each other by. */
const REAL_TIMERS: FakeableAPI[] = [
  'Date',
  'hrtime',
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
];

let database: TestDatabase;
let server: TestServer;
let project: TestProject;
let task: TaskWriteAnswer;

beforeEach(async () => {
  database = await startTestDatabase();
  server = await startTestServer({ database, isOnlyNode: true });
  project = await createProject(server);
  task = await createTask(server, project, { title: 'Card' });
  await server.app.services.oplog.rowsCaughtUp();
});

afterEach(async () => {
  await server.stop();
  await database.close();
});

const move = (state: string, user = project.owner) =>
  server.request(user).post<MoveTaskAnswer>('/kanban/moveTask', { taskId: task.id, state, position: 0 });
const rowOf = (taskId: string) => server.connection.collection('tasks').findOne({ taskId });
const appliedV = async () =>
  (await server.connection.collection('boardheads').findOne({ _id: project.id as never }))?.appliedV;
const stateOnBoard = async () => {
  const { body } = await server.request(project.owner).get<ProjectBoard>(`/kanban/project/${project.id}`);
  return body.columns.find((column) => column.tasks.length > 0)?.state;
};

/** Holds every write of rows by the first node that tries back until it is released; with an error it fails the first one. */
function holdRows(failure?: Error) {
  const original = TaskRows.prototype.write;
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let fails = failure;
  let held: TaskRows | undefined;
  let begin!: () => void;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  jest.spyOn(TaskRows.prototype, 'write').mockImplementation(async function (this: TaskRows, writes) {
    held ??= this;
    begin();
    if (held !== this) return original.call(this, writes);
    await released;
    if (!fails) return original.call(this, writes);
    const error = fails;
    fails = undefined;
    throw error;
  });
  return { release, begun };
}

/** What a promise has come to by now, as far as the server's other answers tell. */
async function isOpen(answer: Promise<unknown>): Promise<boolean> {
  let open = true;
  void answer.then(() => {
    open = false;
  });
  await stateOnBoard();
  return open;
}

test('R3 R8 the answer, the push and the board come at the commit point; whoever reads rows waits for them', async () => {
  const socket = await server.socket(project.owner);
  await socket.emitWithAck('board:subscribe', { projectId: project.id });
  const rows = holdRows();
  const heard = nextEvent(socket, 'board:ops');
  const moved = await move('DONE');
  expect([moved.status, moved.body.task.state]).toEqual([200, 'DONE']);
  expect((await heard).to).toBe(moved.body.v);
  expect(await stateOnBoard()).toBe('DONE');
  expect(await rowOf(task.id)).toMatchObject({ state: task.state });

  const read = server.request(project.owner).get<Task>(`/tasks/${task.id}`);
  const mine = server.request(project.owner).get<PersonalBoard>('/kanban/personal');
  expect(await isOpen(Promise.race([read, mine]))).toBe(true);
  rows.release();
  expect((await read).body.state).toBe('DONE');
  expect((await mine).body.columns.find(({ state }) => state === 'DONE')?.tasks).toHaveLength(1);
  expect(await rowOf(task.id)).toMatchObject({ state: 'DONE', rev: moved.body.v });
  expect(await appliedV()).toBe(moved.body.v);
});

test('R3 I4 rows that cannot be written after the answer: the change stays, and the next reader of rows heals', async () => {
  const rows = holdRows(new Error('the database is away for a moment'));
  rows.release();
  const moved = await move('DONE');
  expect(moved.status).toBe(200);
  const { body } = await server.request(project.owner).get<PersonalBoard>('/kanban/personal');
  expect(body.columns.find(({ state }) => state === 'DONE')?.tasks).toHaveLength(1);
  expect(await rowOf(task.id)).toMatchObject({ state: 'DONE', rev: moved.body.v });
  expect(await appliedV()).toBe(moved.body.v);
  const next = await move('TEST');
  expect([next.status, next.body.v]).toEqual([200, moved.body.v + 1]);
});

test('R3 a task whose row cannot be written now is not said to be unknown', async () => {
  const write = jest.spyOn(TaskRows.prototype, 'write').mockRejectedValue(new Error('the disk is full'));
  const { id } = await createTask(server, project, { title: 'Acknowledged' });
  const read = () => server.request(project.owner).get<Task>(`/tasks/${id}`);
  expect((await read()).status).toBe(503);
  write.mockRestore();
  expect((await read()).body.title).toBe('Acknowledged');
});

test('R29 an op whose request failed after the commit point is notified without another one of its board', async () => {
  await server.stop();
  jest.useFakeTimers({ doNotFake: REAL_TIMERS });
  server = await startTestServer({ database, isOnlyNode: true });
  const guest = await createMember(server, project);
  // No reading is on its way that could notify of the op by chance.
  await server.app.services.notifications.worker.caughtUp();
  const [path, body] = [`/projectUsers/${project.id}`, { userId: guest.id, roleId: 'maintainer' }];
  jest.spyOn(ProjectStore.prototype, 'applyAt').mockRejectedValueOnce(new Error('away for a moment'));
  expect((await server.request(project.owner).put(path, body)).status).toBe(500);
  const reasons = async () => {
    const { items } = (await server.request(guest).get<NotificationPage>('/notifications')).body;
    return items.map(({ reason }) => reason);
  };
  await server.app.services.notifications.worker.caughtUp();
  expect(await reasons()).not.toContain('role_changed');
  jest.advanceTimersByTime(10_000);
  await server.app.services.notifications.worker.caughtUp();
  expect(await reasons()).toContain('role_changed');
  jest.useRealTimers();
});

test('R3 I3 a process that died with rows behind its log: the next one heals before it reads any row', async () => {
  const rows = holdRows();
  const moved = await move('DONE');
  expect(moved.status).toBe(200);
  const created = await createTask(server, project, { title: 'Answered, not in a row' });
  // Its rows are held for good: to the next process it is as dead.
  const dead = server.app.services.oplog.rowsCaughtUp();
  expect(await rowOf(created.id)).toBeNull();

  const next = await startTestServer({ database, isOnlyNode: true });
  try {
    const as = next.request(project.owner);
    expect((await as.get<Task>(`/tasks/${created.id}`)).body.title).toBe('Answered, not in a row');
    const { body } = await as.get<PersonalBoard>('/kanban/personal');
    expect(body.columns.flatMap(({ tasks }) => tasks.map(({ id, state }) => [id, state]))).toEqual(
      expect.arrayContaining([
        [task.id, 'DONE'],
        [created.id, created.state],
      ]),
    );
    expect(await appliedV()).toBe(created.v);
  } finally {
    await next.stop();
    rows.release();
    await dead;
  }
});

describe('on a database that other nodes may come to', () => {
  beforeEach(async () => {
    await server.stop();
    // The node that came first does not look again, and no time goes by in which it would have to.
    jest.useFakeTimers({ doNotFake: REAL_TIMERS });
    server = await startTestServer({ database, isOnlyNode: 'unknown' });
  });

  afterEach(() => jest.useRealTimers());

  test('R3 a node that is alone answers at the commit point; one that comes reads no row that is older', async () => {
    const rows = holdRows();
    expect((await move('DONE')).status).toBe(200);
    // Otherwise it could be the other one's heal that is held.
    await rows.begun;
    expect(await rowOf(task.id)).toMatchObject({ state: task.state });

    const next = await startTestServer({ database, isOnlyNode: 'unknown' });
    try {
      const as = next.request(project.owner);
      const mine = async () => (await as.get<PersonalBoard>('/kanban/personal')).body.columns;
      const statesOf = async (id: string) =>
        (await mine()).filter(({ tasks }) => tasks.some((each) => each.id === id)).map(({ state }) => state);
      expect(await statesOf(task.id)).toEqual(['DONE']);
      const created = await createTask(server, project, { title: 'Not in a row' });
      expect((await as.get<Task>(`/tasks/${created.id}`)).body.title).toBe('Not in a row');
      const moved = await move('TEST');
      expect(await statesOf(task.id)).toEqual(['TEST']);
      expect(await appliedV()).toBe(moved.body.v);
    } finally {
      rows.release();
      await next.stop();
    }
  });

  test('R3 a node that has seen another one answers after the rows', async () => {
    const next = await startTestServer({ database, isOnlyNode: 'unknown' });
    try {
      const moved = await next
        .request(project.owner)
        .post<MoveTaskAnswer>('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 });
      expect(await rowOf(task.id)).toMatchObject({ state: 'DONE', rev: moved.body.v });
      expect(await appliedV()).toBe(moved.body.v);
    } finally {
      await next.stop();
    }
  });
});

test('R11 a removal waits for the rows before it, and what comes after it is refused', async () => {
  const bob = await createMember(server, project);
  const rows = holdRows();
  expect((await move('DONE', bob)).status).toBe(200);
  const removal = server.request(project.owner).delete(`/projectUsers/${project.id}/${bob.id}`);
  expect(await isOpen(removal)).toBe(true);
  rows.release();
  expect((await removal).status).toBe(204);
  expect((await move('TEST', bob)).status).toBe(404);
  const { body } = await server
    .request(project.owner)
    .get<OpsPage>(`/kanban/project/${project.id}/ops?since=0`);
  expect(body.ops.slice(-2).map(({ type }) => type)).toEqual(['task.moved', 'member.removed']);
});

test('the orderly end writes the rows that are still to come', async () => {
  const { connection } = server;
  const moved = await move('DONE');
  await server.app.close();
  const head = await connection.collection('boardheads').findOne({ _id: project.id as never });
  expect(head?.appliedV).toBe(moved.body.v);
  server = await startTestServer({ database, isOnlyNode: true });
});
