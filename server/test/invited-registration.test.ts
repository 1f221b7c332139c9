import { randomUUID } from 'node:crypto';
import type { WorkspaceMember } from '@livelane/shared/members/member.schema';
import { PasswordHasher } from '../src/features/auth/password.hasher';
import {
  createInvitation,
  createUser,
  createWorkspace,
  PASSWORD,
  registration,
  type TestWorkspace,
} from './factories';
import { serverForTests } from './harness';

/** Between attempts during other work. */
const STEP_MS = 10;

const server = serverForTests();
let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await createWorkspace(server);
});

const roleOf = async (userId: string) => {
  const { body } = await server
    .request(workspace.owner)
    .get<WorkspaceMember[]>(`/workspaceUsers/${workspace.id}`);
  return body.find((member) => member.user.id === userId)?.roleId;
};

describe('registration by an invitation', () => {
  test('makes account and membership, or neither', async () => {
    const { secret } = await createInvitation(server, workspace, { maxUses: 1 });
    const email = `${randomUUID()}@example.org`;
    const made = await server
      .request()
      .post<{ id: string }>('/auth/register', registration({ email, invitation: secret }));
    expect(made.status).toBe(201);
    expect(await roleOf(made.body.id)).toBe('member');
    const late = `${randomUUID()}@example.org`;
    expect(
      await server.request().post('/auth/register', registration({ email: late, invitation: secret })),
    ).toMatchObject({
      status: 404,
      body: { code: 'invalid_link' },
    });
    const login = { email: late, password: PASSWORD };
    expect((await server.request().post('/auth/login', login)).status).toBe(401);
  });

  test('that is used up is like a wrong one, but to whoever has used it', async () => {
    const { secret } = await createInvitation(server, workspace, { maxUses: 1 });
    const register = async (email: string) =>
      (await server.request().post('/auth/register', registration({ email, invitation: secret }))).body.code;
    const email = `${randomUUID()}@example.org`;
    expect(await register(email)).toBeUndefined();
    const hashing = jest.spyOn(PasswordHasher.prototype, 'hash');
    expect(await register(`${randomUUID()}@example.org`)).toBe('invalid_link');
    expect(await register((await createUser(server)).email)).toBe('invalid_link');
    expect(hashing).not.toHaveBeenCalled();
    expect(await register(email)).toBe('email_taken');
  });

  test('gives one of two who register at once the place, and no account to the other', async () => {
    const { secret } = await createInvitation(server, workspace, { maxUses: 1 });
    const emails = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`];
    const answers = await Promise.all(
      emails.map((email) =>
        server.request().post('/auth/register', registration({ email, invitation: secret })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    const logins = await Promise.all(
      emails.map((email) => server.request().post('/auth/login', { email, password: PASSWORD })),
    );
    expect(logins.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('while it is revoked makes account and membership, or neither', async () => {
    const rounds = 8;
    for (let round = 0; round < rounds; round++) {
      const isTooLate = round === rounds - 1;
      const { id, secret } = await createInvitation(server, workspace, { maxUses: 2 });
      const email = `${randomUUID()}@example.org`;
      const path = `/workspaces/${workspace.id}/invitations/${id}`;
      const registering = server
        .request()
        .post<{ id: string }>('/auth/register', registration({ email, invitation: secret }));
      // At different moments of a registration, and after it.
      await (isTooLate ? registering : new Promise((resolve) => setTimeout(resolve, round * STEP_MS)));
      const [made, revoked] = await Promise.all([registering, server.request(workspace.owner).delete(path)]);
      expect(revoked.status).toBe(204);
      const login = await server.request().post('/auth/login', { email, password: PASSWORD });
      const isMade = isTooLate || made.status === 201;
      expect([made.status, login.status]).toEqual(isMade ? [201, 200] : [404, 401]);
      if (isMade) expect(await roleOf(made.body.id)).toBe('member');
    }
  });

  test('that a dead process left half done is finished by the sweep, one way or the other', async () => {
    const open = await createInvitation(server, workspace, { maxUses: 1 });
    const gone = await createInvitation(server, workspace);
    const [joining, stranded] = await Promise.all([createUser(server), createUser(server)]);
    const users = server.connection.collection<{ _id: string }>('users');
    await users.updateOne(
      { _id: joining.id },
      { $set: { joining: { invitationId: open.id, at: new Date() } } },
    );
    await users.updateOne(
      { _id: stranded.id },
      { $set: { joining: { invitationId: gone.id, at: new Date() } } },
    );
    await server.request(workspace.owner).delete(`/workspaces/${workspace.id}/invitations/${gone.id}`);
    await server.app.services.team.sweep.sweep(new Date(Date.now() + 1000));
    expect(await roleOf(joining.id)).toBe('member');
    expect(await users.findOne({ _id: joining.id })).not.toHaveProperty('joining');
    expect(await users.findOne({ _id: stranded.id })).toBeNull();
  });

  test('that cannot be finished takes no account that is in use', async () => {
    const gone = await createInvitation(server, workspace);
    const user = await createUser(server);
    await createWorkspace(server, { owner: user });
    const users = server.connection.collection<{ _id: string }>('users');
    const joining = { invitationId: gone.id, at: new Date() };
    await users.updateOne({ _id: user.id }, { $set: { joining } });
    await server.request(workspace.owner).delete(`/workspaces/${workspace.id}/invitations/${gone.id}`);
    await server.app.services.team.sweep.sweep(new Date(Date.now() + 1000));
    const kept = await users.findOne({ _id: user.id });
    expect(kept).not.toBeNull();
    expect(kept).not.toHaveProperty('joining');
  });
});
