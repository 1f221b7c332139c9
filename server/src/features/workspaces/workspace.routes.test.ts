import { randomUUID } from 'node:crypto';
import type { Project } from '@livelane/shared/projects/project.schema';
import {
  type Workspace,
  type WorkspaceFilterItem,
  workspaceSchema,
} from '@livelane/shared/workspaces/workspace.schema';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  createWorkspace,
  createWorkspaceMember,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import { testGuardedRoutes } from '../../../test/guardedRoutes';
import { serverForTests } from '../../../test/harness';

const server = serverForTests();
let ada: TestUser;
let workspace: TestWorkspace;

beforeEach(async () => {
  ada = await createUser(server);
  workspace = await createWorkspace(server, { owner: ada, name: 'Lab' });
});

const fields = { name: 'New name', description: 'New description' };

describe('POST /workspaces', () => {
  it('answers 201 with the workspace, whose owner the creator is', async () => {
    const answer = await server
      .request(ada)
      .post<Workspace>('/workspaces', { name: '  Lab 2 ', description: 'D' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: 'Lab 2', description: 'D', role: 'owner', projects: [] });
    expect(workspaceSchema.safeParse(answer.body).success).toBe(true);
  });

  it('answers 400 with the text for each wrong field and creates nothing', async () => {
    const answer = await server
      .request(ada)
      .post('/workspaces', { name: ' ', description: 'x'.repeat(2_001) });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'invalid_input',
      message: 'Name is required. Description must be at most 2,000 characters long',
      errors: [
        { path: 'name', message: 'Name is required' },
        { path: 'description', message: 'Description must be at most 2,000 characters long' },
      ],
    });
    const all = await server.request(ada).get<Workspace[]>('/workspaces/user');
    expect(all.body).toHaveLength(1);
  });

  it('ignores fields that are the server’s own', async () => {
    const forged = {
      ...fields,
      id: randomUUID(),
      role: 'member',
      members: [],
      rev: 7,
      deletedAt: '2020-01-01',
    };
    const answer = await server.request(ada).post<Workspace>('/workspaces', forged);
    expect(answer.status).toBe(201);
    expect(answer.body.id).not.toBe(forged.id);
    expect((await server.request(ada).get<Workspace>(`/workspaces/${answer.body.id}`)).body.role).toBe(
      'owner',
    );
  });
});

describe('GET /workspaces/user', () => {
  it('lists the caller’s workspaces by name, each with the projects that they may see', async () => {
    const bob = await createUser(server);
    const seen = await createProject(server, { workspace, name: 'Seen' });
    await createProject(server, { workspace, name: 'Hidden' });
    await createMember(server, seen, { user: bob, roleId: 'viewer' });
    await createWorkspace(server, { owner: bob, name: 'Attic' });
    const answer = await server.request(bob).get<Workspace[]>('/workspaces/user');
    expect(answer.status).toBe(200);
    expect(answer.body.map(({ name, role }) => [name, role])).toEqual([
      ['Attic', 'owner'],
      ['Lab', 'member'],
    ]);
    expect(answer.body[1]?.projects).toEqual([
      { id: seen.id, name: 'Seen', description: 'For tests', workspaceId: workspace.id, role: 'viewer' },
    ]);
  });

  it('shows maintainers of the workspace all of its projects', async () => {
    const maintainer = await createWorkspaceMember(server, workspace, { roleId: 'maintainer' });
    await createProject(server, { workspace, name: 'B' });
    await createProject(server, { workspace, name: 'A' });
    const { body } = await server.request(maintainer).get<Workspace[]>('/workspaces/user');
    expect(body[0]?.projects.map(({ name, role }) => [name, role])).toEqual([
      ['A', 'maintainer'],
      ['B', 'maintainer'],
    ]);
  });

  it('sorts names as people do', async () => {
    for (const name of ['Team 10', 'team 2', 'Éclair']) await createWorkspace(server, { owner: ada, name });
    const { body } = await server.request(ada).get<Workspace[]>('/workspaces/user');
    expect(body.map(({ name }) => name)).toEqual(['Éclair', 'Lab', 'team 2', 'Team 10']);
  });

  it('is empty for a new user', async () => {
    const { body } = await server.request(await createUser(server)).get<Workspace[]>('/workspaces/user');
    expect(body).toEqual([]);
  });
});

describe('GET /workspaces/filter', () => {
  it('lists ids and names', async () => {
    const answer = await server.request(ada).get<WorkspaceFilterItem[]>('/workspaces/filter');
    expect(answer).toMatchObject({ status: 200, body: [{ workspaceId: workspace.id, name: 'Lab' }] });
  });
});

describe('GET /workspaces/{id}', () => {
  it('answers the workspace to each of its members', async () => {
    const member = await createWorkspaceMember(server, workspace);
    const answer = await server.request(member).get<Workspace>(`/workspaces/${workspace.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: workspace.id, name: 'Lab', role: 'member', projects: [] });
  });

  it('tells a stranger of someone’s workspace no more than of none', async () => {
    const stranger = server.request(await createUser(server));
    const foreign = await stranger.get(`/workspaces/${workspace.id}`);
    const unknown = await stranger.get(`/workspaces/${randomUUID()}`);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });
});

describe('GET /workspaces/project/{projectId}', () => {
  it('answers the workspace around a project, with the siblings that the caller may see', async () => {
    const project = await createProject(server, { workspace, name: 'P' });
    await createProject(server, { workspace, name: 'Hidden' });
    const viewer = await createMember(server, project, { roleId: 'viewer' });
    const answer = await server.request(viewer).get<Workspace>(`/workspaces/project/${project.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.id).toBe(workspace.id);
    expect(answer.body.projects.map(({ id }) => id)).toEqual([project.id]);
  });

  it('answers 404 to a member of the workspace who may not see the project', async () => {
    const project = await createProject(server, { workspace });
    const member = await createWorkspaceMember(server, workspace);
    expect((await server.request(member).get(`/workspaces/project/${project.id}`)).status).toBe(404);
  });
});

describe('PUT /workspaces/{id}', () => {
  it('changes name and description', async () => {
    const answer = await server.request(ada).put<Workspace>(`/workspaces/${workspace.id}`, fields);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...fields, id: workspace.id, role: 'owner' });
    expect(answer.body.updatedAt >= workspace.updatedAt).toBe(true);
    const { body } = await server.request(ada).get<Workspace>(`/workspaces/${workspace.id}`);
    expect(body).toEqual(answer.body);
  });

  it('answers 400, 403 and 404 and changes nothing', async () => {
    const member = await createWorkspaceMember(server, workspace);
    const path = `/workspaces/${workspace.id}`;
    const missing = await server.request(ada).put(path, { name: 'Only' });
    expect(missing).toMatchObject({ status: 400, body: { message: 'Description is required' } });
    expect(await server.request(ada).put(path, { name: { $gt: '' }, description: 'D' })).toMatchObject({
      status: 400,
    });
    expect(await server.request(member).put(path, fields)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await server.request(await createUser(server)).put(path, fields)).status).toBe(404);
    expect((await server.request(ada).get<Workspace>(path)).body.name).toBe('Lab');
  });
});

describe('DELETE /workspaces/{id}', () => {
  it('takes projects, tasks and memberships along', async () => {
    const project = await createProject(server, { workspace });
    const task = await createTask(server, project);
    const member = await createMember(server, project);
    const answer = await server.request(ada).delete(`/workspaces/${workspace.id}`);
    expect(answer).toMatchObject({ status: 204, body: undefined });
    for (const user of [ada, member]) {
      const caller = server.request(user);
      expect((await caller.get(`/workspaces/${workspace.id}`)).status).toBe(404);
      expect((await caller.get(`/projects/${project.id}`)).status).toBe(404);
      expect((await caller.get(`/tasks/${task.id}`)).status).toBe(404);
      expect((await caller.get(`/kanban/project/${project.id}`)).status).toBe(404);
      expect((await caller.get<Workspace[]>('/workspaces/user')).body).toEqual([]);
      expect((await caller.get<Project[]>('/projects/filter')).body).toEqual([]);
    }
    expect((await server.request(ada).delete(`/workspaces/${workspace.id}`)).status).toBe(404);
    const collections = { workspaces: { _id: workspace.id }, tasks: { projectId: project.id } };
    for (const [name, filter] of Object.entries(collections)) {
      expect([
        name,
        await server.connection.collection<{ _id: string }>(name).countDocuments(filter),
      ]).toEqual([name, 0]);
    }
  });

  it('is the owner’s alone', async () => {
    const maintainer = await createWorkspaceMember(server, workspace, { roleId: 'maintainer' });
    expect((await server.request(maintainer).delete(`/workspaces/${workspace.id}`)).status).toBe(403);
    const stranger = await createUser(server);
    expect((await server.request(stranger).delete(`/workspaces/${workspace.id}`)).status).toBe(404);
    expect((await server.request(ada).get(`/workspaces/${workspace.id}`)).status).toBe(200);
  });

  it('stands in the audit log, and so does a denied attempt', async () => {
    const member = await createWorkspaceMember(server, workspace);
    await server.request(member).delete(`/workspaces/${workspace.id}`);
    await server.request(ada).delete(`/workspaces/${workspace.id}`);
    const audit = server.log.filter((line) => line.kind === 'audit' && line.id === workspace.id);
    expect(audit).toEqual([
      expect.objectContaining({
        event: 'member.added',
        scope: 'workspace',
        userId: member.id,
        roleId: 'member',
      }),
      expect.objectContaining({ event: 'denied', userId: member.id, action: 'workspace.delete' }),
      expect.objectContaining({ event: 'workspace.deleted', actorId: ada.id }),
    ]);
  });
});

testGuardedRoutes(
  server,
  [
    ['get', '/workspaces/user'],
    ['get', '/workspaces/filter'],
    ['post', '/workspaces'],
    ['get', '/workspaces/:id'],
    ['put', '/workspaces/:id'],
    ['delete', '/workspaces/:id'],
    ['get', '/workspaces/project/:id'],
  ],
  { caller: () => ada, id: () => workspace.id, fields },
);
