import { randomUUID } from 'node:crypto';
import type { WorkspaceMember } from '@livelane/shared/members/member.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { mongo } from 'mongoose';
import { AppError } from '../src/http/errors';
import { createUser, createWorkspace } from './factories';
import { oidcForTests, person } from './oidcForTests';

/** A workspace that is not there. */
const mapped = randomUUID();

const oidc = oidcForTests();

test('with REGISTRATION=invited new accounts take an invitation for that address, or a mapped group', async () => {
  const workspace = await createWorkspace(oidc.server);
  const stranger = person();
  const invited = person();
  await oidc.settings(
    { groupRoles: [{ group: 'staff', workspaceId: workspace.id, roleId: 'member' }] },
    {
      registration: 'invited',
    },
  );
  await oidc.provider.signsIn(stranger.sub, stranger.claims);
  expect(await oidc.browser().signIn()).toBe('/login?error=registration_closed');
  const { email } = invited.claims;
  await oidc.server
    .request(workspace.owner)
    .post(`/workspaces/${workspace.id}/invitations`, { roleId: 'maintainer', email });
  // It is revoked at the last moment: an account that nobody invited does not come about.
  await oidc.provider.signsIn(invited.sub, invited.claims);
  jest
    .spyOn(oidc.server.app.services.invitations, 'join')
    .mockRejectedValueOnce(new AppError('invalid_link'));
  expect(await oidc.browser().signIn()).toBe('/login?error=registration_closed');
  expect(await oidc.server.app.services.users.findByEmail(email)).toBeNull();
  const joined = await oidc.signInAs(invited);
  const rolesOf = async () => {
    const { body } = await oidc.server
      .request(workspace.owner)
      .get<WorkspaceMember[]>(`/workspaceUsers/${workspace.id}`);
    return new Map(body.map(({ user, roleId }) => [user.id, roleId]));
  };
  expect((await rolesOf()).get(joined.session.user.id)).toBe('maintainer');
  stranger.claims.groups = ['staff'];
  const member = await oidc.signInAs(stranger);
  expect((await rolesOf()).get(member.session.user.id)).toBe('member');
  await oidc.settings({});
});

test.each([
  ['joins', false],
  ['is refused once the invitation is revoked', true],
])('who was cut off while joining by an invitation %s at the next sign-in', async (_what, isRevoked) => {
  const { owner, id } = await createWorkspace(oidc.server);
  const who = person();
  await oidc.settings({}, { registration: 'invited' });
  const { email } = who.claims;
  const invitations = `/workspaces/${id}/invitations`;
  const { body } = await oidc.server
    .request(owner)
    .post<{ id: string }>(invitations, { roleId: 'member', email });
  await oidc.provider.signsIn(who.sub, who.claims);
  const browser = oidc.browser();
  const callback = await browser.toCallback();
  const away = new mongo.MongoNetworkError('connection closed');
  jest.spyOn(oidc.server.app.services.invitations, 'join').mockRejectedValueOnce(away);
  expect((await browser.get(callback)).status).toBe(503);
  if (isRevoked) {
    expect((await oidc.server.request(owner).delete(`${invitations}/${body.id}`)).status).toBe(204);
    expect(await oidc.browser().signIn()).toBe('/login?error=registration_closed');
    expect(await oidc.server.app.services.users.findByEmail(email)).toBeNull();
  } else {
    const { session } = await oidc.signInAs(who);
    const members = await oidc.server.request(owner).get<WorkspaceMember[]>(`/workspaceUsers/${id}`);
    expect(members.body.map(({ user }) => user.id)).toContain(session.user.id);
    expect(await oidc.server.app.services.users.find(session.user.id)).not.toHaveProperty('joining');
  }
  await oidc.settings({});
});

test('roles that a group gave follow it; others only rise; a last owner stays', async () => {
  const workspace = await createWorkspace(oidc.server);
  const groupRoles = [
    { group: 'staff', workspaceId: workspace.id, roleId: 'member' },
    { group: 'leads', workspaceId: workspace.id, roleId: 'owner' },
    { group: 'leads', workspaceId: mapped, roleId: 'member' },
  ] as const;
  await oidc.settings({ groupRoles });
  const who = person();
  const roleIn = async (groups: string[]) => {
    const { session } = await oidc.signInAs({ ...who, claims: { ...who.claims, groups } });
    const { body } = await oidc.server.request(session).get<Workspace[]>('/workspaces/user');
    if (body.length === 0) return { session, role: null };
    const members = await oidc.server
      .request(session)
      .get<WorkspaceMember[]>(`/workspaceUsers/${workspace.id}`);
    const role = members.body.find(({ user }) => user.id === session.user.id)?.roleId;
    return { session, role };
  };
  expect((await roleIn([])).role).toBeNull();
  expect((await roleIn(['staff'])).role).toBe('member');
  expect((await roleIn(['staff', 'leads'])).role).toBe('owner');
  expect((await roleIn(['staff'])).role).toBe('member');
  const { session } = await roleIn(['leads']);
  const path = `/workspaceUsers/${workspace.id}`;
  expect((await oidc.server.request(workspace.owner).delete(`${path}/${workspace.owner.id}`)).status).toBe(
    204,
  );
  expect((await roleIn([])).role).toBe('owner');
  const friend = await createUser(oidc.server);
  await oidc.server.request(session).post(path, { userId: friend.id, roleId: 'owner' });
  expect((await roleIn([])).role).toBeNull();
  // Given by a person: no group takes it away.
  await oidc.server.request(friend).post(path, { userId: session.user.id, roleId: 'maintainer' });
  expect((await roleIn(['staff'])).role).toBe('maintainer');
  expect((await roleIn([])).role).toBe('maintainer');
  await oidc.settings({});
});
