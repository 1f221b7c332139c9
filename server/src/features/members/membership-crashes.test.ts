import { randomUUID } from 'node:crypto';
import { outcome, startTeamDatabase, type TeamDatabase, type TeamNode } from '../../../test/team-database';

/** Age of a tombstone that may be removed. */
const AN_HOUR_MS = 60 * 60 * 1000;

let database: TeamDatabase;
/** The process that dies midway. */
let dying: TeamNode;
let other: TeamNode;
let ada: string;
let bob: string;
let workspaceId: string;
let projectIds: string[];

beforeAll(async () => {
  database = await startTeamDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  dying = await database.node();
  other = await database.node();
  [ada, bob] = await Promise.all([database.user('Ada'), database.user('Bob')]);
  ({ id: workspaceId } = await other.workspaces.create(ada, { name: 'W', description: 'D' }));
  projectIds = [];
  for (const name of ['P1', 'P2', 'P3']) {
    const { id } = await other.projects.create(ada, { workspaceId, name, description: 'D' });
    projectIds.push(id);
  }
  await other.workspaceMembers.add(ada, workspaceId, bob, 'maintainer');
});

/** From its second op on, the dying process never gets to write another one. */
function dieAfterOneOp(): void {
  const { ops } = dying.stores;
  const insert = ops.insert.bind(ops);
  jest
    .spyOn(ops, 'insert')
    .mockImplementationOnce(insert)
    .mockRejectedValue(new Error('the process is gone'));
}

async function opTypes(projectId: string): Promise<string[]> {
  return (await other.oplog.read(projectId, 0, 100)).map((op) => op.type);
}

describe('a change of a workspace that is interrupted', () => {
  it('counts at once and is carried into the remaining projects by the sweep, once', async () => {
    dieAfterOneOp();
    await dying.workspaceMembers.remove(ada, workspaceId, bob);
    for (const id of projectIds) expect(await outcome(other.access.projectAccess(bob, id))).toBe('not_found');
    const before = await Promise.all(projectIds.map(opTypes));
    expect(before.flat().filter((type) => type === 'member.removed')).toHaveLength(1);

    await Promise.all([other.sweep.sweep(new Date()), other.sweep.sweep(new Date())]);
    await other.sweep.sweep(new Date());
    for (const id of projectIds) {
      expect(await opTypes(id)).toEqual(['member.added', 'member.removed']);
      expect((await other.access.projectMembers(id)).map((member) => member.id)).toEqual([ada]);
    }
    expect((await other.stores.workspaces.find(workspaceId))?.pending).toEqual([]);
  });

  it('says what is true when it is finished, not what was true when it began', async () => {
    dieAfterOneOp();
    await dying.workspaceMembers.remove(ada, workspaceId, bob);
    await other.workspaceMembers.add(ada, workspaceId, bob, 'owner');
    await other.sweep.sweep(new Date());
    for (const id of projectIds) {
      const roles = (await other.access.projectMembers(id)).map((member) => [member.id, member.roleId]);
      expect(roles).toEqual(
        expect.arrayContaining([
          [ada, 'owner'],
          [bob, 'owner'],
        ]),
      );
      expect(roles).toHaveLength(2);
    }
  });

  it('leaves no role of an earlier membership for a later one', async () => {
    const [projectId = ''] = projectIds;
    await other.projectMembers.add(ada, projectId, bob, 'owner');
    jest.spyOn(dying.stores.ops, 'insert').mockRejectedValue(new Error('the process is gone'));
    await dying.workspaceMembers.remove(ada, workspaceId, bob);
    await other.workspaceMembers.add(ada, workspaceId, bob, 'member');
    for (const id of projectIds) expect(await outcome(other.access.projectAccess(bob, id))).toBe('not_found');
  });

  it('nor for one that a group at the provider gives', async () => {
    const [projectId = ''] = projectIds;
    await other.projectMembers.add(ada, projectId, bob, 'owner');
    jest.spyOn(dying.stores.ops, 'insert').mockRejectedValue(new Error('the process is gone'));
    await dying.workspaceMembers.remove(ada, workspaceId, bob);
    await other.workspaceAdmission.setByGroup(bob, workspaceId, 'member');
    for (const id of projectIds) expect(await outcome(other.access.projectAccess(bob, id))).toBe('not_found');
  });
});

describe('an op about a member that is committed and not applied', () => {
  it('R3 R11 counts from the first access check of the next process on', async () => {
    const [projectId = ''] = projectIds;
    const cyd = await database.user('Cyd');
    await other.workspaceMembers.add(ada, workspaceId, cyd, 'member');
    await dying.projectMembers.add(ada, projectId, cyd, 'member');
    jest.spyOn(dying.stores.projects, 'applyAt').mockRejectedValue(new Error('the process is gone'));
    await expect(dying.projectMembers.remove(ada, projectId, cyd)).rejects.toThrow('the process is gone');

    const next = await database.node();
    expect(await outcome(next.access.projectAccess(cyd, projectId))).toBe('not_found');
    expect((await next.projectMembers.list(ada, projectId)).map((member) => member.user.id)).toEqual([ada]);
  });
});

describe('a deletion that is interrupted', () => {
  it('of a workspace: nobody sees anything of it at once, and the sweep takes the rest', async () => {
    dieAfterOneOp();
    await dying.workspaceRemoval.remove(ada, workspaceId);
    expect(await outcome(other.workspaces.get(ada, workspaceId))).toBe('not_found');
    expect(await other.workspaces.ofUser(bob)).toEqual([]);
    for (const id of projectIds) expect(await outcome(other.projects.get(ada, id))).toBe('not_found');
    expect(await other.stores.projects.idsInWorkspace(workspaceId)).toHaveLength(2);

    await Promise.all([other.sweep.sweep(new Date()), other.sweep.sweep(new Date())]);
    expect(await other.stores.projects.idsInWorkspace(workspaceId)).toEqual([]);
    expect(await other.stores.workspaces.deletedBefore(new Date())).toEqual([]);
    for (const id of projectIds) expect((await opTypes(id)).at(-1)).toBe('project.deleted');
  });

  it('of a project, after its op: whoever comes next finishes it', async () => {
    const [projectId = ''] = projectIds;
    jest.spyOn(dying.stores.projects, 'applyAt').mockRejectedValue(new Error('the process is gone'));
    await expect(dying.projectRemoval.remove(ada, projectId)).rejects.toThrow('the process is gone');

    const next = await database.node();
    expect(await outcome(next.projects.get(ada, projectId))).toBe('not_found');
    expect(await outcome(next.projectRemoval.remove(ada, projectId))).toBe('not_found');
  });

  it('takes the last rows once the tombstone is old', async () => {
    const [projectId = ''] = projectIds;
    await other.projectRemoval.remove(ada, projectId);
    await other.sweep.purge(new Date());
    expect(await opTypes(projectId)).toEqual([]);
    expect(await outcome(other.oplog.heal(projectId))).toBe('not_found');
    expect(await other.stores.projects.idsDeletedBefore(new Date(Date.now() + AN_HOUR_MS))).not.toContain(
      projectId,
    );
    expect(await outcome(other.projects.get(ada, randomUUID()))).toBe('not_found');
  });
});
