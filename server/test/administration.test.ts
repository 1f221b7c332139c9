import { randomUUID } from 'node:crypto';
import type {
  AdminUser,
  AuditItem,
  OwnerlessWorkspace,
  Page,
  SystemState,
} from '@livelane/shared/admin/admin.schema';
import type { UserSession } from '@livelane/shared/auth/account.schema';
import packageJson from '../package.json';
import { allRoutes } from '../src/routes';
import {
  createInvitation,
  createMember,
  createProject,
  createTask,
  createUser,
  createWorkspace,
  createWorkspaceMember,
  PASSWORD,
  type TestUser,
} from './factories';
import { disconnected, nextEvent, serverForTests } from './harness';

const ADMIN = 'admin@example.org';
const UNPROVEN = 'unproven@example.org';

let admin: TestUser;
const server = serverForTests({ config: { adminEmails: [ADMIN, UNPROVEN] } });
beforeAll(async () => {
  admin = await createUser(server, { email: ADMIN });
  await server.app.services.users.update(admin.id, { emailProvenAt: new Date() });
});

const asAdmin = () => server.request(admin);
const login = ({ email }: TestUser) => server.request().post('/auth/login', { email, password: PASSWORD });

async function audited(query: string): Promise<AuditItem[]> {
  const items: AuditItem[] = [];
  for (let before = ''; ; ) {
    const { body } = await asAdmin().get<Page<AuditItem>>(`/admin/audit?${query}${before}`);
    items.push(...body.items);
    if (!body.next) return items;
    before = `&before=${body.next}`;
  }
}

test('nobody else finds an administration, whatever they call', async () => {
  const routes = allRoutes({
    services: server.app.services,
    publicUrl: new URL(server.url),
    ownOrigin: (_req, _res, next) => next(),
  }).filter(({ access }) => access === 'admin');
  expect(routes).toHaveLength(10);
  const callers = [await createUser(server), await createUser(server, { email: UNPROVEN })];
  for (const { method, path } of routes) {
    const real = path.replace(/:\w+/, admin.id);
    for (const [caller, status, code] of [
      [undefined, 401, 'unauthenticated'],
      [callers[0], 404, 'not_found'],
      [callers[1], 404, 'not_found'],
    ] as const) {
      const answer = await server.request(caller).raw(method.toUpperCase() as 'GET', `/v1${real}`.slice(3));
      expect([real, answer.status, answer.body.code]).toEqual([real, status, code]);
    }
  }
});

test('administration gives no right to a board', async () => {
  const project = await createProject(server);
  const task = await createTask(server, project);
  for (const path of [
    `/kanban/project/${project.id}`,
    `/projects/${project.id}`,
    `/workspaces/${project.workspaceId}`,
    `/tasks/${task.id}`,
    `/kanban/project/${project.id}/activity`,
  ])
    expect([path, (await asAdmin().get(path)).status]).toEqual([path, 404]);
});

test('people are listed and found by words of name and address, newest first, page by page', async () => {
  const mark = `M${randomUUID().slice(0, 8)}`;
  const made: string[] = [];
  for (let i = 0; i < 53; i++)
    made.push((await createUser(server, { firstName: `${mark} (${i})`, surname: 'Lovelace' })).id);
  const path = `/admin/users?search=${mark.toLowerCase()}%20lovel`;
  const first = (await asAdmin().get<Page<AdminUser>>(path)).body;
  const second = (await asAdmin().get<Page<AdminUser>>(`${path}&before=${first.next}`)).body;
  expect(first.items).toHaveLength(50);
  expect(second.next).toBeNull();
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set(made));
  expect(first.items.map(({ createdAt }) => createdAt)).toEqual(
    first.items.map(({ createdAt }) => createdAt).sort((a, b) => b.localeCompare(a)),
  );
  expect(first.items[0]).toEqual({
    id: expect.any(String),
    firstName: expect.stringContaining(mark),
    surname: 'Lovelace',
    email: expect.any(String),
    createdAt: expect.any(String),
    lastSeenAt: expect.any(String),
    isDeactivated: false,
    isAdmin: false,
  });
  expect((await asAdmin().get<Page<AdminUser>>(`/admin/users?search=${made[7]}`)).body.items).toMatchObject([
    { id: made[7] },
  ]);
  expect((await asAdmin().get<Page<AdminUser>>(`/admin/users?search=${mark}.*`)).body.items).toEqual([]);
  for (const query of ['before=x', 'search=a%00'])
    expect([query, (await asAdmin().get(`/admin/users?${query}`)).status]).toEqual([query, 400]);
});

test('a deactivated account is signed out everywhere, cannot sign in, and comes back whole', async () => {
  const project = await createProject(server);
  const user = await createMember(server, project);
  const { workspaceId, owner } = project;
  const { secret } = await createInvitation(server, { id: workspaceId, owner });
  const socket = await server.socket(user);
  const ended = nextEvent(socket, 'session:ended');
  expect((await asAdmin().post(`/admin/users/${user.id}/deactivate`)).status).toBe(204);
  expect(await ended).toEqual({ reason: 'revoked' });
  await disconnected(socket);
  expect((await server.request(user).get('/workspaces/user')).status).toBe(401);
  expect(await login(user)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  const listed = await asAdmin().get<Page<AdminUser>>(`/admin/users?search=${user.email}`);
  expect(listed.body.items).toMatchObject([{ id: user.id, isDeactivated: true, lastSeenAt: null }]);
  expect((await asAdmin().post(`/admin/users/${user.id}/reactivate`)).status).toBe(204);
  expect((await login(user)).status).toBe(200);

  // A link is as good as the one who gave it.
  expect((await server.request().get(`/invitations/${secret}`)).status).toBe(200);
  await asAdmin().post(`/admin/users/${project.owner.id}/deactivate`);
  expect(await server.request().get(`/invitations/${secret}`)).toMatchObject({
    status: 404,
    body: { code: 'invalid_link' },
  });
  const events = await audited(`userId=${user.id}`);
  expect(events.map(({ event, actorId }) => ({ event, actorId }))).toEqual(
    expect.arrayContaining([
      { event: 'account.reactivated', actorId: admin.id },
      { event: 'account.deactivated', actorId: admin.id },
    ]),
  );
  for (const act of ['deactivate', 'reactivate']) {
    expect((await asAdmin().post(`/admin/users/${admin.id}/${act}`)).status).toBe(403);
    expect((await asAdmin().post(`/admin/users/${randomUUID()}/${act}`)).status).toBe(404);
    expect((await asAdmin().post(`/admin/users/x/${act}`)).status).toBe(400);
  }
});

test('sessions of someone are listed and ended', async () => {
  const user = await createUser(server);
  await login(user);
  const path = `/admin/users/${user.id}/sessions`;
  const { body } = await asAdmin().get<UserSession[]>(path);
  expect(body).toHaveLength(2);
  expect(body.every(({ isCurrent }) => !isCurrent)).toBe(true);
  expect((await asAdmin().delete(path)).status).toBe(204);
  expect((await asAdmin().get(path)).body).toEqual([]);
  expect((await server.request(user).get('/workspaces/user')).status).toBe(401);
  expect((await asAdmin().delete(`/admin/users/${admin.id}/sessions`)).status).toBe(403);
  const events = await audited(`event=session.ended&userId=${user.id}`);
  expect(events.map(({ actorId }) => actorId)).toEqual([admin.id, admin.id]);
});

test('a workspace whose owners cannot sign in gets one of its members as owner', async () => {
  const workspace = await createWorkspace(server, { name: 'Left alone' });
  const project = await createProject(server, { workspace });
  const [member, away] = [
    await createWorkspaceMember(server, workspace),
    await createWorkspaceMember(server, workspace),
  ];
  const path = `/admin/workspaces/${workspace.id}/owner`;
  expect((await asAdmin().post(path, { userId: member.id })).status).toBe(403);
  for (const { id } of [workspace.owner, away]) await asAdmin().post(`/admin/users/${id}/deactivate`);
  const listed = await asAdmin().get<Page<OwnerlessWorkspace>>('/admin/workspaces?ownerless=true');
  const { id, firstName, surname } = member;
  expect(listed.body.items).toContainEqual({
    id: workspace.id,
    name: 'Left alone',
    members: [{ id, firstName, surname }],
  });
  for (const userId of [admin.id, away.id]) {
    expect(await asAdmin().post(path, { userId })).toMatchObject({
      status: 400,
      body: { code: 'not_workspace_member' },
    });
  }
  expect((await asAdmin().post(path, {})).status).toBe(400);
  const unknown = `/admin/workspaces/${randomUUID()}/owner`;
  expect((await asAdmin().post(unknown, { userId: member.id })).status).toBe(404);
  expect((await asAdmin().post(path, { userId: member.id })).status).toBe(204);
  expect((await server.request(member).get(`/projects/${project.id}`)).status).toBe(200);
  expect((await asAdmin().post(path, { userId: member.id })).status).toBe(403);
  const left = await asAdmin().get<Page<OwnerlessWorkspace>>('/admin/workspaces?ownerless=true');
  expect(left.body.items.map((each) => each.id)).not.toContain(workspace.id);
  expect(await audited('event=owner.given')).toMatchObject([
    { actorId: admin.id, userId: member.id, details: { id: workspace.id } },
  ]);
});

test('of two who are given an ownerless workspace at once one gets it', async () => {
  const workspace = await createWorkspace(server);
  const members = [
    await createWorkspaceMember(server, workspace),
    await createWorkspaceMember(server, workspace),
  ];
  await asAdmin().post(`/admin/users/${workspace.owner.id}/deactivate`);
  const path = `/admin/workspaces/${workspace.id}/owner`;
  const answers = await Promise.all(members.map(({ id }) => asAdmin().post(path, { userId: id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 403]);
});

test('the state of the system: version, nodes, storage, log, mails', async () => {
  const project = await createProject(server);
  await createTask(server, project);
  const { status, body } = await asAdmin().get<SystemState>('/admin/system');
  expect(status).toBe(200);
  const { version } = packageJson;
  expect(body).toEqual({
    version,
    nodes: [{ id: expect.any(String), version, seenAt: expect.any(String) }],
    storageBytes: expect.any(Number),
    ops: expect.any(Number),
    mail: { queued: 0, failing: 0 },
  });
  expect(body.storageBytes).toBeGreaterThan(1_000);
  expect(body.ops).toBeGreaterThan(1);
});

test('the audit log is searched by event, person and time, and told whole as CSV', async () => {
  const email = '=cmd@example.org';
  const from = new Date().toISOString();
  const wrong = { email, password: 'not, "right"' };
  for (let i = 0; i < 3; i++) await server.request().post('/auth/login', wrong);
  const found = await audited(`event=login.failed&from=${from}`);
  expect(found).toHaveLength(3);
  expect(found[0]).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    event: 'login.failed',
    actorId: null,
    userId: null,
    address: '127.0.0.1',
    details: { email },
  });
  expect(await audited(`event=login.failed&to=${from}`)).not.toContainEqual(found[0]);
  const day = found[0]?.at.slice(0, 10);
  expect(await audited(`event=login.failed&from=${day}&to=${day}`)).toContainEqual(found[0]);
  for (const wrongQuery of ['from=yesterday', 'userId=x', 'before=x', 'event=a%00'])
    expect([wrongQuery, (await asAdmin().get(`/admin/audit?${wrongQuery}`)).status]).toEqual([
      wrongQuery,
      400,
    ]);

  const answer = await fetch(`${server.url}/v1/admin/audit.csv?event=login.failed&from=${from}`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const lines = (await answer.text()).split('\r\n');
  expect(lines[0]).toBe('id,at,event,actorId,userId,address,details');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/,login\.failed,,,127\.0\.0\.1,"\{""email"":""=cmd@example\.org""\}"$/);
  const everything = await audited('');
  const csv = await fetch(`${server.url}/v1/admin/audit.csv`, {
    headers: { Authorization: `Bearer ${admin.token}` },
  });
  expect((await csv.text()).split('\r\n').length).toBeGreaterThan(everything.length);
  expect(everything.length).toBeGreaterThan(50);
  expect(new Set(everything.map(({ id }) => id)).size).toBe(everything.length);
});
