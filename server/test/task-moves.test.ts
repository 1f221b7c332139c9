import { randomUUID } from 'node:crypto';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { MoveTaskAnswer, Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { TestDatabase } from './database';
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
import { ownProject } from './ownProject';

const own = ownProject();
const { as, boardOf, titlesIn } = own;
let database: TestDatabase;
let server: TestServer;
let project: TestProject;
let owner: TestUser;
beforeEach(() => {
  ({ database, server, project, owner } = own);
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

  test('R17 nor does a move past cards that its user does not see', async () => {
    const member = await createMember(server, project);
    await createTask(server, project, { title: 'Hidden above', visibility: 'PRIVATE' });
    const first = await createTask(server, project, { title: 'First' });
    await createTask(server, project, { title: 'Hidden between', visibility: 'PRIVATE' });
    const last = await createTask(server, project, { title: 'Last' });
    await createTask(server, project, { title: 'Hidden below', visibility: 'PRIVATE' });
    const { v } = await boardOf();
    for (const [{ id: taskId }, place] of [
      [first, { position: 0 }],
      [first, { position: 5, beforeId: last.id }],
      [last, { position: 1_000_000_000 }],
      [last, { position: 0, afterId: first.id }],
    ] as const)
      expect((await move({ taskId, state: 'READY', ...place }, member)).body.v).not.toBeGreaterThan(v);
    expect((await boardOf()).v).toBe(v);
    expect((await move({ taskId: first.id, state: 'READY', position: 1 }, member)).body.v).toBe(v + 1);
  });

  test('SPEC.md#conflicts: an expected state that is no longer true is 409 stale_move', async () => {
    const task = await createTask(server, project);
    const stale = await move({ taskId: task.id, state: 'DONE', position: 0, expectedState: 'TEST' });
    expect([stale.status, (stale.body as unknown as ErrorBody).code]).toEqual([409, 'stale_move']);
    expect((await move({ taskId: task.id, state: 'DONE', position: 0, expectedState: 'READY' })).status).toBe(
      200,
    );
  });

  test('SPEC.md#conflicts: a stale move is told who moved the card, where to and when', async () => {
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
        projectId: project.id,
      },
    });
    // Carried on in the same column by its own user: it was Tom who brought it there.
    await createTask(server, project, { state: 'REVIEW' });
    await move({ taskId: task.id, state: 'REVIEW', position: 1 });
    expect(((await move(waited)).body as unknown as ErrorBody).conflict).toMatchObject({ actorId: tom.id });
    expect(await titlesIn('DONE')).toEqual([]);
  });

  test('SPEC.md#conflicts: who has moved the card themselves since, on another device, is not asked', async () => {
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
  ])('SPEC.md#bad-input: %j is 400 and nothing changes', async (wrong) => {
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

  test('what its fields name is read as in the project where the task is: nobody is refused for another’s change', async () => {
    const workspace = await createWorkspace(server, { owner });
    const [from, to] = [
      await createProject(server, { workspace, owner }),
      await createProject(server, { workspace, owner }),
    ];
    const labels = `/workspaces/${workspace.id}/labels`;
    const label = async (name: string) =>
      (await as(owner).post<Label>(labels, { name, colour: 'red' })).body.id;
    const [gone, merged, kept] = [await label('Gone'), await label('Merged'), await label('Kept')];
    await as(owner).delete(`${labels}/${gone}`);
    await as(owner).post(`${labels}/${merged}/merge`, { into: kept });
    const [bob, outsider] = [await createMember(server, from), await createMember(server, from)];
    await createMember(server, to, { user: bob });
    const task = await createTask(server, from, { assignees: [outsider.id] });
    const change = { projectId: to.id, labels: [gone, merged], baseRev: task.rev };
    const assignees = [outsider.id, bob.id];
    const stranger = await createMember(server, from);
    const refused = await as(owner).put<ErrorBody>(`/tasks/${task.id}`, {
      ...change,
      assignees: [stranger.id],
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'assignee_not_member' } });
    const moved = await as(owner).put<TaskWriteAnswer>(`/tasks/${task.id}`, { ...change, assignees });
    expect(moved.body).toMatchObject({ projectId: to.id, labels: [kept], assignees: [bob.id] });
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
