import { randomUUID } from 'node:crypto';
import type { PersonalBoard, ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { messages } from '@livelane/shared/http/messages';
import type { Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { type TimeEstimate, taskStates, timeEstimateIds } from '@livelane/shared/tasks/task.values';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  type TestProject,
  type TestUser,
} from './factories';
import { serverForTests } from './harness';

const server = serverForTests();
let project: TestProject;
let owner: TestUser;

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
  ])('SPEC.md#bad-input: %j is 400 in the catalogue’s words, and nothing changes', async (wrong, message) => {
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

  test('SPEC.md#conflicts: a description on an older base is 409 with all three texts, and nothing is lost', async () => {
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

  test('SPEC.md#conflicts: assignees are a difference against the base', async () => {
    const [bob, cleo] = [await createMember(server, project), await createMember(server, project)];
    const task = await createTask(server, project, { assignees: [owner.id] });
    await as(owner).put(`/tasks/${task.id}`, { assignees: [owner.id, bob.id], baseRev: task.rev });
    const merged = await as(owner).put<TaskWriteAnswer>(`/tasks/${task.id}`, {
      assignees: [cleo.id],
      baseRev: task.rev,
    });
    expect(merged.body.assignees).toEqual([bob.id, cleo.id]);
  });

  test('SPEC.md#conflicts: assignees are a difference against the list that their user saw, which had no version yet', async () => {
    const [bob, cleo] = [await createMember(server, project), await createMember(server, project)];
    const task = await createTask(server, project, { assignees: [owner.id] });
    const put = async (assignees: string[], baseLists?: object, baseRev: number | undefined = task.rev) =>
      (await as(owner).put<TaskWriteAnswer>(`/tasks/${task.id}`, { assignees, baseRev, baseLists })).body;
    await put([owner.id, bob.id]);
    await put([owner.id, cleo.id]);
    // Made while the first change waited: only that one is taken back.
    const taken = await put([owner.id], { assignees: [owner.id, bob.id] });
    expect(taken.assignees).toEqual([owner.id, cleo.id]);
    const again = await put([owner.id], { assignees: [owner.id, bob.id] }, taken.rev);
    expect([again.assignees, again.rev]).toEqual([taken.assignees, taken.rev]);
    const keyed = as(owner).with({ 'Idempotency-Key': randomUUID() });
    const body = { assignees: [owner.id], baseRev: taken.rev };
    await keyed.put<TaskWriteAnswer>(`/tasks/${task.id}`, body);
    const repeated = { ...body, baseLists: { assignees: taken.assignees } };
    // The first one was for a node that does not know it.
    expect((await keyed.put<TaskWriteAnswer>(`/tasks/${task.id}`, repeated)).status).toBe(200);
    await put([owner.id, cleo.id]);
    const withText = await as(owner).put<ErrorBody>(`/tasks/${task.id}`, {
      assignees: [bob.id],
      description: 'Mine',
      baseRev: taken.rev,
      baseLists: { assignees: [owner.id] },
    });
    expect(withText.body).toMatchObject({ assignees: [cleo.id, bob.id], description: 'Mine' });
    const refused = await as(owner).put<ErrorBody>(`/tasks/${task.id}`, {
      assignees: [],
      baseLists: { assignees: ['me'] },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
  });

  test('two additions on one base never make more than 50 assignees', async () => {
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

test('the personal board gathers the caller’s tasks of all projects that they may see now', async () => {
  const bob = await createUser(server);
  const [first, second] = [
    await createProject(server, { name: 'Alpha' }),
    await createProject(server, { name: 'Beta' }),
  ];
  for (const each of [first, second]) await createMember(server, each, { user: bob });
  await createTask(server, first, { title: 'Not Bob’s' });
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
