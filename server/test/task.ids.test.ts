import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { createProject, createTask, createWorkspace, type TestProject } from './factories';
import { startTestServer, type TestServer } from './harness';

// A client mints the ids of its tasks; one that is in use is refused, also while its row is not written yet.

let server: TestServer;
let project: TestProject;
let other: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  const workspace = await createWorkspace(server);
  project = await createProject(server, { workspace });
  other = await createProject(server, { workspace });
});
afterAll(() => server.stop());

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
