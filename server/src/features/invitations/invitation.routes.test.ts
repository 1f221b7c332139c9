import { randomUUID } from 'node:crypto';
import type {
  Invitation,
  InvitationInput,
  InvitationPreview,
} from '@livelane/shared/invitations/invitation.schema';
import type { ProjectMember, WorkspaceMember } from '@livelane/shared/members/member.schema';
import {
  createInvitation,
  createProject,
  createUser,
  createWorkspace,
  createWorkspaceMember,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import { holdDate } from '../../../test/fakeDate';
import { serverForTests } from '../../../test/harness';

const server = serverForTests();
let workspace: TestWorkspace;
let owner: TestUser;

beforeEach(async () => {
  owner = await createUser(server, { firstName: 'Olga', surname: 'Owner' });
  workspace = await createWorkspace(server, { owner, name: 'Bikes' });
});

const invitationsOf = (id: string) => `/workspaces/${id}/invitations`;
const invite = (body: Partial<InvitationInput> = {}, user = owner) =>
  createInvitation(server, workspace, { user, ...body });
const accept = (user: TestUser, secret: string) => server.request(user).post(`/invitations/${secret}/accept`);
const preview = (secret: string) => server.request().get<InvitationPreview>(`/invitations/${secret}`);
const roleOf = async (userId: string) => {
  const { body } = await server.request(owner).get<WorkspaceMember[]>(`/workspaceUsers/${workspace.id}`);
  return body.find((member) => member.user.id === userId)?.roleId;
};

describe('a link', () => {
  test('tells who invites to what, lets people in up to its number, and is listed while it is open', async () => {
    const project = await createProject(server, { workspace, name: 'Checkout' });
    const projectId = project.id.toUpperCase();
    const made = await invite({ projectId, projectRoleId: 'viewer', maxUses: 2 });
    expect(made.url).toMatch(/^http:\/\/[^/]+\/invitation#[\w-]{43}$/);
    expect((await preview(made.secret)).body).toEqual({
      workspaceName: 'Bikes',
      projectName: 'Checkout',
      invitedBy: { firstName: 'Olga', surname: 'Owner' },
      roleId: 'member',
      projectRoleId: 'viewer',
      email: null,
      expiresAt: made.expiresAt,
    });

    const [first, second, third] = await Promise.all([
      createUser(server),
      createUser(server),
      createUser(server),
    ]);
    expect((await accept(first, made.secret)).status).toBe(200);
    expect(await accept(second, made.secret)).toMatchObject({
      status: 200,
      body: { workspaceId: workspace.id, projectId: project.id, roleId: 'member', projectRoleId: 'viewer' },
    });
    const members = await server.request(owner).get<ProjectMember[]>(`/projectUsers/${project.id}`);
    expect(members.body.find((member) => member.user.id === second.id)?.roleId).toBe('viewer');
    expect(await accept(third, made.secret)).toMatchObject({ status: 404, body: { code: 'invalid_link' } });
    expect((await preview(made.secret)).status).toBe(404);
    const { body: open } = await server.request(owner).get<Invitation[]>(invitationsOf(workspace.id));
    expect(open).toEqual([]);
  });

  test('has one place for two who take it at once', async () => {
    const { secret } = await invite({ maxUses: 1 });
    const takers = await Promise.all([createUser(server), createUser(server)]);
    const answers = await Promise.all(takers.map((taker) => accept(taker, secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('can be accepted again by the same person, for one use', async () => {
    const { secret } = await invite({ maxUses: 5 });
    const user = await createUser(server);
    const answers = await Promise.all([accept(user, secret), accept(user, secret), accept(user, secret)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await server.request(owner).get<Invitation[]>(invitationsOf(workspace.id));
    expect(body[0]).toMatchObject({ uses: 1, maxUses: 5 });
  });

  test('brings nobody back who was removed, and no role that was taken away', async () => {
    const { secret } = await invite({ roleId: 'maintainer', maxUses: 5 });
    const [removed, lowered] = [await createUser(server), await createUser(server)];
    for (const user of [removed, lowered]) expect((await accept(user, secret)).status).toBe(200);
    await server.request(owner).delete(`/workspaceUsers/${workspace.id}/${removed.id}`);
    const { id: userId } = lowered;
    await server.request(owner).put(`/workspaceUsers/${workspace.id}`, { userId, roleId: 'member' });
    expect((await accept(removed, secret)).body.code).toBe('invalid_link');
    expect(await roleOf(removed.id)).toBeUndefined();
    expect((await accept(lowered, secret)).status).toBe(200);
    expect(await roleOf(userId)).toBe('member');
  });

  test('brings back nobody either who accepted it as a member already', async () => {
    const { secret } = await invite({ roleId: 'maintainer', maxUses: 1 });
    const join = () => createWorkspaceMember(server, workspace, { roleId: 'maintainer' });
    const [removed, lowered] = [await join(), await join()];
    for (const user of [removed, lowered]) expect((await accept(user, secret)).status).toBe(200);
    await server.request(owner).delete(`/workspaceUsers/${workspace.id}/${removed.id}`);
    const { id: userId } = lowered;
    await server.request(owner).put(`/workspaceUsers/${workspace.id}`, { userId, roleId: 'member' });
    expect((await accept(removed, secret)).body.code).toBe('invalid_link');
    expect(await roleOf(removed.id)).toBeUndefined();
    expect((await accept(lowered, secret)).status).toBe(200);
    expect(await roleOf(userId)).toBe('member');
    const { body } = await server.request(owner).get<Invitation[]>(invitationsOf(workspace.id));
    expect(body[0]).toMatchObject({ uses: 0, maxUses: 1 });
  });

  test('only raises a role, and takes no place from those who have it all', async () => {
    const { secret } = await invite({ roleId: 'maintainer', maxUses: 1 });
    expect((await accept(owner, secret)).status).toBe(200);
    expect(await roleOf(owner.id)).toBe('owner');
    const member = await createWorkspaceMember(server, workspace);
    expect((await accept(member, secret)).status).toBe(200);
    expect(await roleOf(member.id)).toBe('maintainer');
  });

  test('that is used up is nothing to those who have it all, but to the one who used it', async () => {
    const { secret } = await invite({ maxUses: 1 });
    const member = await createUser(server);
    expect((await accept(member, secret)).status).toBe(200);
    expect(await accept(owner, secret)).toMatchObject({ status: 404, body: { code: 'invalid_link' } });
    expect((await accept(member, secret)).status).toBe(200);
  });

  test('is nothing once it is revoked, expired, used, or the inviter has lost the right, nor for someone else', async () => {
    const revoked = await invite();
    const path = `${invitationsOf(workspace.id)}/${revoked.id}`;
    expect((await server.request(owner).delete(path)).status).toBe(204);
    expect((await server.request(owner).delete(path)).status).toBe(404);

    const expired = await invite();
    await server.connection
      .collection<{ _id: string }>('invitations')
      .updateOne({ _id: expired.id }, { $set: { expiresAt: new Date(0) } });

    const maintainer = await createWorkspaceMember(server, workspace, { roleId: 'maintainer' });
    const lowered = await invite({}, maintainer);
    await server
      .request(owner)
      .put(`/workspaceUsers/${workspace.id}`, { userId: maintainer.id, roleId: 'member' });

    const used = await invite({ maxUses: 1 });
    await accept(await createUser(server), used.secret);
    const foreign = await invite({ email: `${randomUUID()}@example.org` });
    const listed = await server.request(owner).get<Invitation[]>(invitationsOf(workspace.id));
    expect(listed.body.map(({ id }) => id)).toEqual([foreign.id]);

    const user = await createUser(server);
    const answers = [await accept(user, foreign.secret)];
    for (const { secret } of [revoked, expired, lowered, used, { secret: 'x' }, { secret: 'A'.repeat(43) }])
      answers.push(await server.request().get(`/invitations/${secret}`), await accept(user, secret));
    const bodies = answers.map(({ status, body: { requestId, ...refusal } }) => {
      expect(status).toBe(404);
      return JSON.stringify(refusal);
    });
    expect(new Set(bodies).size).toBe(1);
    expect(await roleOf(user.id)).toBeUndefined();
  });

  test('is nothing once its workspace or project is gone', async () => {
    const project = await createProject(server, { workspace });
    const { secret } = await invite({ projectId: project.id, projectRoleId: 'member' });
    await server.request(owner).delete(`/projects/${project.id}`);
    expect((await preview(secret)).status).toBe(404);
    const other = await invite();
    await server.request(owner).delete(`/workspaces/${workspace.id}`);
    expect((await preview(other.secret)).status).toBe(404);
  });
});

describe('an invitation with an address', () => {
  test('is for that account, once, and replaces an earlier one', async () => {
    const email = `${randomUUID()}@example.org`;
    const earlier = await invite({ email });
    const { secret, maxUses } = await invite({ email: ` ${email.toUpperCase()}`, maxUses: 9 });
    expect(maxUses).toBe(1);
    expect((await preview(earlier.secret)).status).toBe(404);
    expect((await accept(await createUser(server), secret)).status).toBe(404);
    const invited = await createUser(server, { email });
    expect((await accept(invited, secret)).status).toBe(200);
    expect(await roleOf(invited.id)).toBe('member');
  });

  test('stays alone of several that are made at one moment', async () => {
    const email = `${randomUUID()}@example.org`;
    holdDate(Date.now());
    await Promise.all(Array.from({ length: 4 }, () => invite({ email }))).finally(() => jest.useRealTimers());
    const { body: open } = await server.request(owner).get<Invitation[]>(invitationsOf(workspace.id));
    expect(open.map((each) => each.email)).toEqual([email]);
  });

  test('replaces one by a node whose clock is ahead', async () => {
    const email = `${randomUUID()}@example.org`;
    await invite({ email });
    const ahead = new Date(Date.now() + 60_000);
    await server.connection.collection('invitations').updateMany({ email }, { $set: { createdAt: ahead } });
    const { id } = await invite({ email });
    const { body: open } = await server.request(owner).get<Invitation[]>(invitationsOf(workspace.id));
    expect(open.map((each) => each.id)).toEqual([id]);
  });

  test('is refused for someone who has all of it', async () => {
    const member = await createWorkspaceMember(server, workspace);
    const body = { roleId: 'member', email: member.email };
    expect(await server.request(owner).post(invitationsOf(workspace.id), body)).toMatchObject({
      status: 409,
      body: { code: 'already_member' },
    });
    expect((await invite({ ...body, roleId: 'maintainer' })).email).toBe(member.email);
  });

  test('reaches one address five times a day', async () => {
    const body = { roleId: 'member' as const, email: `${randomUUID()}@example.org` };
    for (let i = 0; i < 5; i++) await invite(body);
    expect((await server.request(owner).post(invitationsOf(workspace.id), body)).status).toBe(429);
  });
});

describe('bad input', () => {
  test.each([
    [{}],
    [{ roleId: 'emperor' }],
    [{ roleId: 'viewer' }],
    [{ roleId: 'member', email: 'no address' }],
    [{ roleId: 'member', maxUses: 0 }],
    [{ roleId: 'member', maxUses: 51 }],
    [{ roleId: 'member', maxUses: 1.5 }],
    [{ roleId: 'member', projectId: randomUUID() }],
    [{ roleId: 'member', projectRoleId: 'member' }],
  ])('%j is 400', async (body) => {
    expect((await server.request(owner).post(invitationsOf(workspace.id), body)).status).toBe(400);
  });

  test('a maintainer gives no role above their own, and no project of another workspace', async () => {
    const maintainer = await createWorkspaceMember(server, workspace, { roleId: 'maintainer' });
    const asOwner = { roleId: 'owner' };
    expect((await server.request(maintainer).post(invitationsOf(workspace.id), asOwner)).status).toBe(403);
    const foreign = await createProject(server, { owner });
    const body = { roleId: 'member', projectId: foreign.id, projectRoleId: 'member' };
    expect((await server.request(owner).post(invitationsOf(workspace.id), body)).status).toBe(404);
  });
});
