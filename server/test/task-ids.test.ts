import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { createProject, createTask, createWorkspace, type TestProject } from './factories';
import { serverForTests } from './harness';

// A client mints the ids of its tasks; one that is in use is refused, also while its row is not written yet.

const server = serverForTests();
let project: TestProject;
let other: TestProject;

beforeAll(async () => {
  const workspace = await createWorkspace(server);
  project = await createProject(server, { workspace });
  other = await createProject(server, { workspace });
});

const create = (id: string, projectId: string) =>
  server.request(project.owner).post<ErrorBody>('/tasks', { id, projectId, title: 'Again' });

test('an id of the same project, of another one, and of a task that was just deleted is refused', async () => {
  for (const projectId of [project.id, other.id]) {
    const { id } = await createTask(server, project);
    expect((await create(id, projectId)).body.code).toBe('id_taken');
    await server.request(project.owner).delete(`/tasks/${id}`);
    expect((await create(id, projectId)).body.code).toBe('id_taken');
  }
});

test('of two new tasks with one id that come at once, one is made', async () => {
  const id = randomUUID();
  const answers = await Promise.all([create(id, project.id), create(id, project.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('ids that differ in letter case only are one id, wherever they are told', async () => {
  const { id } = await createTask(server, project);
  const upper = id.toUpperCase();
  expect(await create(upper, project.id.toUpperCase())).toMatchObject({
    status: 409,
    body: { code: 'id_taken' },
  });
  const client = server.request(project.owner);
  for (const answer of [
    await client.get(`/tasks/${upper}`),
    await client.put(`/tasks/${upper}`, { assignees: [project.owner.id.toUpperCase()] }),
    await client.post('/kanban/moveTask', { taskId: upper, state: 'DONE', position: 0 }),
    await client.get(`/kanban/project/${project.id.toUpperCase()}`),
  ]) {
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(upper);
    expect(JSON.stringify(answer.body)).not.toContain(project.owner.id.toUpperCase());
  }
});

test('R7 a key in another letter case is the same key', async () => {
  const key = randomUUID();
  const make = (mutationId: string) =>
    server
      .request(project.owner)
      .with({ 'Idempotency-Key': mutationId })
      .post<TaskWriteAnswer>('/tasks', { projectId: project.id, title: 'Once' });
  const [first, again] = [await make(key.toUpperCase()), await make(key)];
  expect(again.body).toMatchObject({ id: first.body.id, replayed: true });
});

test('of two new tasks with one id that come at once in two projects, one is made', async () => {
  for (let round = 0; round < 10; round++) {
    const id = randomUUID();
    const answers = await Promise.all([create(id, project.id), create(id, other.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('id_taken');
  }
});

test('an id whose creation was refused is free', async () => {
  const id = randomUUID();
  const body = { id, projectId: project.id, title: 'Again', assignees: [randomUUID()] };
  expect((await server.request(project.owner).post('/tasks', body)).status).toBe(400);
  expect((await create(id, other.id)).status).toBe(201);
});
