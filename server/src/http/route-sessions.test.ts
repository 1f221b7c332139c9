import { randomUUID } from 'node:crypto';
import type { OpsPage, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import { createProject, createTask, type TestProject, type TestUser } from '../../test/factories';
import { serverForTests } from '../../test/harness';
import { SessionService } from '../features/auth/session.service';

// The session of a valid token is looked up before the rest of the request is considered.

const server = serverForTests();
let project: TestProject;
/** The owner, with a token of a session that has ended. */
let ended: TestUser;

beforeAll(async () => {
  project = await createProject(server);
  const { owner } = project;
  const { session } = await server.app.services.auth.login(owner, { address: '127.0.0.1', userAgent: '' });
  ended = { ...owner, token: session.token };
  await server.request(ended).post('/auth/logout');
});

const ops = async () =>
  (await server.request(project.owner).get<OpsPage>(`/kanban/project/${project.id}/ops?since=0`)).body.ops;

test('an ended session writes nothing and reads nothing, whatever it asks for', async () => {
  const task = await createTask(server, project);
  const before = await ops();
  const as = server.request(ended);
  const path = `/tasks/${task.id}`;
  const answers = [
    await as.post('/tasks', { title: 'New', projectId: project.id }),
    await as.put(path, { title: 'Other' }),
    await as.put(path, { projectId: randomUUID() }),
    await as.post('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 }),
    await as.delete(path),
    await as.post(`${path}/restore`),
    await as.get(path),
    await as.get(`/kanban/project/${project.id}`),
    await as.get('/kanban/personal'),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  expect(await ops()).toEqual(before);
});

test('other faults in the request of an ended session are not reported', async () => {
  const as = server.request(ended).with({ [IDEMPOTENCY_KEY_HEADER]: 'no uuid' });
  expect((await as.post('/kanban/moveTask', { taskId: randomUUID() })).status).toBe(401);
  expect((await server.request(ended).get('/kanban/project/no-uuid')).status).toBe(401);
});

test('a move whose session is still being looked up waits for it', async () => {
  const task = await createTask(server, project);
  const before = await ops();
  let decide!: (isAlive: boolean) => void;
  const asked = new Promise<void>((resolve) => {
    jest.spyOn(SessionService.prototype, 'isAlive').mockImplementationOnce(() => {
      resolve();
      return new Promise((answer) => {
        decide = answer;
      });
    });
  });
  const move = server
    .request(project.owner)
    .post('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 });
  await asked;
  // Others get the same board in the meantime.
  const { body } = await server.request(project.owner).get<ProjectBoard>(`/kanban/project/${project.id}`);
  expect(body.v).toBe(task.v);
  decide(false);
  expect((await move).status).toBe(401);
  expect(await ops()).toEqual(before);
});
