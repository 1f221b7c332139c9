import type { ProjectRole, WorkspaceRole } from '@livelane/shared/permissions/roles';
import { outcome, startTeamDatabase, type TeamDatabase, type TeamNode } from '../../../test/team-database';

/** Each race is run this often: the embedded database decides it one way or the other. */
const ROUNDS = 10;

let database: TeamDatabase;
let a: TeamNode;
let b: TeamNode;

beforeAll(async () => {
  database = await startTeamDatabase();
  a = await database.node();
  b = await database.node();
});
afterAll(() => database.close());

async function workspaceWith(
  ownerId: string,
  members: Array<[userId: string, roleId: WorkspaceRole]>,
): Promise<string> {
  const { id } = await a.workspaces.create(ownerId, { name: 'W', description: 'D' });
  for (const [userId, roleId] of members) await a.workspaceMembers.add(ownerId, id, userId, roleId);
  return id;
}

async function projectWith(
  ownerId: string,
  workspaceId: string,
  members: Array<[userId: string, roleId: ProjectRole]> = [],
): Promise<string> {
  const { id } = await a.projects.create(ownerId, { workspaceId, name: 'P', description: 'D' });
  for (const [userId, roleId] of members) await a.projectMembers.add(ownerId, id, userId, roleId);
  return id;
}

describe.each([
  ['in one process', () => a],
  ['in two processes', () => b],
])('at the same moment %s', (_, second) => {
  let ada: string;
  let bob: string;
  let cyd: string;

  beforeEach(async () => {
    [ada, bob, cyd] = await Promise.all([database.user('Ada'), database.user('Bob'), database.user('Cyd')]);
  });

  it('of two workspace owners who leave, one stays', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await workspaceWith(ada, [[bob, 'owner']]);
      const outcomes = await Promise.all([
        outcome(a.workspaceMembers.remove(ada, id, ada)),
        outcome(second().workspaceMembers.remove(bob, id, bob)),
      ]);
      expect(outcomes.sort()).toEqual(['last_owner', 'ok']);
      const left = (await a.stores.workspaces.find(id))?.members;
      expect(left?.map((member) => member.roleId)).toEqual(['owner']);
    }
  });

  it('of two project owners who leave, one stays', async () => {
    const workspaceId = await workspaceWith(cyd, [
      [ada, 'member'],
      [bob, 'member'],
    ]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await projectWith(ada, workspaceId, [[bob, 'owner']]);
      const outcomes = await Promise.all([
        outcome(a.projectMembers.remove(ada, id, ada)),
        outcome(second().projectMembers.remove(bob, id, bob)),
      ]);
      expect(outcomes.sort()).toEqual(['last_owner', 'ok']);
    }
  });

  it('of two owners who demote each other, one stays owner', async () => {
    const workspaceId = await workspaceWith(ada, [[bob, 'owner']]);
    const inWorkspace = await Promise.all([
      outcome(a.workspaceMembers.changeRole(ada, workspaceId, bob, 'member')),
      outcome(second().workspaceMembers.changeRole(bob, workspaceId, ada, 'member')),
    ]);
    expect(inWorkspace.sort()).toEqual(['forbidden', 'ok']);

    const free = await workspaceWith(cyd, [
      [ada, 'member'],
      [bob, 'member'],
    ]);
    const projectId = await projectWith(ada, free, [[bob, 'owner']]);
    const inProject = await Promise.all([
      outcome(a.projectMembers.changeRole(ada, projectId, bob, 'viewer')),
      outcome(second().projectMembers.changeRole(bob, projectId, ada, 'viewer')),
    ]);
    expect(inProject.sort()).toEqual(['forbidden', 'ok']);
  });

  it('a user who is added twice is a member once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspaceId = await workspaceWith(ada, []);
      const joins = await Promise.all([
        outcome(a.workspaceMembers.add(ada, workspaceId, bob, 'member')),
        outcome(second().workspaceMembers.add(ada, workspaceId, bob, 'member')),
      ]);
      expect(joins.sort()).toEqual(['already_member', 'ok']);
      const projectId = await projectWith(ada, workspaceId);
      const projectJoins = await Promise.all([
        outcome(a.projectMembers.add(ada, projectId, bob, 'member')),
        outcome(second().projectMembers.add(ada, projectId, bob, 'viewer')),
      ]);
      expect(projectJoins.sort()).toEqual(['already_member', 'ok']);
      const roster = (await a.stores.projects.find(projectId))?.members ?? [];
      expect(roster.filter((entry) => entry.userId === bob)).toHaveLength(1);
    }
  });

  it('a user who joins a project while they are removed from its workspace ends outside of both', async () => {
    const workspaceId = await workspaceWith(ada, [[bob, 'member']]);
    const projectId = await projectWith(ada, workspaceId);
    const { ops } = second().stores;
    const insert = ops.insert.bind(ops);
    jest.spyOn(ops, 'insert').mockImplementationOnce(async (op) => {
      await a.workspaceMembers.remove(ada, workspaceId, bob);
      return insert(op);
    });
    const join = second().projectMembers.add(ada, projectId, bob, 'member');
    expect(await outcome(join)).toBe('not_workspace_member');
    const roster = (await a.stores.projects.find(projectId))?.members ?? [];
    expect(roster.map((entry) => entry.userId)).toEqual([ada]);
    const types = (await a.oplog.read(projectId, 0, 10)).map((op) => op.type);
    expect(types).toEqual(['member.added', 'member.removed']);
  });

  it('a project that is created while someone is promoted knows the promotion', async () => {
    const workspaceId = await workspaceWith(ada, [[bob, 'member']]);
    const createBoard = second().oplog.createBoard.bind(second().oplog);
    jest.spyOn(second().oplog, 'createBoard').mockImplementationOnce(async (projectId) => {
      await a.workspaceMembers.changeRole(ada, workspaceId, bob, 'maintainer');
      await createBoard(projectId);
    });
    const { id } = await second().projects.create(ada, { workspaceId, name: 'P', description: 'D' });
    const roster = await a.access.projectMembers(id);
    expect(roster.map((member) => [member.id, member.roleId])).toEqual([
      [ada, 'owner'],
      [bob, 'maintainer'],
    ]);
    const ops = await a.oplog.read(id, 0, 10);
    expect(ops.map((op) => op.type)).toEqual(['member.added']);
  });

  it('a project that is created while its workspace is deleted goes with it', async () => {
    const workspaceId = await workspaceWith(ada, []);
    const createBoard = second().oplog.createBoard.bind(second().oplog);
    let projectId = '';
    jest.spyOn(second().oplog, 'createBoard').mockImplementationOnce(async (id) => {
      projectId = id;
      await a.workspaceRemoval.remove(ada, workspaceId);
      await createBoard(id);
    });
    const creation = second().projects.create(ada, { workspaceId, name: 'P', description: 'D' });
    expect(await outcome(creation)).toBe('not_found');
    expect(await a.stores.projects.find(projectId)).toBeNull();
  });
});
