import { randomUUID } from 'node:crypto';
import type { AccountDeletion } from '@livelane/shared/auth/account.schema';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { BoardOps } from '@livelane/shared/realtime/messages.schema';
import type { linkModel } from '../src/features/auth/link.model';
import { hashLinkSecret, newSecret } from '../src/features/auth/secret';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  createWorkspace,
  createWorkspaceMember,
  PASSWORD,
  registration,
  type TestUser,
} from './factories';
import { disconnected, nextEvent, serverForTests, type TestSocket } from './harness';

const server = serverForTests();

const close = (user: TestUser, body: object = { password: PASSWORD }) =>
  server.request(user).delete(`/users/${user.id}`, body);

/** Everything that the database holds, as text. */
async function everythingStored(): Promise<string> {
  const { db } = server.connection;
  if (!db) throw new Error('no database');
  const found = [];
  for (const { name } of await db.listCollections().toArray())
    found.push(JSON.stringify(await db.collection(name).find().toArray()));
  return found.join('\n');
}

/** Resolves with the op that takes someone off a board. */
function removalOf(socket: TestSocket, userId: string): Promise<BoardOps['ops'][number]> {
  return new Promise((resolve) => {
    socket.on('board:ops', ({ ops }) => {
      const found = ops.find((op) => op.type === 'member.removed' && op.patch.userId === userId);
      if (found) resolve(found);
    });
  });
}

test('R24 a deleted account leaves what it wrote, and nothing that tells whose it was', async () => {
  const [firstName, surname] = [`Erased${randomUUID()}`, `Gone${randomUUID()}`];
  const email = `erase-${randomUUID()}@example.org`;
  const user = await createUser(server, { firstName, surname, email });
  const project = await createProject(server);
  await createMember(server, project, { user });
  const shared = await createTask(server, project, { user });
  const own = await createTask(server, project, { user, visibility: 'PRIVATE', title: 'Private notes' });
  await server.request(project.owner).post(`/tasks/${shared.id}/comments`, { text: 'Hello' });
  const text = 'What a former user wrote';
  const written = await server.request(user).post<Comment>(`/tasks/${shared.id}/comments`, { text });
  await server.request(user).put('/notifications/settings', { digestAt: '07:00' });
  await server.request(user).put(`/kanban/project/${project.id}/seen`, { v: 1 });
  const invitations = `/workspaces/${project.workspaceId}/invitations`;
  await server.request(project.owner).post(invitations, { roleId: 'maintainer', email });
  const empty = await createWorkspace(server);
  await createWorkspaceMember(server, empty, { user, roleId: 'owner' });

  const preview = await server.request(user).get<AccountDeletion>(`/users/${user.id}/deletion`);
  expect(preview).toMatchObject({ status: 200, body: { lastOwnerOf: [], assignedTasks: 2 } });

  const [watcher, leaver] = [await server.socket(project.owner), await server.socket(user)];
  await watcher.emitWithAck('board:subscribe', { projectId: project.id });
  const [removed, ended] = [removalOf(watcher, user.id), nextEvent(leaver, 'session:ended')];
  expect((await close(user)).status).toBe(204);

  expect(await removed).toMatchObject({ patch: { unassigned: expect.arrayContaining([shared.id, own.id]) } });
  expect(await ended).toEqual({ reason: 'account_closed' });
  await disconnected(leaver);
  expect((await server.request(user).get('/workspaces/user')).status).toBe(401);

  const owner = server.request(project.owner);
  const board = (await owner.get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
  expect(board.members.map(({ id }) => id)).toEqual([project.owner.id]);
  expect(board.columns.flatMap(({ tasks }) => tasks.map(({ id }) => id)).sort()).toEqual(
    [shared.id, own.id].sort(),
  );
  const comments = await owner.get<{ comments: Comment[] }>(`/tasks/${shared.id}/comments`);
  expect(comments.body.comments).toContainEqual(
    expect.objectContaining({ id: written.body.id, text, authorId: user.id }),
  );
  const activity = await owner.get<{ people: Array<{ id: string }> }>(
    `/kanban/project/${project.id}/activity`,
  );
  expect(activity.body.people.map(({ id }) => id)).not.toContain(user.id);
  const stored = await everythingStored();
  for (const personal of [firstName, surname, email]) expect(stored).not.toContain(personal);
  const login = await server.request().post('/auth/login', { email, password: PASSWORD });
  expect(login).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  // Free for someone else, who has none of the rights.
  const again = await server.request().post('/auth/register', registration({ email }));
  expect(again.status).toBe(201);
  expect(server.log.filter(({ event }) => event === 'account.deleted')).toMatchObject([{ userId: user.id }]);
});

describe('R24 the addresses that a deleted account had before', () => {
  const newEmail = () => `former-${randomUUID()}@example.org`;

  /** Without mail. */
  async function change(user: TestUser, email: string): Promise<void> {
    const { id, firstName, surname } = user;
    const changed = await server.request(user).put(`/users/${id}`, { firstName, surname, email });
    expect(changed.status).toBe(200);
  }

  async function confirm({ id: userId }: TestUser, email: string): Promise<void> {
    const secret = newSecret();
    const _id = hashLinkSecret('confirm', secret);
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
    const links = server.connection.models.Link as ReturnType<typeof linkModel>;
    await links.insertOne({ _id, kind: 'confirm', userId, email, createdAt, expiresAt });
    await server.app.services.users.update(userId, { pendingEmail: email });
    expect((await server.request().post('/auth/confirm', { secret })).status).toBe(204);
  }

  /** The lines about failed logins, the latest first. */
  const failures = () => server.app.services.auditLog.page({ event: 'login.failed' }, null, 10);

  /** An account whose owner has mistyped the password under its first address. */
  async function withFailure(): Promise<{ user: TestUser; lineId: string }> {
    const user = await createUser(server, { email: newEmail() });
    const body = { email: user.email, password: 'mistyped' };
    expect((await server.request().post('/auth/login', body)).status).toBe(401);
    const [line] = await failures();
    expect(line?.details).toEqual({ email: user.email });
    return { user, lineId: line?.id ?? '' };
  }

  test.each([
    ['changed at once', change],
    ['confirmed', confirm],
  ])('are in no line of the audit log, nor is the network address, when another was %s', async (_, to) => {
    const { user, lineId } = await withFailure();
    await to(user, newEmail());
    await to(user, newEmail());
    expect((await close(user)).status).toBe(204);
    expect(await everythingStored()).not.toContain(user.email);
    const line = (await failures()).find(({ id }) => id === lineId);
    expect([line?.details, line?.address]).toEqual([{}, null]);
  });

  test('are in no invitation', async () => {
    const user = await createUser(server, { email: newEmail() });
    const workspace = await createWorkspace(server);
    const body = { roleId: 'member', email: user.email };
    const path = `/workspaces/${workspace.id}/invitations`;
    expect((await server.request(workspace.owner).post(path, body)).status).toBe(201);
    await change(user, newEmail());
    expect((await close(user)).status).toBe(204);
    expect((await server.request(workspace.owner).get(path)).body).toEqual([]);
    expect(await everythingStored()).not.toContain(user.email);
  });

  test('stay where another account has them by then', async () => {
    const { user, lineId } = await withFailure();
    await change(user, newEmail());
    await createUser(server, { email: user.email });
    expect((await close(user)).status).toBe(204);
    const line = (await failures()).find(({ id }) => id === lineId);
    expect(line).toMatchObject({ details: { email: user.email }, address: expect.any(String) });
  });
});

test('one’s tasks are counted as soon as they are assigned', async () => {
  const project = await createProject(server);
  for (let count = 1; count <= 3; count++) {
    await createTask(server, project, { assignees: [project.owner.id] });
    const { body } = await server.request(project.owner).get(`/users/${project.owner.id}/deletion`);
    expect(body).toMatchObject({ assignedTasks: count });
  }
});

test('the last owner of a workspace is refused, told of which, and keeps everything', async () => {
  const owned = await createWorkspace(server, { name: 'Held' });
  const other = await createWorkspace(server);
  await createWorkspaceMember(server, other, { user: owned.owner });
  const lastOwnerOf = [{ id: owned.id, name: 'Held' }];
  const preview = await server.request(owned.owner).get(`/users/${owned.owner.id}/deletion`);
  expect(preview.body).toEqual({ lastOwnerOf, assignedTasks: 0 });
  expect(await close(owned.owner)).toMatchObject({
    status: 409,
    body: { code: 'last_owner', conflict: { lastOwnerOf } },
  });
  const kept = await server.request(owned.owner).get<unknown[]>('/workspaces/user');
  expect(kept.body).toHaveLength(2);
  expect((await server.request(owned.owner).delete(`/workspaces/${owned.id}`)).status).toBe(204);
  expect((await close(owned.owner)).status).toBe(204);
});

test('takes the password, or the email of an account that has none, and nobody else’s id', async () => {
  const [user, stranger] = [await createUser(server), await createUser(server)];
  for (const body of [{}, { password: 'wrong one' }, { email: user.email }]) {
    const answer = await close(user, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body.errors?.map(({ path }) => path)).toEqual(['password']);
  }
  for (const answer of [
    await server.request(stranger).delete(`/users/${user.id}`, { password: PASSWORD }),
    await server.request(stranger).get(`/users/${user.id}/deletion`),
  ])
    expect(answer.status).toBe(404);
  expect((await server.request().delete(`/users/${user.id}`, { password: PASSWORD })).status).toBe(401);
  await server.connection.collection('users').updateOne({ _id: user.id as never }, {
    $unset: { passwordHash: 1 },
  } as never);
  for (const body of [{}, { password: PASSWORD }, { email: stranger.email }]) {
    const answer = await close(user, body);
    expect(answer.body.errors?.map(({ path }) => path)).toEqual(['email']);
  }
  expect((await close(user, { email: user.email })).status).toBe(204);
});

test('of two owners who delete their accounts at once, one stays', async () => {
  const workspace = await createWorkspace(server);
  const second = await createUser(server);
  await createWorkspaceMember(server, workspace, { user: second, roleId: 'owner' });
  const people = [workspace.owner, second];
  const answers = await Promise.all(people.map((person) => close(person)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  const stayed = people[answers.findIndex(({ status }) => status === 409)];
  if (!stayed) throw new Error('nobody stayed');
  const { email, password } = stayed;
  expect((await server.request().post('/auth/login', { email, password })).status).toBe(200);
});

test('what a process that died left of a deletion is finished by the next one', async () => {
  const user = await createUser(server);
  const project = await createProject(server);
  await createMember(server, project, { user });
  const begun = new Date(Date.now() - 1);
  await server.app.services.users.beginClosing(user.id, begun);
  const { email, password } = user;
  expect((await server.request().post('/auth/login', { email, password })).status).toBe(401);
  await server.app.services.team.sweep.sweep(new Date());
  expect(await server.app.services.users.find(user.id)).toBeNull();
  const members = await server.request(project.owner).get<unknown[]>(`/projectUsers/${project.id}`);
  expect(members.body).toHaveLength(1);
});
