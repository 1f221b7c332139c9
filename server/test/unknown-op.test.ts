import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { breakBoard, UNKNOWN_OP } from './broken-board';
import { startTestDatabase, type TestDatabase } from './database';
import { createProject, createTask, createUser, type TestProject, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';

let database: TestDatabase;
let server: TestServer;
let owner: TestUser;
let board: TestProject;
let other: TestProject;
beforeEach(async () => {
  database = await startTestDatabase();
  server = await startTestServer({ database });
  owner = await createUser(server);
  [board, other] = [await createProject(server, { owner }), await createProject(server, { owner })];
  await createTask(server, board);
});
afterEach(async () => {
  await server.stop();
  await database.close();
});

/** As a node of a later version leaves it. */
async function writeUnknownOp(isApplied: boolean): Promise<void> {
  const v = await breakBoard(server, board, UNKNOWN_OP);
  if (isApplied)
    await server.connection
      .collection<{ _id: string }>('boardheads')
      .updateOne({ _id: board.id }, { $set: { appliedV: v } });
}

describe.each([true, false])('an op of a later version, applied by its node: %s', (isApplied) => {
  test('R22 its board answers 503, and no other one is stopped', async () => {
    const client = server.request(owner);
    const before = await createTask(server, board);
    await writeUnknownOp(isApplied);
    const refused = [
      () => client.get(`/kanban/project/${board.id}`),
      () => client.get(`/kanban/project/${board.id}/ops?since=0`),
      () => client.post('/tasks', { title: 'New', projectId: board.id }),
      () => client.put(`/tasks/${before.id}`, { title: 'New' }),
    ];
    const answers = await Promise.all([
      ...refused.map((call) => call()),
      client.get<ProjectBoard>(`/kanban/project/${other.id}`),
      client.post('/tasks', { title: 'New', projectId: other.id }),
      client.get('/kanban/personal'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 200, 201, 200]);
    for (const { headers } of answers.slice(0, 4))
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('R22 a node that starts on such a database serves all other boards', async () => {
    await writeUnknownOp(isApplied);
    const second = await startTestServer({ database });
    try {
      const client = second.request(owner);
      expect((await client.get(`/kanban/project/${other.id}`)).status).toBe(200);
      const made = await client.post('/tasks', { title: 'New', projectId: other.id });
      expect(made.status).toBe(201);
      expect((await client.get('/kanban/personal')).status).toBe(200);
    } finally {
      await second.stop();
    }
  });
});
