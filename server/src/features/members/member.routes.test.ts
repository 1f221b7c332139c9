import { randomUUID } from 'node:crypto';
import {
  type ProjectMember,
  projectMemberSchema,
  type WorkspaceMember,
  workspaceMemberSchema,
} from '@livelane/shared/members/member.schema';
import {
  createAdaAndBob,
  createMember,
  createProject,
  createTask,
  createUser,
  createWorkspaceMember,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import { serverForTests } from '../../../test/harness';

const server = serverForTests();
let ada: TestUser;
let bob: TestUser;
let workspace: TestWorkspace;
let project: TestProject;

beforeEach(async () => {
  ({ ada, bob, workspace, project } = await createAdaAndBob(server));
});

/** The two scopes have the same calls and rules. */
const scopes = {
  workspace: {
    path: '/workspaceUsers',
    key: 'workspaceId',
    id: () => workspace.id,
    schema: workspaceMemberSchema,
    /** Puts the user where they can be added. */
    prepare: async () => undefined,
  },
  project: {
    path: '/projectUsers',
    key: 'projectId',
    id: () => project.id,
    schema: projectMemberSchema,
    prepare: async () => void (await createWorkspaceMember(server, workspace, { user: bob })),
  },
} as const;

describe.each(Object.values(scopes))('$path', ({ path, key, id, schema, prepare }) => {
  const list = async () => (await server.request(ada).get<ProjectMember[]>(`${path}/${id()}`)).body;
  const join = (roleId: string, userId = bob.id) =>
    server.request(ada).post<ProjectMember>(`${path}/${id()}`, { userId, roleId });

  beforeEach(prepare);

  it('lists members without their email', async () => {
    await join('member');
    const members = await list();
    expect(members).toEqual([
      {
        user: { id: ada.id, firstName: 'Ada', surname: 'Test' },
        roleId: 'owner',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      expect.objectContaining({ user: { id: bob.id, firstName: 'Bob', surname: 'Test' }, roleId: 'member' }),
    ]);
    for (const member of members) expect(schema.safeParse(member).success).toBe(true);
    expect(JSON.stringify(members)).not.toContain('@');
  });

  it('lists the roles of its scope', async () => {
    const { status, body } = await server
      .request(ada)
      .get<Array<{ id: string; name: string }>>(`${path}/roles/${id()}`);
    expect(status).toBe(200);
    const ids =
      path === '/projectUsers'
        ? ['owner', 'maintainer', 'member', 'viewer']
        : ['owner', 'maintainer', 'member'];
    expect(body).toEqual(ids.map((role) => ({ id: role, name: role })));
  });

  it('adds a member: 201 with them, 409 the second time', async () => {
    const answer = await join('member');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ user: { id: bob.id }, roleId: 'member' });
    expect(await join('maintainer')).toMatchObject({ status: 409, body: { code: 'already_member' } });
    expect((await list()).map((member) => member.roleId)).toEqual(['owner', 'member']);
  });

  it('changes a role: 200 with the member, 404 for someone who is none', async () => {
    await join('member');
    const change = (userId: string) =>
      server.request(ada).put<ProjectMember>(`${path}/${id()}`, { userId, roleId: 'maintainer' });
    const answer = await change(bob.id);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: bob.id }, roleId: 'maintainer' } });
    expect(answer.body.updatedAt >= answer.body.createdAt).toBe(true);
    expect((await list())[1]).toEqual(answer.body);
    expect((await change(bob.id)).body).toEqual(answer.body);
    expect((await change(randomUUID())).status).toBe(404);
  });

  it('removes a member: 204, then 404', async () => {
    await join('member');
    const remove = () => server.request(ada).delete(`${path}/${id()}/${bob.id}`);
    expect(await remove()).toMatchObject({ status: 204, body: undefined });
    expect(await list()).toHaveLength(1);
    expect((await remove()).status).toBe(404);
  });

  it('takes the id in the body where the path has none', async () => {
    const input = { userId: bob.id, roleId: 'member', [key]: id() };
    expect(await server.request(ada).post(path, input)).toMatchObject({
      status: 201,
      body: { roleId: 'member' },
    });
    const changed = await server.request(ada).put(path, { ...input, roleId: 'maintainer' });
    expect(changed).toMatchObject({ status: 200, body: { roleId: 'maintainer' } });
    const message = key === 'projectId' ? 'Project ID is required' : 'Workspace ID is required';
    for (const method of ['post', 'put'] as const) {
      const without = await server.request(ada)[method](path, { userId: bob.id, roleId: 'member' });
      expect(without).toMatchObject({ status: 400, body: { message } });
    }
  });

  it.each([
    [{}, 'User ID is required. Role is required'],
    [{ userId: 'x', roleId: 'member' }, 'User ID is required'],
    [{ userId: randomUUID(), roleId: 'admin' }, 'Role is required'],
    [{ userId: randomUUID(), roleId: null }, 'Role is required'],
    [{ userId: { $gt: '' }, roleId: 'member' }, 'User ID is required'],
    [{ userId: randomUUID(), roleId: ['owner'] }, 'Role is required'],
  ])('answers 400 for %j', async (input, message) => {
    for (const method of ['post', 'put'] as const) {
      const answer = await server.request(ada)[method](`${path}/${id()}`, input);
      expect(answer).toMatchObject({ status: 400, body: { message } });
    }
    expect(await list()).toHaveLength(1);
  });

  it('lets the last owner neither leave nor step down: 409', async () => {
    await join('maintainer');
    const target = `${path}/${id()}`;
    const lastOwner = { status: 409, body: { code: 'last_owner' } };
    expect(await server.request(ada).delete(`${target}/${ada.id}`)).toMatchObject(lastOwner);
    const stepDown = () => server.request(ada).put(target, { userId: ada.id, roleId: 'member' });
    expect(await stepDown()).toMatchObject(lastOwner);
    expect((await list())[0]?.roleId).toBe('owner');
    await server.request(ada).put(target, { userId: bob.id, roleId: 'owner' });
    expect((await stepDown()).status).toBe(200);
    expect((await list()).map((member) => member.roleId)).toEqual(['member', 'owner']);
  });

  it('lets one of two owners leave who leave at the same moment: the other gets 409', async () => {
    await join('owner');
    const leave = (user: TestUser) => server.request(user).delete(`${path}/${id()}/${user.id}`);
    const statuses = (await Promise.all([leave(ada), leave(bob)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 409]);
  });

  it('lets a member leave, and not raise themselves: 403', async () => {
    await join('member');
    const caller = server.request(bob);
    const target = `${path}/${id()}`;
    for (const roleId of ['owner', 'maintainer', 'member']) {
      expect((await caller.put(target, { userId: bob.id, roleId })).status).toBe(403);
    }
    expect((await caller.delete(`${target}/${bob.id}`)).status).toBe(204);
    expect((await caller.get(target)).status).toBe(404);
  });

  it('lets a maintainer not raise themselves: 403', async () => {
    await join('maintainer');
    const raise = await server.request(bob).put(`${path}/${id()}`, { userId: bob.id, roleId: 'owner' });
    expect(raise).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('writes every change of a membership into the audit log, and denied ones', async () => {
    await join('member');
    await server.request(bob).put(`${path}/${id()}`, { userId: bob.id, roleId: 'owner' });
    await server.request(ada).put(`${path}/${id()}`, { userId: bob.id, roleId: 'maintainer' });
    await server.request(ada).delete(`${path}/${id()}/${bob.id}`);
    const audit = server.log.filter(
      (line) => line.kind === 'audit' && line.id === id() && line.userId === bob.id,
    );
    expect(audit.map(({ event, actorId, roleId, action }) => [event, actorId, roleId ?? action])).toEqual([
      ['member.added', ada.id, 'member'],
      ['denied', undefined, expect.stringContaining('.changeMember')],
      ['member.changed', ada.id, 'maintainer'],
      ['member.removed', ada.id, undefined],
    ]);
  });

  it.each<[method: 'get' | 'post' | 'put' | 'delete', path: string]>([
    ['get', ':id'],
    ['get', 'roles/:id'],
    ['post', ':id'],
    ['put', ':id'],
    ['delete', ':id/:userId'],
  ])('answers 401, 404 to strangers and 400 for what is no id: %s %s', async (method, tail) => {
    const input = { userId: bob.id, roleId: 'member' };
    const target = (target: string) => `${path}/${tail.replace(':id', target).replace(':userId', ada.id)}`;
    expect((await server.request()[method](target(id()), input)).status).toBe(401);
    const stranger = await createUser(server);
    expect((await server.request(stranger)[method](target(id()), input)).status).toBe(404);
    expect((await server.request(ada)[method](target(randomUUID()), input)).status).toBe(404);
    for (const bad of ['x', '%00', '..%2F']) {
      expect((await server.request(ada)[method](target(bad), input)).status).toBe(400);
    }
    expect(await list()).toHaveLength(1);
  });

  it('answers 401 without an id in the path too', async () => {
    const input = { userId: bob.id, roleId: 'member', [key]: id() };
    expect((await server.request().post(path, input)).status).toBe(401);
    expect((await server.request().put(path, input)).status).toBe(401);
  });
});

describe('workspace members', () => {
  it('a role that only projects know gets 400 role_not_in_scope', async () => {
    const input = { userId: bob.id, roleId: 'viewer', workspaceId: workspace.id };
    const refused = { status: 400, body: { code: 'role_not_in_scope' } };
    for (const method of ['post', 'put'] as const) {
      expect(await server.request(ada)[method]('/workspaceUsers', input)).toMatchObject(refused);
      expect(await server.request(ada)[method](`/workspaceUsers/${workspace.id}`, input)).toMatchObject(
        refused,
      );
    }
  });

  it('an unknown user gets 404', async () => {
    const input = { userId: randomUUID(), roleId: 'member' };
    expect((await server.request(ada).post(`/workspaceUsers/${workspace.id}`, input)).status).toBe(404);
  });

  it('whoever leaves the workspace leaves its projects and their tasks there, and keeps nothing on return', async () => {
    await createMember(server, project, { user: bob, roleId: 'owner' });
    const task = await createTask(server, project, { assignees: [ada.id, bob.id] });
    expect((await server.request(bob).delete(`/workspaceUsers/${workspace.id}/${bob.id}`)).status).toBe(204);
    expect((await server.request(bob).get(`/projects/${project.id}`)).status).toBe(404);
    const { body } = await server.request(ada).get<{ assignees: string[] }>(`/tasks/${task.id}`);
    expect(body.assignees).toEqual([ada.id]);
    await createWorkspaceMember(server, workspace, { user: bob });
    expect((await server.request(bob).get(`/projects/${project.id}`)).status).toBe(404);
  });
});

describe('a project whose only owner is put out of the workspace', () => {
  it('stays with the owners of the workspace, who inherit it', async () => {
    await createWorkspaceMember(server, workspace, { user: bob });
    const bobs = await createProject(server, { workspace, owner: bob });
    const admin = server.request(ada);
    expect((await admin.delete(`/projectUsers/${bobs.id}/${bob.id}`)).body).toMatchObject({
      code: 'last_owner',
    });
    expect((await admin.delete(`/workspaceUsers/${workspace.id}/${bob.id}`)).status).toBe(204);
    expect((await server.request(bob).get(`/projects/${bobs.id}`)).status).toBe(404);
    expect((await admin.get<{ role: string }>(`/projects/${bobs.id}`)).body.role).toBe('owner');
    const joined = await admin.post(`/projectUsers/${bobs.id}`, { userId: ada.id, roleId: 'owner' });
    expect(joined.status).toBe(201);
  });
});

describe('project members', () => {
  it('only members of the workspace can join: 400 not_workspace_member', async () => {
    for (const userId of [bob.id, randomUUID()]) {
      const answer = await server
        .request(ada)
        .post(`/projectUsers/${project.id}`, { userId, roleId: 'member' });
      expect(answer).toMatchObject({ status: 400, body: { code: 'not_workspace_member' } });
    }
  });

  it('an heir of the workspace can get a role of their own, is listed with it, and keeps the higher one', async () => {
    await createWorkspaceMember(server, workspace, { user: bob, roleId: 'maintainer' });
    expect((await server.request(ada).get<ProjectMember[]>(`/projectUsers/${project.id}`)).body).toHaveLength(
      1,
    );
    const joined = await server
      .request(ada)
      .post(`/projectUsers/${project.id}`, { userId: bob.id, roleId: 'viewer' });
    expect(joined).toMatchObject({ status: 201, body: { roleId: 'viewer' } });
    const role = async () =>
      (await server.request(bob).get<{ role: string }>(`/projects/${project.id}`)).body.role;
    expect(await role()).toBe('maintainer');
    await server.request(ada).put(`/workspaceUsers/${workspace.id}`, { userId: bob.id, roleId: 'member' });
    expect(await role()).toBe('viewer');
  });

  it('leaving a project takes the member off their tasks there', async () => {
    await createMember(server, project, { user: bob });
    const task = await createTask(server, project, { assignees: [bob.id] });
    await server.request(bob).delete(`/projectUsers/${project.id}/${bob.id}`);
    const { body } = await server.request(ada).get<{ assignees: string[]; rev: number }>(`/tasks/${task.id}`);
    expect(body).toMatchObject({ assignees: [], rev: task.rev + 1 });
  });
});

describe('GET /workspaceUsers/project/{projectId}', () => {
  const eligible = (user: TestUser, projectId = project.id) =>
    server.request(user).get<WorkspaceMember[]>(`/workspaceUsers/project/${projectId}`);

  it('lists the members of the workspace who are not yet in the project', async () => {
    const cyd = await createWorkspaceMember(server, workspace);
    await createMember(server, project, { user: bob });
    const answer = await eligible(ada);
    expect(answer.status).toBe(200);
    expect(answer.body.map((member) => [member.user.id, member.roleId])).toEqual([[cyd.id, 'member']]);
    expect(JSON.stringify(answer.body)).not.toContain('@');
    expect((await eligible(bob)).status).toBe(200);
  });

  it('answers 400, 401 and 404', async () => {
    expect((await eligible(ada, 'x')).status).toBe(400);
    expect((await server.request().get(`/workspaceUsers/project/${project.id}`)).status).toBe(401);
    expect((await eligible(bob)).status).toBe(404);
    expect((await eligible(ada, randomUUID())).status).toBe(404);
  });
});
