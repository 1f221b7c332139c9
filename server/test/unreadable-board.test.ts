import type { Activity } from '@livelane/shared/history/history.schema';
import { BAD_OP, breakBoard, UNKNOWN_OP } from './broken-board';
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

describe.each([BAD_OP, UNKNOWN_OP])('a card that came from a board that ends with $type', (op) => {
  let server: TestServer;
  let moved: { id: string; rev: number };
  let comment: { id: string; rev: number };
  beforeEach(async () => {
    const client = first.request(owner);
    const task = await createTask(first, broken, { description: 'Here', assignees: [owner.id] });
    comment = (await client.post<typeof comment>(`/tasks/${task.id}/comments`, { text: 'Mine' })).body;
    moved = (await client.get<typeof moved>(`/tasks/${task.id}`)).body;
    expect((await client.put(`/tasks/${task.id}`, { projectId: other.id })).status).toBe(200);
    await breakBoard(first, broken, op);
    server = await startTestServer({ database });
  });
  afterEach(() => server.stop());

  test('R22 is in the activity of the board where it is, without its origin', async () => {
    const client = server.request(owner);
    for (const query of ['', `?taskId=${moved.id}`]) {
      const { status, body } = await client.get<Activity>(`/kanban/project/${other.id}/activity${query}`);
      expect(status).toBe(200);
      const arrival = body.items.find(({ type }) => type === 'task.created');
      expect(arrival).toMatchObject({ taskId: moved.id });
      expect(arrival?.changes.map(({ field }) => field)).toEqual(['state']);
    }
  });

  test('R22 is edited as from an unknown base, if its user saw it there', async () => {
    const client = server.request(owner);
    const base = (baseRev: number) => ({ baseRev, baseProjectId: broken.id });
    const edited = { title: 'New', assignees: [], ...base(moved.rev) };
    const { status, body } = await client.put(`/tasks/${moved.id}`, edited);
    expect([status, body]).toEqual([200, expect.objectContaining({ title: 'New', assignees: [owner.id] })]);
    const unknown = { code: 'edit_conflict', conflict: expect.objectContaining({ base: '' }) };
    const described = await client.put(`/tasks/${moved.id}`, { description: 'There', ...base(moved.rev) });
    expect([described.status, described.body]).toEqual([409, expect.objectContaining(unknown)]);
    const rewritten = await client.put(`/comments/${comment.id}`, { text: 'Other', ...base(comment.rev) });
    expect([rewritten.status, rewritten.body]).toEqual([409, expect.objectContaining(unknown)]);
  });
});
