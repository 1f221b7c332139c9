import { randomUUID } from 'node:crypto';
import type { PersonalBoard, ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { messages } from '@livelane/shared/http/messages';
import type { MoveTaskAnswer, Task, TaskWriteAnswer, TrashedTask } from '@livelane/shared/tasks/task.schema';
import { type TimeEstimate, taskStates, timeEstimateIds } from '@livelane/shared/tasks/task.values';
import { startTestDatabase, type TestDatabase } from './database';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  createWorkspace,
  type TestProject,
  type TestUser,
} from './factories';
import { startTestServer, type TestServer } from './harness';

let database: TestDatabase;
let server: TestServer;
let project: TestProject;
let owner: TestUser;

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
  owner = project.owner;
});

const as = (user: TestUser) => server.request(user);
const boardOf = async (of = project, user = owner) =>
  (await as(user).get<ProjectBoard>(`/kanban/project/${of.id}`)).body;
const titlesIn = async (state: string, of = project) =>
  (await boardOf(of)).columns.find((column) => column.state === state)?.tasks.map((task) => task.title);

describe('POST /tasks', () => {
  test('only title and project are needed; the rest has its defaults', async () => {
    const { body, status } = await as(owner).post<TaskWriteAnswer>('/tasks', {
      title: '  One ',
      projectId: project.id,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: 'One',
      description: '',
      state: 'READY',
      priority: 'MEDIUM',
      timeEstimate: null,
      timeSpent: 0,
      dueDate: null,
      assignees: [owner.id],
      visibility: 'PUBLIC',
      columnPosition: 0,
      createdBy: owner.id,
      v: 1,
      rev: 1,
      replayed: false,
    });
  });

  test('every field is kept as given, and unknown ones are ignored', async () => {
    const id = randomUUID();
    const given = {
      id,
      title: '<b>HTML</b> is text',
      projectId: project.id,
      state: 'TEST',
      priority: null,
      timeEstimateId: 960,
      timeSpent: 12,
      dueDate: '2028-02-29',
      description: 'Why',
      assignees: [],
      visibility: 'PRIVATE',
    };
    const spoof = { rank: 'zz', rev: 99, createdBy: randomUUID(), role: 'owner', passwordHash: 'x' };
    const { body } = await as(owner).post<TaskWriteAnswer>('/tasks', { ...given, ...spoof });
    const { timeEstimateId: _id, ...kept } = given;
    expect(body).toMatchObject({
      ...kept,
      timeEstimate: { id: 960, name: 'time_estimate_960' },
      rev: 1,
      createdBy: owner.id,
    });
    expect((await as(owner).post('/tasks', { id, title: 'Again', projectId: project.id })).status).toBe(409);
  });

  test.each([
    [{ title: undefined }, messages.input_required_task_title],
    [{ title: '   ' }, messages.input_required_task_title],
    [{ title: 'x'.repeat(256) }, messages.input_max_task_title],
    [{ title: 'a\0b' }, messages.invalid_characters],
    [{ title: { $gt: '' } }, messages.input_required_task_title],
    [{ projectId: undefined }, messages.input_required_project_id],
    [{ projectId: '../x' }, messages.input_required_project_id],
    [{ state: 'SOMEWHERE' }, messages.input_required_kanban_state],
    [{ priority: 'URGENT' }, messages.input_required_task_priority],
    [{ timeEstimateId: 7 }, messages.input_required_time_estimate],
    [{ dueDate: '2026-02-30' }, messages.input_invalid_due_date],
    [{ timeSpent: 1.5 }, messages.input_invalid_time_spent],
    [{ description: 'x'.repeat(20_001) }, messages.input_max_task_description],
    [{ assignees: Array.from({ length: 51 }, () => randomUUID()) }, messages.input_max_assignees],
    [{ assignees: ['nobody'] }, messages.input_required_user_id],
    [{ id: 'not-a-uuid' }, messages.invalid_id],
  ])('section 10: %j is 400 in the catalogue’s words, and nothing changes', async (wrong, message) => {
    const body = { title: 'Fine', projectId: project.id, ...wrong };
    const answer = await as(owner).post<ErrorBody>('/tasks', body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect(answer.body.errors?.[0]).toMatchObject({
      path: expect.stringContaining(Object.keys(wrong)[0] ?? ''),
      message,
    });
    expect((await boardOf()).v).toBe(0);
  });

  test('an assignee outside the project is 400; a viewer cannot be assigned', async () => {
    const stranger = await createUser(server);
    const viewer = await createMember(server, project, { roleId: 'viewer' });
    for (const { id } of [stranger, viewer]) {
      const answer = await as(owner).post<ErrorBody>('/tasks', {
        title: 'X',
        projectId: project.id,
        assignees: [id],
      });
      expect([answer.status, answer.body.code]).toEqual([400, 'assignee_not_member']);
    }
    expect((await as(viewer).post('/tasks', { title: 'X', projectId: project.id })).status).toBe(403);
    expect((await as(stranger).post('/tasks', { title: 'X', projectId: project.id })).status).toBe(404);
    expect((await as(owner).post('/tasks', { title: 'X', projectId: randomUUID() })).status).toBe(404);
  });
});

describe('PUT /tasks/{id}', () => {
  test('only the given fields change; one that changes nothing makes no op', async () => {
    const task = await createTask(server, project, { description: 'Old' });
    const changed = await as(owner).put<TaskWriteAnswer>(`/tasks/${task.id}`, {
      title: 'New',
      timeEstimateId: 0,
    });
    expect(changed.body).toMatchObject({ title: 'New', description: 'Old', v: task.v + 1, rev: task.v + 1 });
    const same = await as(owner).put<TaskWriteAnswer>(`/tasks/${task.id}`, { title: 'New' });
    expect(same.body).toMatchObject({ title: 'New', v: task.v + 1 });
    expect((await boardOf()).v).toBe(task.v + 1);
  });

  test('specification section 5: editing a task without a task id is an error', async () => {
    expect((await as(owner).put('/tasks/', { title: 'Which one?' })).status).toBe(404);
    expect((await as(owner).put('/tasks/undefined', { title: 'Which one?' })).status).toBe(400);
  });

  test('a changed state puts the card at the end of its column', async () => {
    await createTask(server, project, { title: 'First', state: 'REVIEW' });
    const task = await createTask(server, project, { title: 'Second' });
    await as(owner).put(`/tasks/${task.id}`, { state: 'REVIEW' });
    expect(await titlesIn('REVIEW')).toEqual(['First', 'Second']);
  });

  test('I16 two people change different fields on one base: both stay', async () => {
    const task = await createTask(server, project);
    const { rev: baseRev } = task;
    await Promise.all([
      as(owner).put(`/tasks/${task.id}`, { title: 'Mine', baseRev }),
      as(owner).put(`/tasks/${task.id}`, { description: 'Theirs', baseRev }),
    ]);
    const { body } = await as(owner).get<Task>(`/tasks/${task.id}`);
    expect(body).toMatchObject({ title: 'Mine', description: 'Theirs' });
  });

  test('section 6: a description on an older base is 409 with all three texts, and nothing is lost', async () => {
    const task = await createTask(server, project, { description: 'Base' });
    await as(owner).put(`/tasks/${task.id}`, { description: 'Theirs', baseRev: task.rev });
    const answer = await as(owner).put<ErrorBody>(`/tasks/${task.id}`, {
      description: 'Mine',
      baseRev: task.rev,
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'edit_conflict',
      conflict: {
        field: 'description',
        base: 'Base',
        theirs: 'Theirs',
        mine: 'Mine',
        rev: task.v + 1,
        actorId: owner.id,
      },
    });
    const solved = await as(owner).put(`/tasks/${task.id}`, { description: 'Both', baseRev: task.v + 1 });
    expect(solved.status).toBe(200);
  });

  test('section 6: assignees are a difference against the base', async () => {
    const [bob, cleo] = [await createMember(server, project), await createMember(server, project)];
    const task = await createTask(server, project, { assignees: [owner.id] });
    await as(owner).put(`/tasks/${task.id}`, { assignees: [owner.id, bob.id], baseRev: task.rev });
    const merged = await as(owner).put<TaskWriteAnswer>(`/tasks/${task.id}`, {
      assignees: [cleo.id],
      baseRev: task.rev,
    });
    expect(merged.body.assignees).toEqual([bob.id, cleo.id]);
  });

  test('17 F26 two additions upon one base never make more than 50 assignees', async () => {
    const { app } = server;
    const people = await Promise.all(
      Array.from({ length: 51 }, async () => {
        const email = `${randomUUID()}@example.org`;
        const { _id } = await app.services.users.insert({
          firstName: 'A',
          surname: 'B',
          email,
          passwordHash: 'none',
        });
        return _id;
      }),
    );
    for (const userId of people) {
      await as(owner).post(`/workspaceUsers/${project.workspaceId}`, { userId, roleId: 'member' });
      await as(owner).post(`/projectUsers/${project.id}`, { userId, roleId: 'member' });
    }
    const task = await createTask(server, project, { assignees: people.slice(0, 49) });
    const add = (userId: string | undefined) =>
      as(owner).put<TaskWriteAnswer & ErrorBody>(`/tasks/${task.id}`, {
        assignees: [...task.assignees, userId],
        baseRev: task.rev,
      });
    expect((await add(people[49])).body.assignees).toHaveLength(50);
    const late = await add(people[50]);
    expect([late.status, late.body.code]).toEqual([400, 'invalid_input']);
    expect((await as(owner).get<Task>(`/tasks/${task.id}`)).body.assignees).toHaveLength(50);
  });
});

describe('POST /kanban/moveTask', () => {
  const move = (body: object, user = owner) => as(user).post<MoveTaskAnswer>('/kanban/moveTask', body);

  test('position counts without the moved card and is clamped; neighbours win over it', async () => {
    const tasks: TaskWriteAnswer[] = [];
    for (const title of ['A', 'B', 'C']) tasks.push(await createTask(server, project, { title }));
    const [a, b, c] = tasks.map((task) => task.id);
    const place = { taskId: a, state: 'READY' };
    expect((await move({ ...place, position: 1_000_000_000 })).body.task.columnPosition).toBe(2);
    expect(await titlesIn('READY')).toEqual(['B', 'C', 'A']);
    await move({ ...place, position: 1 });
    expect(await titlesIn('READY')).toEqual(['B', 'A', 'C']);
    await move({ ...place, position: 0, afterId: c });
    expect(await titlesIn('READY')).toEqual(['B', 'C', 'A']);
    await move({ ...place, position: 2, beforeId: b });
    expect(await titlesIn('READY')).toEqual(['A', 'B', 'C']);
    await move({ taskId: a, state: 'DONE', position: 0, afterId: c });
    expect(await titlesIn('DONE')).toEqual(['A']);
  });

  test('R17 a move to where the card is makes no op', async () => {
    const task = await createTask(server, project);
    expect((await move({ taskId: task.id, state: 'READY', position: 0 })).body).toMatchObject({
      v: task.v,
      replayed: false,
    });
    expect((await boardOf()).v).toBe(task.v);
  });

  test('section 6: an expected state that is no longer true is 409 stale_move', async () => {
    const task = await createTask(server, project);
    const stale = await move({ taskId: task.id, state: 'DONE', position: 0, expectedState: 'TEST' });
    expect([stale.status, (stale.body as unknown as ErrorBody).code]).toEqual([409, 'stale_move']);
    expect((await move({ taskId: task.id, state: 'DONE', position: 0, expectedState: 'READY' })).status).toBe(
      200,
    );
  });

  test('section 6: a stale move is told who moved the card, where to and when', async () => {
    const tom = await createMember(server, project);
    const task = await createTask(server, project);
    const theirs = await as(tom).post<MoveTaskAnswer>('/kanban/moveTask', {
      taskId: task.id,
      state: 'REVIEW',
      position: 0,
    });
    const waited = { taskId: task.id, state: 'DONE', position: 0, expectedState: 'READY' };
    const stale = (await move(waited)) as unknown as { status: number; body: ErrorBody };
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: 'stale_move',
      conflict: {
        state: 'REVIEW',
        actorId: tom.id,
        at: theirs.body.task.updatedAt,
        v: theirs.body.v,
      },
    });
    // Carried on in the same column by its own user: it was Tom who brought it there.
    await createTask(server, project, { state: 'REVIEW' });
    await move({ taskId: task.id, state: 'REVIEW', position: 1 });
    expect(((await move(waited)).body as unknown as ErrorBody).conflict).toMatchObject({ actorId: tom.id });
    expect(await titlesIn('DONE')).toEqual([]);
  });

  test('section 6: who has moved the card themselves since, on another device, is not asked', async () => {
    const task = await createTask(server, project);
    await move({ taskId: task.id, state: 'REVIEW', position: 0 });
    const late = await move({ taskId: task.id, state: 'DONE', position: 0, expectedState: 'READY' });
    expect([late.status, late.body.task.state]).toEqual([200, 'DONE']);
  });

  test.each([
    { position: -1 },
    { position: 1.5 },
    { position: '3' },
    { position: null },
    { state: 'X' },
    { taskId: 'x' },
  ])('section 10: %j is 400 and nothing changes', async (wrong) => {
    const task = await createTask(server, project);
    expect((await move({ taskId: task.id, state: 'DONE', position: 0, ...wrong })).status).toBe(400);
    expect((await boardOf()).v).toBe(task.v);
  });

  test('rights: viewer 403, stranger and unknown card 404', async () => {
    const task = await createTask(server, project);
    const body = { taskId: task.id, state: 'DONE', position: 0 };
    expect((await move(body, await createMember(server, project, { roleId: 'viewer' }))).status).toBe(403);
    expect((await move(body, await createUser(server))).status).toBe(404);
    expect((await move({ ...body, taskId: randomUUID() })).status).toBe(404);
  });
});

describe('DELETE and restore', () => {
  test('the second deletion is 410, later edits too; it can be restored to the end of its column', async () => {
    const task = await createTask(server, project, { title: 'Gone' });
    await createTask(server, project, { title: 'Stays' });
    expect((await as(owner).delete<Task>(`/tasks/${task.id}`)).body).toMatchObject({
      id: task.id,
      title: 'Gone',
    });
    for (const again of [
      await as(owner).delete(`/tasks/${task.id}`),
      await as(owner).put(`/tasks/${task.id}`, { title: 'Late' }),
      await as(owner).get(`/tasks/${task.id}`),
    ]) {
      expect([again.status, again.body.code]).toEqual([410, 'task_deleted']);
    }
    const member = await createMember(server, project);
    expect((await as(member).post(`/tasks/${task.id}/restore`)).status).toBe(403);
    expect((await as(owner).post(`/tasks/${task.id}/restore`)).status).toBe(200);
    expect(await titlesIn('READY')).toEqual(['Stays', 'Gone']);
  });

  test('a member restores what they deleted themselves within an hour, and nothing else', async () => {
    const [member, other] = [await createMember(server, project), await createMember(server, project)];
    const task = await createTask(server, project, { title: 'Mine to take back' });
    const restore = async (who: TestUser) => (await as(who).post(`/tasks/${task.id}/restore`)).status;
    const trash = async (who: TestUser) =>
      (await as(who).get<TrashedTask[]>(`/kanban/project/${project.id}/trash`)).body.map(
        ({ title, deletedBy, canRestore }) => [title, deletedBy, canRestore],
      );
    await as(member).delete(`/tasks/${task.id}`);
    expect(await trash(member)).toEqual([['Mine to take back', member.id, true]]);
    expect(await trash(other)).toEqual([['Mine to take back', member.id, false]]);
    expect(await trash(owner)).toEqual([['Mine to take back', member.id, true]]);
    expect(await restore(other)).toBe(403);
    expect(await restore(member)).toBe(200);
    // Again: it is there, and answered as it is.
    expect(await restore(member)).toBe(200);
    expect(await trash(member)).toEqual([]);

    await as(member).delete(`/tasks/${task.id}`);
    const old = new Date(Date.now() - 61 * 60 * 1000);
    await server.connection.collection('tasks').updateOne({ taskId: task.id }, { $set: { deletedAt: old } });
    expect(await trash(member)).toEqual([['Mine to take back', member.id, false]]);
    expect(await restore(member)).toBe(403);
    expect(await restore(owner)).toBe(200);
  });

  test('the trash holds 30 days, latest first, and nothing that the reader did not see or that moved away', async () => {
    const member = await createMember(server, project);
    const secret = await createTask(server, project, { title: 'Secret', visibility: 'PRIVATE' });
    const [first, second, old] = [
      await createTask(server, project, { title: 'First' }),
      await createTask(server, project, { title: 'Second' }),
      await createTask(server, project, { title: 'Old' }),
    ];
    for (const { id } of [secret, first, second, old]) await as(owner).delete(`/tasks/${id}`);
    const month = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    await server.connection.collection('tasks').updateOne({ taskId: old.id }, { $set: { deletedAt: month } });
    const titles = async (who: TestUser) =>
      (await as(who).get<TrashedTask[]>(`/kanban/project/${project.id}/trash`)).body.map(
        ({ title }) => title,
      );
    expect(await titles(member)).toEqual(['Second', 'First']);
    expect(await titles(owner)).toEqual(['Second', 'First', 'Secret']);
    const viewer = await createMember(server, project, { roleId: 'viewer' });
    expect((await as(viewer).get(`/kanban/project/${project.id}/trash`)).status).toBe(403);
    expect((await as(await createUser(server)).get(`/kanban/project/${project.id}/trash`)).status).toBe(404);
    expect((await as(owner).get('/kanban/project/nonsense/trash')).status).toBe(400);
  });

  test('after 30 days a task is gone for good', async () => {
    const task = await createTask(server, project);
    await as(owner).delete(`/tasks/${task.id}`);
    const old = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    await server.connection.collection('tasks').updateOne({ taskId: task.id }, { $set: { deletedAt: old } });
    const answer = await as(owner).post(`/tasks/${task.id}/restore`);
    expect([answer.status, answer.body.code]).toEqual([410, 'restore_expired']);
  });
});

describe('moving to another project', () => {
  test('the task keeps its id; it leaves the one board and appears on the other', async () => {
    const workspace = await createWorkspace(server, { owner });
    const [from, to] = [
      await createProject(server, { workspace, owner }),
      await createProject(server, { workspace, owner }),
    ];
    const bob = await createMember(server, from);
    const task = await createTask(server, from, { title: 'Wanders', assignees: [owner.id, bob.id] });
    const moved = await as(owner).put<TaskWriteAnswer>(`/tasks/${task.id}`, {
      projectId: to.id,
      title: 'Arrived',
    });
    expect(moved.body).toMatchObject({
      id: task.id,
      projectId: to.id,
      title: 'Arrived',
      assignees: [owner.id],
    });
    expect(await titlesIn('READY', from)).toEqual([]);
    expect(await titlesIn('READY', to)).toEqual(['Arrived']);
    expect((await as(owner).get<Task>(`/tasks/${task.id}`)).body.projectId).toBe(to.id);
    const ops = (await as(owner).get<{ ops: object[] }>(`/kanban/project/${from.id}/ops?since=1`)).body.ops;
    expect(ops.at(-1)).toMatchObject({ type: 'task.deleted', patch: { movedTo: to.id } });
    // And back again.
    await as(owner).put(`/tasks/${task.id}`, { projectId: from.id });
    expect(await titlesIn('READY', from)).toEqual(['Arrived']);
    expect(await titlesIn('READY', to)).toEqual([]);
  });

  test('it needs the right in both projects', async () => {
    const other = await createProject(server);
    const task = await createTask(server, project);
    expect((await as(owner).put(`/tasks/${task.id}`, { projectId: other.id })).status).toBe(404);
    await createMember(server, other, { user: owner, roleId: 'viewer' });
    expect((await as(owner).put(`/tasks/${task.id}`, { projectId: other.id })).status).toBe(403);
    expect(await titlesIn('READY')).toEqual(['Task']);
  });

  test('a process of version 0.1.0 that died between the two halves: the next start finishes', async () => {
    const workspace = await createWorkspace(server, { owner });
    const [from, to] = [
      await createProject(server, { workspace, owner }),
      await createProject(server, { workspace, owner }),
    ];
    const task = await createTask(server, from, { title: 'Half way' });
    await as(owner).put(`/tasks/${task.id}`, { projectId: to.id });
    // What that version left before its second half: the source's deletion has not happened.
    const { connection } = server;
    const source = { _id: `${from.id}/${task.id}` as never };
    await connection.collection('ops').deleteOne({ projectId: from.id, v: 2 });
    await connection.collection('boardheads').updateOne({ _id: from.id as never }, { $set: { appliedV: 1 } });
    await connection
      .collection('tasks')
      .updateOne(source, { $set: { rev: 1 }, $unset: { deletedAt: 1, movedTo: 1 } });
    await connection
      .collection('tasks')
      .updateOne({ _id: `${to.id}/${task.id}` as never }, { $set: { movedFrom: from.id } });
    await connection.collection('schema').updateOne({ _id: 'version' as never }, { $set: { version: 1 } });
    // The process that starts next finishes it before it listens.
    const next = await startTestServer({ database });
    try {
      const titles = async (of: TestProject) => {
        const { body } = await next.request(owner).get<ProjectBoard>(`/kanban/project/${of.id}`);
        return body.columns.flatMap((column) => column.tasks).map((each) => each.title);
      };
      expect(await titles(from)).toEqual([]);
      expect(await titles(to)).toEqual(['Half way']);
    } finally {
      await next.stop();
    }
    expect(await connection.collection('tasks').countDocuments({ movedFrom: { $exists: true } })).toBe(0);
  });
});

test('the personal board gathers the caller’s tasks of all projects that he may see now', async () => {
  const bob = await createUser(server);
  const [first, second] = [
    await createProject(server, { name: 'Alpha' }),
    await createProject(server, { name: 'Beta' }),
  ];
  for (const each of [first, second]) await createMember(server, each, { user: bob });
  await createTask(server, first, { title: 'Not his' });
  await createTask(server, second, { title: 'B0', assignees: [bob.id] });
  await createTask(server, first, { title: 'A1', assignees: [bob.id] });
  await createTask(server, second, { title: 'B1', assignees: [bob.id] });
  const read = async () => (await as(bob).get<PersonalBoard>('/kanban/personal')).body;
  const titles = (board: PersonalBoard) =>
    board.columns.flatMap((column) => column.tasks).map((task) => task.title);
  const board = await read();
  expect(titles(board)).toEqual(['B0', 'A1', 'B1']);
  expect(board.cursors[second.id]).toMatchObject({ v: 3 });
  expect(board.projects.map(({ name, role }) => [name, role])).toEqual([
    ['Alpha', 'member'],
    ['Beta', 'member'],
  ]);
  await as(second.owner).delete(`/projectUsers/${second.id}/${bob.id}`);
  expect(titles(await read())).toEqual(['A1']);
});

test('the columns of a board have id, state and tasks (specification section 3)', async () => {
  const task = await createTask(server, project, { state: 'TEST' });
  const { columns } = await boardOf();
  expect(columns.map(({ id, state }) => [id, state])).toEqual(taskStates.map((state) => [state, state]));
  expect(columns.flatMap(({ state, tasks }) => tasks.map(({ id }) => [state, id]))).toEqual([
    ['TEST', task.id],
  ]);
});

test('section 7: GET /kanban/filter/time_estimate lists id and name of every estimate', async () => {
  const { body } = await as(owner).get<TimeEstimate[]>('/kanban/filter/time_estimate');
  expect(body).toEqual(timeEstimateIds.map((id) => ({ id, name: `time_estimate_${id}` })));
});
