import { randomUUID } from 'node:crypto';
import type { CatchUp, OpsPage } from '@livelane/shared/boards/board.schema';
import {
  type Project,
  type ProjectFilterItem,
  projectSchema,
} from '@livelane/shared/projects/project.schema';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  createWorkspace,
  createWorkspaceMember,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import { testGuardedRoutes } from '../../../test/guardedRoutes';
import { serverForTests } from '../../../test/harness';

const server = serverForTests();
let ada: TestUser;
let workspace: TestWorkspace;
let project: TestProject;

beforeEach(async () => {
  ada = await createUser(server);
  workspace = await createWorkspace(server, { owner: ada });
  project = await createProject(server, { workspace, name: 'Rocket' });
});

const fields = { name: 'New name', description: 'New description' };

async function ops(user: TestUser, projectId: string): Promise<OpsPage['ops']> {
  const { body } = await server.request(user).get<CatchUp>(`/kanban/project/${projectId}/ops?since=0`);
  return 'ops' in body ? body.ops : [];
}

describe('POST /projects', () => {
  it('answers 201 with the project, whose owner any member of the workspace becomes', async () => {
    const member = await createWorkspaceMember(server, workspace);
    const input = { ...fields, workspaceId: workspace.id };
    const answer = await server.request(member).post<Project>('/projects', input);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ ...input, id: expect.any(String), role: 'owner' });
    expect(projectSchema.safeParse(answer.body).success).toBe(true);
  });

  it('gives the owners and maintainers of the workspace their inherited place on the board', async () => {
    const maintainer = await createWorkspaceMember(server, workspace, { roleId: 'maintainer' });
    const member = await createWorkspaceMember(server, workspace);
    const { body } = await server
      .request(member)
      .post<Project>('/projects', { ...fields, workspaceId: workspace.id });
    const board = await server
      .request(member)
      .get<{ members: Array<{ id: string; roleId: string }> }>(`/kanban/project/${body.id}`);
    expect(board.body.members.map(({ id, roleId }) => [id, roleId])).toEqual([
      [member.id, 'owner'],
      [ada.id, 'owner'],
      [maintainer.id, 'maintainer'],
    ]);
  });

  it('answers 400 with the texts, also for a workspaceId that is none', async () => {
    expect(await server.request(ada).post('/projects', {})).toMatchObject({
      status: 400,
      body: { message: 'Name is required. Description is required. Workspace ID is required' },
    });
    const injected = { ...fields, workspaceId: { $ne: null } };
    expect((await server.request(ada).post('/projects', injected)).status).toBe(400);
  });

  it('answers 404 for a workspace that is not the caller’s, or none', async () => {
    const foreign = await createWorkspace(server);
    for (const workspaceId of [foreign.id, randomUUID()]) {
      expect((await server.request(ada).post('/projects', { ...fields, workspaceId })).status).toBe(404);
    }
    expect((await server.request(foreign.owner).get<Project[]>('/projects/filter')).body).toEqual([]);
  });
});

describe('GET /projects/{id} and /projects/filter', () => {
  it('answers what the caller may see, with their effective role', async () => {
    const viewer = await createMember(server, project, { roleId: 'viewer' });
    await createProject(server, { workspace, name: 'Hidden' });
    const answer = await server.request(viewer).get<Project>(`/projects/${project.id}`);
    const { owner: _, ...shown } = project;
    expect(answer).toMatchObject({ status: 200, body: { ...shown, role: 'viewer' } });
    const filter = await server.request(viewer).get<ProjectFilterItem[]>('/projects/filter');
    expect(filter).toMatchObject({ status: 200, body: [{ projectId: project.id, name: 'Rocket' }] });
    expect(
      (await server.request(ada).get<ProjectFilterItem[]>('/projects/filter')).body.map((row) => row.name),
    ).toEqual(['Hidden', 'Rocket']);
  });

  it('answers 404 to members of the workspace without a role, and to strangers, as for none', async () => {
    const member = await createWorkspaceMember(server, workspace);
    const stranger = await createUser(server);
    for (const user of [member, stranger]) {
      const foreign = await server.request(user).get(`/projects/${project.id}`);
      const unknown = await server.request(user).get(`/projects/${randomUUID()}`);
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
  });
});

describe('PUT /projects/{id}', () => {
  it('R1 changes name and description by exactly one op', async () => {
    const answer = await server.request(ada).put<Project>(`/projects/${project.id}`, fields);
    expect(answer).toMatchObject({ status: 200, body: { ...fields, id: project.id, role: 'owner' } });
    expect(await ops(ada, project.id)).toEqual([
      expect.objectContaining({ v: 1, type: 'project.patched', patch: fields, actorId: ada.id }),
    ]);
    expect((await server.request(ada).get<Project>(`/projects/${project.id}`)).body).toEqual(answer.body);
  });

  it('R1 a change that changes nothing makes no op', async () => {
    const same = { name: project.name, description: project.description };
    expect((await server.request(ada).put(`/projects/${project.id}`, same)).status).toBe(200);
    expect(await ops(ada, project.id)).toEqual([]);
  });

  it('R1 keeps the old values on the server only', async () => {
    await server.request(ada).put(`/projects/${project.id}`, fields);
    const [op] = await ops(ada, project.id);
    expect(op).not.toHaveProperty('before');
    const stored = await server.connection.collection('ops').findOne({ projectId: project.id });
    expect(stored?.before).toEqual({ name: 'Rocket', description: 'For tests' });
  });

  it('answers 400, 403 and 404 and changes nothing', async () => {
    const member = await createMember(server, project, { roleId: 'member' });
    const path = `/projects/${project.id}`;
    const missing = await server.request(ada).put(path, { description: 'Only' });
    expect(missing).toMatchObject({ status: 400, body: { message: 'Name is required' } });
    expect(await server.request(member).put(path, fields)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await server.request(await createUser(server)).put(path, fields)).status).toBe(404);
    expect((await server.request(ada).get<Project>(path)).body.name).toBe('Rocket');
  });

  it('does not move the project to another workspace', async () => {
    const other = await createWorkspace(server, { owner: ada });
    await server.request(ada).put(`/projects/${project.id}`, { ...fields, workspaceId: other.id });
    expect((await server.request(ada).get<Project>(`/projects/${project.id}`)).body.workspaceId).toBe(
      workspace.id,
    );
  });
});

test('whoever is lowered to viewer is taken off their tasks by the same op, and keeps no sight of PRIVATE ones', async () => {
  const member = await createMember(server, project);
  const assignees = [ada.id, member.id];
  const open = await createTask(server, project, { assignees });
  const secret = await createTask(server, project, { assignees, visibility: 'PRIVATE' });
  const lowered = { userId: member.id, roleId: 'viewer' };
  expect((await server.request(ada).put(`/projectUsers/${project.id}`, lowered)).status).toBe(200);

  const [op] = (await ops(ada, project.id)).slice(-1);
  expect(op).toMatchObject({
    type: 'member.roleChanged',
    patch: { ...lowered, unassigned: expect.arrayContaining([open.id, secret.id]) },
  });
  const left = await server.request(ada).get<{ assignees: string[] }>(`/tasks/${open.id}`);
  expect(left.body.assignees).toEqual([ada.id]);
  expect((await server.request(member).get(`/tasks/${secret.id}`)).status).toBe(404);
  const [seen] = (await ops(await createMember(server, project), project.id)).filter(
    (each) => each.type === 'member.roleChanged',
  );
  expect(seen).toMatchObject({ patch: { unassigned: [open.id] } });
});

test('R24 nothing of a deleted project stays: tasks, checkpoints, what people have seen', async () => {
  const { id: projectId } = project;
  await createTask(server, project);
  await server.request(ada).put(`/kanban/project/${projectId}/seen`, { v: 1 });
  await server.app.services.oplog.rowsCaughtUp();
  // Like one of a board with a thousand ops.
  const checkpoint = { _id: `${projectId}/1000/0` as never, projectId, v: 1000 };
  await server.connection.collection('checkpoints').insertOne(checkpoint);
  const left = () =>
    Promise.all(
      ['tasks', 'checkpoints', 'seens'].map((name) =>
        server.connection.collection(name).countDocuments({ projectId }),
      ),
    );
  expect(await left()).toEqual([1, 1, 1]);
  expect((await server.request(ada).delete(`/projects/${projectId}`)).status).toBe(204);
  expect(await left()).toEqual([0, 0, 0]);
});

describe('DELETE /projects/{id}', () => {
  it('takes tasks and memberships along', async () => {
    const task = await createTask(server, project);
    const member = await createMember(server, project);
    expect(await server.request(ada).delete(`/projects/${project.id}`)).toMatchObject({ status: 204 });
    for (const user of [ada, member]) {
      const caller = server.request(user);
      for (const path of [
        `/projects/${project.id}`,
        `/projectUsers/${project.id}`,
        `/kanban/project/${project.id}`,
        `/kanban/project/${project.id}/ops?since=0`,
        `/tasks/${task.id}`,
        `/workspaces/project/${project.id}`,
      ]) {
        expect([path, (await caller.get(path)).status]).toEqual([path, 404]);
      }
      expect((await caller.get<Project[]>('/projects/filter')).body).toEqual([]);
    }
    expect((await server.request(ada).delete(`/projects/${project.id}`)).status).toBe(404);
    expect((await server.request(ada).post('/tasks', { title: 'T', projectId: project.id })).status).toBe(
      404,
    );
    expect(await server.connection.collection('tasks').countDocuments({ projectId: project.id })).toBe(0);
  });

  it('is the owner’s alone', async () => {
    const maintainer = await createMember(server, project, { roleId: 'maintainer' });
    expect((await server.request(maintainer).delete(`/projects/${project.id}`)).status).toBe(403);
    expect((await server.request(await createUser(server)).delete(`/projects/${project.id}`)).status).toBe(
      404,
    );
    expect((await server.request(ada).get(`/projects/${project.id}`)).status).toBe(200);
  });
});

testGuardedRoutes(
  server,
  [
    ['get', '/projects/filter'],
    ['post', '/projects'],
    ['get', '/projects/:id'],
    ['put', '/projects/:id'],
    ['delete', '/projects/:id'],
  ],
  { caller: () => ada, id: () => project.id, fields },
);
