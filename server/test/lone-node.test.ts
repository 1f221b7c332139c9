import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { ProjectStore } from '../src/features/projects/project.store';
import { BoardListener } from './board.listener';
import { startTestDatabase, type TestDatabase } from './database';
import { createMember, createProject, createTask, type TestProject } from './factories';
import { nextEvent, startTestServer, type TestServer } from './harness';

// What a node that is alone on its database looks for in the log, twice a second (R32, R34).

let database: TestDatabase;
let server: TestServer;
let project: TestProject;
/** Every command that the server has sent. */
const commands: mongo.Document[] = [];

beforeAll(async () => {
  database = await startTestDatabase({ monitorCommands: true });
  server = await startTestServer({ database, isOnlyNode: true });
  server.connection.getClient().on('commandStarted', ({ command }) => void commands.push(command));
});
beforeEach(async () => {
  project = await createProject(server);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await server.stop();
  await database.close();
});

/** Resolves after so many sweeps, each of which begins with the roles. */
async function swept(times: number): Promise<void> {
  const { workspaces } = server.app.services;
  const readRoles = workspaces.readRoles.bind(workspaces);
  const roles = jest.spyOn(workspaces, 'readRoles');
  await new Promise<void>((resolve) => {
    let left = times;
    roles.mockImplementation((ids) => {
      if (--left < 0) resolve();
      return readRoles(ids);
    });
  });
  roles.mockRestore();
}

test('R32 R34 it asks for no board of which it has sent everything', async () => {
  const { owner } = project;
  const socket = await server.socket(owner);
  const { v } = await createTask(server, project, { assignees: [owner.id] });
  await BoardListener.on(socket, project.id);
  await socket.emitWithAck('personal:subscribe', {});
  await swept(1);
  const { oplog } = server.app.services;
  const heads = jest.spyOn(oplog, 'headsOf');
  await swept(2);
  const heard = nextEvent(socket, 'board:ops');
  await createTask(server, project, { assignees: [owner.id] });
  expect(await heard).toMatchObject({ from: v + 1 });
  await swept(2);
  expect(heads.mock.calls.filter(([ids]) => ids.includes(project.id))).toEqual([]);
  socket.disconnect();
});

test('R8 it sends an op of which nobody was told once that is healed', async () => {
  const guest = await createMember(server, project);
  const listener = await BoardListener.on(await server.socket(project.owner), project.id);
  jest.spyOn(ProjectStore.prototype, 'applyAt').mockRejectedValueOnce(new Error('away for a moment'));
  const [path, body] = [`/projectUsers/${project.id}`, { userId: guest.id, roleId: 'maintainer' }];
  expect((await server.request(project.owner).put(path, body)).status).toBe(500);
  const v = await server.app.services.oplog.lastV(project.id);
  expect((await server.request(project.owner).get(`/projects/${project.id}`)).status).toBe(200);
  await listener.until(v);
  expect(listener.versions).toEqual([v]);
  listener.socket.disconnect();
});

test('R34 it sends an op that comes while someone begins to follow a project', async () => {
  const { owner } = project;
  const { id } = await createTask(server, project, { assignees: [owner.id] });
  const socket = await server.socket(owner);
  const { oplog, notifications } = server.app.services;
  // It asks for heads as well.
  await notifications.worker.caughtUp();
  const headsOf = oplog.headsOf.bind(oplog);
  const heads = jest.spyOn(oplog, 'headsOf').mockImplementation(async (ids) => {
    const found = await headsOf(ids);
    heads.mockImplementation(headsOf);
    await server.request(owner).put(`/tasks/${id}`, { title: 'Meanwhile' });
    return found;
  });
  const heard = nextEvent(socket, 'personal:ops');
  await socket.emitWithAck('personal:subscribe', {});
  expect((await heard).ops).toMatchObject([{ patch: { title: 'Meanwhile' } }]);
  socket.disconnect();
});

test('R32 R34 the heads of very many boards are read in parts', async () => {
  const ids = [...Array.from({ length: 1_200 }, () => randomUUID()), project.id];
  const before = commands.length;
  const heads = await server.app.services.oplog.headsOf(ids);
  expect([...heads.keys()]).toEqual([project.id]);
  const asked = commands.slice(before).flatMap(({ find, filter }) => {
    const some: string[] | undefined = filter?._id?.$in;
    return find === 'boardheads' && some ? [some.length] : [];
  });
  expect(asked).toEqual([500, 500, 201]);
});
