import {
  assignableProjectRoles,
  assignableWorkspaceRoles,
  canChangeProjectMember,
  canChangeWorkspaceMember,
} from '@livelane/shared/permissions/permissions';
import { projectRoles, workspaceRoles } from '@livelane/shared/permissions/roles';
import { createProject, createUser, createWorkspace, type TestUser } from '../../../test/factories';
import { serverForTests } from '../../../test/harness';

/**
 * Who may give which role to whom (SPEC.md#rights): every role of an actor times every role of a
 * target times every role to give, over REST. There is always a second owner, so the rule of
 * the last one never decides.
 */
const server = serverForTests();
let founder: TestUser;
let actor: TestUser;
let target: TestUser;
let ids: { workspace: string; project: string };

beforeAll(async () => {
  [founder, actor, target] = await Promise.all([createUser(server), createUser(server), createUser(server)]);
  const teamSpace = await createWorkspace(server, { owner: founder });
  const workspace = await createWorkspace(server, { owner: founder });
  const project = await createProject(server, { workspace });
  for (const { id: userId } of [actor, target]) {
    await server.request(founder).post(`/workspaceUsers/${workspace.id}`, { userId, roleId: 'member' });
  }
  ids = { workspace: teamSpace.id, project: project.id };
});

const scopes = {
  project: {
    path: () => `/projectUsers/${ids.project}`,
    roles: projectRoles as readonly string[],
    mayGive: (role: string, given: string) =>
      (assignableProjectRoles(role as 'owner') as readonly string[]).includes(given),
    mayChange: (role: string, held: string) => canChangeProjectMember(role as 'owner', held as 'owner'),
  },
  workspace: {
    path: () => `/workspaceUsers/${ids.workspace}`,
    roles: workspaceRoles as readonly string[],
    mayGive: (role: string, given: string) =>
      (assignableWorkspaceRoles(role as 'owner') as readonly string[]).includes(given),
    mayChange: (role: string, held: string) => canChangeWorkspaceMember(role as 'owner', held as 'owner'),
  },
};

describe.each(Object.entries(scopes))('in a %s', (_, { path, roles, mayGive, mayChange }) => {
  async function membership(): Promise<Map<string, string>> {
    const { body } = await server
      .request(founder)
      .get<Array<{ user: { id: string }; roleId: string }>>(path());
    return new Map(body.map(({ user, roleId }) => [user.id, roleId]));
  }

  const roleOf = async (user: TestUser) => (await membership()).get(user.id) ?? null;

  /** Gives users these roles in the scope, or takes them out of it; those who have that role already keep it. */
  async function place(...wanted: Array<[user: TestUser, roleId: string | null]>): Promise<void> {
    const held = await membership();
    for (const [{ id: userId }, roleId] of wanted) {
      const now = held.get(userId) ?? null;
      if (now === roleId) continue;
      const change = server.request(founder);
      const answer = !roleId
        ? await change.delete(`${path()}/${userId}`)
        : await (now ? change.put(path(), { userId, roleId }) : change.post(path(), { userId, roleId }));
      expect(answer.status).toBeLessThan(300);
    }
  }

  const pairs = roles.flatMap((role) => roles.map((other) => [role, other] as const));
  const triples = pairs.flatMap(([role, held]) => roles.map((given) => [role, held, given] as const));

  it.each(triples)('a %s who makes a %s a %s', async (role, held, given) => {
    await place([actor, role], [target, held]);
    const answer = await server.request(actor).put(path(), { userId: target.id, roleId: given });
    const allowed = mayGive(role, given) && mayChange(role, held);
    expect(answer.status).toBe(allowed ? 200 : 403);
    expect(await roleOf(target)).toBe(allowed ? given : held);
  });

  it.each(pairs)('a %s who makes themselves a %s', async (role, given) => {
    await place([actor, role]);
    const answer = await server.request(actor).put(path(), { userId: actor.id, roleId: given });
    const allowed = role === 'owner';
    expect(answer.status).toBe(allowed ? 200 : 403);
    expect(await roleOf(actor)).toBe(allowed ? given : role);
  });

  it.each(pairs)('a %s who adds a %s', async (role, given) => {
    await place([actor, role], [target, null]);
    const answer = await server.request(actor).post(path(), { userId: target.id, roleId: given });
    const allowed = mayGive(role, given);
    expect(answer.status).toBe(allowed ? 201 : 403);
    expect(await roleOf(target)).toBe(allowed ? given : null);
  });

  it.each(pairs)('a %s who removes a %s', async (role, held) => {
    await place([actor, role], [target, held]);
    const answer = await server.request(actor).delete(`${path()}/${target.id}`);
    const allowed = mayChange(role, held);
    expect(answer.status).toBe(allowed ? 204 : 403);
    expect(await roleOf(target)).toBe(allowed ? null : held);
  });

  it.each(roles)('a %s may leave', async (role) => {
    await place([actor, role]);
    expect((await server.request(actor).delete(`${path()}/${actor.id}`)).status).toBe(204);
    expect(await roleOf(actor)).toBeNull();
  });
});

describe('whoever inherits a higher role from the workspace', () => {
  it('is above a maintainer of the project, whatever their own role there', async () => {
    const heir = await createUser(server);
    const workspace = await createWorkspace(server, { owner: founder });
    const project = await createProject(server, { workspace });
    const path = `/projectUsers/${project.id}`;
    const admin = server.request(founder);
    await admin.post(`/workspaceUsers/${workspace.id}`, { userId: heir.id, roleId: 'maintainer' });
    await admin.post(`/workspaceUsers/${workspace.id}`, { userId: actor.id, roleId: 'member' });
    await admin.post(path, { userId: heir.id, roleId: 'viewer' });
    await admin.post(path, { userId: actor.id, roleId: 'maintainer' });
    expect((await server.request(actor).delete(`${path}/${heir.id}`)).status).toBe(403);
    expect((await server.request(actor).put(path, { userId: heir.id, roleId: 'member' })).status).toBe(403);
    expect((await admin.delete(`${path}/${heir.id}`)).status).toBe(204);
  });
});
