import { randomUUID } from 'node:crypto';
import type { Task, TrashedTask } from '@livelane/shared/tasks/task.schema';
import { rowId } from '../src/features/tasks/task.model';
import { createMember, createTask, createUser, type TestProject, type TestUser } from './factories';
import type { TestServer } from './harness';
import { ownProject } from './ownProject';

const own = ownProject();
const { as, titlesIn } = own;
let server: TestServer;
let project: TestProject;
let owner: TestUser;
beforeEach(() => {
  ({ server, project, owner } = own);
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

  test('the trash holds the latest 200 deletions', async () => {
    const { id } = await createTask(server, project, { title: 'Earliest' });
    await as(owner).delete(`/tasks/${id}`);
    const rows = server.connection.collection('tasks');
    const row = await rows.findOne({ taskId: id });
    const now = Date.now();
    const later = Array.from({ length: 200 }, (_, index) => {
      const taskId = randomUUID();
      const title = `Later ${index}`;
      const deletedAt = new Date(now + 1 + index);
      return { ...row, _id: rowId(project.id, taskId) as never, taskId, title, deletedAt };
    });
    await rows.insertMany(later);
    const { body } = await as(owner).get<TrashedTask[]>(`/kanban/project/${project.id}/trash`);
    expect(body.map(({ title }) => title)).toEqual(later.map(({ title }) => title).reverse());
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
