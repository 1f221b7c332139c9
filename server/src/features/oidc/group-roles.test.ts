import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import { startTeamDatabase, type TeamDatabase, type TeamNode } from '../../../test/team-database';
import { GroupRoles } from './group-roles';

let database: TeamDatabase;
let node: TeamNode;
let ada: string;
let bob: string;
/** Two workspaces of Ada. */
let first: string;
let second: string;

beforeAll(async () => {
  database = await startTeamDatabase();
  node = await database.node();
});
afterAll(() => database.close());

beforeEach(async () => {
  [ada, bob] = [await database.user('Ada'), await database.user('Bob')];
  ({ id: first } = await node.workspaces.create(ada, { name: 'First', description: 'D' }));
  ({ id: second } = await node.workspaces.create(ada, { name: 'Second', description: 'D' }));
});

/** Bob signs in with these groups: `staff`, `leads` and `chiefs` give roles in the first workspace. */
async function signIn(groups: string[], more: Array<[string, WorkspaceRole]> = []): Promise<void> {
  const groupRoles = new GroupRoles({
    mapping: [
      { group: 'staff', workspaceId: first, roleId: 'member' },
      { group: 'leads', workspaceId: first, roleId: 'maintainer' },
      { group: 'chiefs', workspaceId: first, roleId: 'owner' },
      ...more.map(([workspaceId, roleId]) => ({ group: 'staff', workspaceId, roleId })),
    ],
    users: database.users,
    workspaces: node.stores.workspaces,
    workspaceAdmission: node.workspaceAdmission,
  });
  const user = await database.users.find(bob);
  if (!user) throw new Error('Bob has no account');
  await groupRoles.follow(user, groups);
}

const roleOf = (workspaceId: string) => node.stores.workspaces.roleOf(workspaceId, bob);

const invite = (roleId: WorkspaceRole) =>
  node.workspaceAdmission.join({ workspaceId: first, userId: bob, roleId, invitedBy: ada });
const byHand: Array<[string, () => Promise<unknown>]> = [
  ['adds', () => node.workspaceMembers.add(ada, first, bob, 'member')],
  ['invites', () => invite('member')],
];

test.each(byHand)('whom an owner removes and %s again stays when the group ends', async (_, letIn) => {
  await signIn(['staff']);
  await node.workspaceMembers.remove(ada, first, bob);
  await letIn();
  await signIn([]);
  expect(await roleOf(first)).toBe('member');
});

test('a role that a person has changed is theirs, even one that a group had given before', async () => {
  await signIn(['staff']);
  await node.workspaceMembers.changeRole(ada, first, bob, 'maintainer');
  await node.workspaceMembers.changeRole(ada, first, bob, 'member');
  await signIn([]);
  expect(await roleOf(first)).toBe('member');
});

test.each<[string, () => Promise<unknown>]>([
  ['is given again by hand', () => node.workspaceMembers.changeRole(ada, first, bob, 'member')],
  ['is promised by an invitation', () => invite('member')],
])('a role of a group that %s stays when the group ends, and is no news', async (_, give) => {
  await signIn(['staff']);
  await give();
  expect(await node.stores.workspaces.unfinished(first)).toEqual([]);
  await signIn(['staff']);
  await signIn([]);
  expect(await roleOf(first)).toBe('member');
});

test('whom a group gave a higher role than an invitation falls back to the one of the invitation', async () => {
  await signIn(['chiefs']);
  await invite('maintainer');
  await invite('member');
  expect(await roleOf(first)).toBe('owner');
  expect(await node.stores.workspaces.unfinished(first)).toEqual([]);
  await signIn(['staff']);
  await signIn([]);
  expect(await roleOf(first)).toBe('maintainer');
});

test('a role follows its group though the sign-in that gave it was cut off', async () => {
  const { workspaces } = node.stores;
  const change = workspaces.changeMembers.bind(workspaces);
  jest
    .spyOn(workspaces, 'changeMembers')
    .mockImplementationOnce(change)
    .mockRejectedValueOnce(new Error('the process is gone'));
  await expect(signIn(['leads', 'staff'], [[second, 'member']])).rejects.toThrow('the process is gone');
  expect([await roleOf(first), await roleOf(second)]).toEqual(['maintainer', null]);
  await signIn(['leads', 'staff'], [[second, 'member']]);
  expect([await roleOf(first), await roleOf(second)]).toEqual(['maintainer', 'member']);
  await signIn(['staff'], [[second, 'member']]);
  expect([await roleOf(first), await roleOf(second)]).toEqual(['member', 'member']);
  await signIn([], [[second, 'member']]);
  expect([await roleOf(first), await roleOf(second)]).toEqual([null, null]);
});

test.each(byHand)('whom an owner %s keeps that role when a group that raised it ends', async (_, letIn) => {
  await letIn();
  await signIn(['leads']);
  expect(await roleOf(first)).toBe('maintainer');
  await signIn([]);
  expect(await roleOf(first)).toBe('member');
  await signIn([]);
  expect(await roleOf(first)).toBe('member');
});

test('a raised role falls back to the higher of what a person and the other groups give', async () => {
  await node.workspaceMembers.add(ada, first, bob, 'member');
  await signIn(['leads', 'chiefs']);
  expect(await roleOf(first)).toBe('owner');
  await signIn(['leads']);
  expect(await roleOf(first)).toBe('maintainer');
  await signIn(['staff']);
  expect(await roleOf(first)).toBe('member');
  await signIn([]);
  expect(await roleOf(first)).toBe('member');
});

test('a role that a person gives in place of a raised one is all that the member falls back to', async () => {
  await node.workspaceMembers.add(ada, first, bob, 'maintainer');
  await signIn(['chiefs']);
  await node.workspaceMembers.changeRole(ada, first, bob, 'member');
  await signIn(['chiefs']);
  expect(await roleOf(first)).toBe('owner');
  await signIn([]);
  expect(await roleOf(first)).toBe('member');
});

test('a role ends when the group no longer gives any', async () => {
  await signIn(['staff'], [[second, 'maintainer']]);
  await signIn(['staff']);
  expect([await roleOf(first), await roleOf(second)]).toEqual(['member', null]);
});

describe('of a role that a group gave under an earlier version', () => {
  beforeEach(async () => {
    const { workspaces } = node.stores;
    await workspaces.changeMembers(first, ({ members }) => {
      const now = new Date();
      const added = { userId: bob, roleId: 'member', createdAt: now, updatedAt: now } as const;
      return { members: [...members, added], pending: null };
    });
    const groupRoles = [{ workspaceId: first, roleId: 'member' }];
    const rows = database.connection.collection<{ _id: string }>('users');
    await rows.updateOne({ _id: bob }, { $set: { groupRoles } });
  });

  it('follows the group', async () => {
    await signIn(['leads']);
    expect(await roleOf(first)).toBe('maintainer');
    expect(await database.users.find(bob)).not.toHaveProperty('groupRoles');
    await signIn([]);
    expect(await roleOf(first)).toBeNull();
  });

  it.each(byHand)('nothing is left for whom an owner removes and %s again', async (_, letIn) => {
    await node.workspaceMembers.remove(ada, first, bob);
    await letIn();
    await signIn(['staff']);
    await signIn([]);
    expect(await roleOf(first)).toBe('member');
  });
});
