import type { Label } from '@livelane/shared/labels/label.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { BAD_OP, breakBoard, UNKNOWN_OP } from './broken-board';
import { startTestDatabase, type TestDatabase } from './database';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  createWorkspace,
  PASSWORD,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from './factories';
import { startTestServer, type TestServer } from './harness';

const DAY_MS = 24 * 60 * 60 * 1000;

// R22: a board that cannot be read holds up its own work, and no other.

let database: TestDatabase;
let server: TestServer;
let owner: TestUser;
let workspace: TestWorkspace;
let broken: TestProject;
let other: TestProject;
beforeEach(async () => {
  database = await startTestDatabase();
  server = await startTestServer({ database });
  owner = await createUser(server);
  workspace = await createWorkspace(server, { owner });
  [broken, other] = [await createProject(server, { workspace }), await createProject(server, { workspace })];
});
afterEach(async () => {
  await server.stop();
  await database.close();
});

const collection = (name: string) => server.connection.collection<{ _id: string }>(name);
const existsIn = async (name: string, _id: string) => (await collection(name).findOne({ _id })) !== null;
const membersOf = async ({ id }: TestProject) =>
  (await server.app.services.access.projectMembers(id)).map((member) => member.id);
const sweep = () => server.app.services.team.sweep.sweep(new Date());

/** A member of both projects. */
async function memberOfBoth(): Promise<TestUser> {
  const member = await createMember(server, broken);
  return createMember(server, other, { user: member });
}

describe.each([BAD_OP, UNKNOWN_OP])('beside $type', (op) => {
  test('R22 members leave all other boards, and a node starts', async () => {
    const [removed, promoted] = [await memberOfBoth(), await memberOfBoth()];
    await breakBoard(server, broken, op);
    const members = `/workspaceUsers/${workspace.id}`;
    expect((await server.request(owner).delete(`${members}/${removed.id}`)).status).toBe(204);
    const maintainer = { userId: promoted.id, roleId: 'maintainer' };
    expect((await server.request(owner).put(members, maintainer)).status).toBe(200);
    expect(await membersOf(other)).not.toContain(removed.id);

    // Begun by a process that died.
    const elsewhere = await createProject(server);
    const leaver = await createMember(server, elsewhere);
    const left = { _id: elsewhere.workspaceId };
    const pending = { id: 'entry', userId: elsewhere.owner.id, actorId: leaver.id, at: new Date(0) };
    await server.app.services.users.beginClosing(leaver.id, new Date(0));
    await collection('workspaces').updateOne(left, { $set: { pending: [pending] } });

    const second = await startTestServer({ database });
    try {
      expect((await second.request(owner).get(`/kanban/project/${other.id}`)).status).toBe(200);
      expect(await existsIn('users', leaver.id)).toBe(false);
      expect(await collection('workspaces').findOne(left)).toMatchObject({ pending: [] });
      const unfinished = second.log.filter(({ msg }) => String(msg).startsWith('left-over work'));
      expect(unfinished).toHaveLength(2);
      for (const line of unfinished) expect(line).toMatchObject({ level: 40, workspaceId: workspace.id });
    } finally {
      await second.stop();
    }
  });

  test('R22 R24 an account is deleted at once, and leaves the board when it can be read', async () => {
    const leaver = await memberOfBoth();
    const v = await breakBoard(server, broken, op);
    const body = { password: PASSWORD };
    expect((await server.request(leaver).delete(`/users/${leaver.id}`, body)).status).toBe(204);
    expect(await existsIn('users', leaver.id)).toBe(false);
    expect(await membersOf(other)).not.toContain(leaver.id);
    await sweep();
    await server.connection.collection('ops').deleteOne({ projectId: broken.id, v });
    await sweep();
    expect(await membersOf(broken)).toEqual([owner.id]);
  });

  test('R22 a workspace is deleted with all its other boards, and its people hear of it once', async () => {
    const third = await createProject(server, { workspace });
    await breakBoard(server, broken, op);
    const socket = await server.socket(owner);
    let timesTold = 0;
    const told = new Promise<void>((resolve) => {
      socket.on('access:revoked', ({ scope, id }) => {
        if (scope !== 'workspace' || id !== workspace.id) return;
        timesTold++;
        resolve();
      });
    });
    expect((await server.request(owner).delete(`/workspaces/${workspace.id}`)).status).toBe(204);
    for (const { id } of [other, third])
      expect(await collection('projects').findOne({ _id: id })).toMatchObject({
        deletedAt: expect.any(Date),
      });
    await told;

    // A project that was deleted long ago.
    const gone = await createProject(server);
    await server.request(gone.owner).delete(`/projects/${gone.id}`);
    const deletedAt = new Date(Date.now() - DAY_MS);
    await collection('projects').updateOne({ _id: gone.id }, { $set: { deletedAt } });
    await sweep();
    await server.app.services.team.sweep.purge();
    expect(await existsIn('projects', gone.id)).toBe(false);
    expect(await existsIn('workspaces', workspace.id)).toBe(true);
    // The answer follows all that was sent before.
    await socket.emitWithAck('personal:subscribe', {});
    expect(timesTold).toBe(1);
  });

  test('R22 a label leaves the cards of all other boards and returns to them, and the rest follows', async () => {
    const labels = `/workspaces/${workspace.id}/labels`;
    const made = await server.request(owner).post<Label>(labels, { name: 'Bug', colour: 'red' });
    const { id } = made.body;
    const tasks = [];
    for (const project of [broken, other]) tasks.push(await createTask(server, project, { labels: [id] }));
    const labelsOf = async (task?: TaskWriteAnswer) =>
      (await server.request(owner).get<TaskWriteAnswer>(`/tasks/${task?.id}`)).body.labels;
    const v = await breakBoard(server, broken, op);
    expect((await server.request(owner).delete(`${labels}/${id}`)).status).toBe(204);
    expect(await labelsOf(tasks[1])).toEqual([]);
    expect(await server.app.services.labels.list(owner.id, workspace.id)).toMatchObject({ labels: [] });
    await sweep();
    const restored = await server.request(owner).post(`${labels}/${id}/restore`);
    expect(restored.status).toBe(200);
    expect(await labelsOf(tasks[1])).toEqual([id]);

    expect((await server.request(owner).delete(`${labels}/${id}`)).status).toBe(204);
    await server.connection.collection('ops').deleteOne({ projectId: broken.id, v });
    await sweep();
    for (const task of tasks) expect(await labelsOf(task)).toEqual([]);
  });
});
