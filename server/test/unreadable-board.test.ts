import { breakBoard } from './broken-board';
import { startTestDatabase, type TestDatabase } from './database';
import { createProject, createTask, createUser, type TestProject, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';

let database: TestDatabase;
let first: TestServer;
let owner: TestUser;
let broken: TestProject;
let other: TestProject;
beforeEach(async () => {
  database = await startTestDatabase();
  first = await startTestServer({ database });
  owner = await createUser(first);
  [broken, other] = [await createProject(first, { owner }), await createProject(first, { owner })];
  await createTask(first, broken, { assignees: [owner.id] });
});
afterEach(async () => {
  await first.stop();
  await database.close();
});

test('a board that cannot be read stops no other one, and is told in the log once', async () => {
  await breakBoard(first, broken);
  const server = await startTestServer({ database });
  try {
    const client = server.request(owner);
    const task = await createTask(server, other, { assignees: [owner.id] });
    expect((await client.put(`/tasks/${task.id}`, { title: 'Renamed' })).status).toBe(200);
    const personal = await client.get<{ columns: { tasks: { title: string }[] }[] }>('/kanban/personal');
    expect(personal.body.columns.flatMap(({ tasks }) => tasks.map(({ title }) => title))).toContain(
      'Renamed',
    );
    await server.app.services.transfer.finishAll();
    const said = server.log.filter(({ msg }) => msg === 'this board cannot be read; all others go on');
    expect(said).toEqual([expect.objectContaining({ level: 50, projectId: broken.id })]);
    expect((await client.get(`/kanban/project/${broken.id}`)).status).toBe(500);
  } finally {
    await server.stop();
  }
});

test('heads of other boards are sent although one cannot be read', async () => {
  const socket = await first.socket(owner);
  for (const { id: projectId } of [broken, other]) await socket.emitWithAck('board:subscribe', { projectId });
  await breakBoard(first, broken);
  const told = new Promise<string>((resolve) => {
    socket.on('board:head', ({ projectId }) => projectId === other.id && resolve(projectId));
  });
  expect(await told).toBe(other.id);
  expect(first.log).toContainEqual(
    expect.objectContaining({
      projectId: broken.id,
      msg: 'no head of this board could be sent; others get theirs',
    }),
  );
});
