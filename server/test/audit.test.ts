import { randomUUID } from 'node:crypto';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { serverForTests } from './harness';

const server = serverForTests();
let project: TestProject;
let owner: TestUser;
beforeAll(async () => {
  project = await createProject(server);
  owner = project.owner;
});

/** The audit events about one object, without what every line has. */
function audit(id: string) {
  return server.log
    .filter((line) => line.kind === 'audit' && line.id === id)
    .map(({ event, actorId, userId, projectId, action }) => ({ event, actorId, userId, projectId, action }));
}

test('a deletion and a restoration of a task are told once, with actor, project and task', async () => {
  const { id } = await createTask(server, project, { title: 'Not for the log' });
  const key = { 'Idempotency-Key': randomUUID() };
  for (const replayed of [false, true]) {
    const answer = await server.request(owner).with(key).delete<TaskWriteAnswer>(`/tasks/${id}`);
    expect(answer.body.replayed).toBe(replayed);
  }
  expect((await server.request(owner).delete(`/tasks/${id}`)).status).toBe(410);
  expect((await server.request(owner).post(`/tasks/${id}/restore`)).status).toBe(200);
  expect((await server.request(owner).post(`/tasks/${id}/restore`)).status).toBe(200);
  const about = { actorId: owner.id, projectId: project.id };
  expect(audit(id)).toEqual([
    { event: 'task.deleted', ...about },
    { event: 'task.restored', ...about },
  ]);
  expect(JSON.stringify(server.log)).not.toContain('Not for the log');
});

test('what a role does not allow is told with the user, the action and the object', async () => {
  const viewer = await createMember(server, project, { roleId: 'viewer' });
  const { id } = await createTask(server, project);
  const client = server.request(viewer);
  const before = audit(project.id).length;
  for (const answer of [
    await client.delete(`/tasks/${id}`),
    await client.put(`/tasks/${id}`, { title: 'Mine' }),
    await client.post('/kanban/moveTask', { taskId: id, state: 'DONE', position: 0 }),
    await client.post('/tasks', { title: 'New', projectId: project.id }),
    await client.put(`/projects/${project.id}`, { name: 'Mine', description: 'Mine' }),
    await client.delete(`/projects/${project.id}`),
  ]) {
    expect(answer.status).toBe(403);
  }
  const told = audit(project.id).slice(before);
  expect(told.every(({ event, userId }) => event === 'denied' && userId === viewer.id)).toBe(true);
  expect(told.map(({ action }) => action)).toEqual([
    'task.delete',
    'task.edit',
    'task.move',
    'task.create',
    'project.edit',
    'project.delete',
  ]);
  expect(audit(id)).toEqual([]);
});

test('a changed password and a refused one are told, without either', async () => {
  const user = await createMember(server, project);
  const NEW = 'never to be logged';
  const change = (oldPassword: string) =>
    server
      .request(user)
      .put(`/users/${user.id}/password`, { oldPassword, newPassword: NEW, newPasswordConfirm: NEW });
  expect((await change('a wrong guess')).status).toBe(400);
  expect((await change(user.password)).status).toBe(204);
  const told = server.log.filter(
    (line) => line.kind === 'audit' && line.userId === user.id && String(line.event).startsWith('password.'),
  );
  expect(told.map(({ event }) => event)).toEqual(['password.refused', 'password.changed']);
  const text = JSON.stringify(server.log);
  for (const secret of [NEW, 'a wrong guess', user.password]) expect(text).not.toContain(secret);
});

test('deleted projects and workspaces are told with their actor', async () => {
  const doomed = await createProject(server);
  expect((await server.request(doomed.owner).delete(`/projects/${doomed.id}`)).status).toBe(204);
  expect((await server.request(doomed.owner).delete(`/workspaces/${doomed.workspaceId}`)).status).toBe(204);
  expect(audit(doomed.id)).toEqual([{ event: 'project.deleted', actorId: doomed.owner.id }]);
  expect(audit(doomed.workspaceId)).toEqual([{ event: 'workspace.deleted', actorId: doomed.owner.id }]);
});
