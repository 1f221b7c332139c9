import { projectRoles, workspaceRoles } from '@livelane/shared/permissions/roles';
import { Random, seedOfRun } from '../../../../test-kit/random';
import { outcome, startTeamDatabase, type TeamDatabase, type TeamNode } from '../../../test/team-database';

const RUNS = 6;
const STEPS = 60;
/** Concurrent steps of one run. */
const AT_ONCE = 5;
/** Seeds that once failed. */
const KEPT_SEEDS: number[] = [];

let database: TeamDatabase;
let nodes: TeamNode[];
let users: string[];

beforeAll(async () => {
  database = await startTeamDatabase();
  nodes = [await database.node(), await database.node()];
  users = await Promise.all(['Ada', 'Bob', 'Cyd', 'Dan', 'Eve'].map((name) => database.user(name)));
});
afterAll(() => database.close());

interface World {
  workspaceId: string;
  projectIds: string[];
}

async function found(): Promise<World> {
  const [node] = nodes as [TeamNode];
  const [ada = '', bob = '', cyd = ''] = users;
  const { id: workspaceId } = await node.workspaces.create(ada, { name: 'W', description: 'D' });
  await node.workspaceMembers.add(ada, workspaceId, bob, 'maintainer');
  await node.workspaceMembers.add(ada, workspaceId, cyd, 'member');
  const projectIds: string[] = [];
  for (const creator of [ada, bob, cyd]) {
    const { id } = await node.projects.create(creator, { workspaceId, name: 'P', description: 'D' });
    projectIds.push(id);
  }
  return { workspaceId, projectIds };
}

function step({ workspaceId, projectIds }: World, random: Random): () => Promise<unknown> {
  const node = random.pick(nodes);
  // The founders act more often than the others: most steps are to be allowed.
  const actor = random.pick([...users, ...users.slice(0, 2), ...users.slice(0, 2)]);
  const target = random.pick(users);
  const projectId = random.pick(projectIds);
  const workspaceRole = random.pick(workspaceRoles);
  const projectRole = random.pick(projectRoles);
  return random.pick([
    () => node.workspaceMembers.add(actor, workspaceId, target, workspaceRole),
    () => node.workspaceMembers.changeRole(actor, workspaceId, target, workspaceRole),
    () => node.workspaceMembers.remove(actor, workspaceId, target),
    () => node.projectMembers.add(actor, projectId, target, projectRole),
    () => node.projectMembers.changeRole(actor, projectId, target, projectRole),
    () => node.projectMembers.remove(actor, projectId, target),
  ]);
}

async function check({ workspaceId, projectIds }: World): Promise<void> {
  const [node] = nodes as [TeamNode];
  const workspace = await node.stores.workspaces.find(workspaceId);
  const members = workspace?.members ?? [];
  expect(members.filter((member) => member.roleId === 'owner').length).toBeGreaterThan(0);
  expect(new Set(members.map((member) => member.userId)).size).toBe(members.length);
  expect(workspace?.pending).toEqual([]);

  for (const projectId of projectIds) {
    const roster = (await node.stores.projects.find(projectId))?.members ?? [];
    const effective = new Map<string, string>();
    for (const userId of users) {
      const role = await node.access.projectAccess(userId, projectId).then(
        (access) => access.role,
        () => null,
      );
      if (role) effective.set(userId, role);
    }
    // The ops announced the same roles as the access check gives.
    expect(new Map(roster.map((entry) => [entry.userId, entry.roleId]))).toEqual(effective);
    expect(roster).toHaveLength(effective.size);

    const ops = await node.oplog.read(projectId, 0, 10_000);
    expect(ops.map((op) => op.v)).toEqual(ops.map((_, index) => index + 1));
    // I3 for members: the latest op about someone agrees with the roster.
    const latest = new Map<string, string | null>();
    for (const op of ops) {
      if (op.type === 'member.removed') latest.set(op.patch.userId, null);
      else if (op.type === 'member.added' || op.type === 'member.roleChanged') {
        const known = latest.get(op.patch.userId);
        if (known !== undefined) expect(op.type).toBe(known ? 'member.roleChanged' : 'member.added');
        latest.set(op.patch.userId, op.patch.roleId);
      }
    }
    for (const [userId, role] of latest) expect(effective.get(userId) ?? null).toBe(role);
  }
}

const first = seedOfRun();
const seeds = [...KEPT_SEEDS, ...Array.from({ length: RUNS }, (_, run) => first + run)];

it.each(seeds)(
  'R2 I2 I3 whatever members do to each other on two nodes at once, rosters and rights agree: seed %i',
  async (seed) => {
    const random = new Random(seed);
    const world = await found();
    const outcomes = new Set<string>();
    for (let done = 0; done < STEPS; done += AT_ONCE) {
      const steps = Array.from({ length: AT_ONCE }, () => step(world, random));
      for (const code of await Promise.all(steps.map((run) => outcome(run())))) outcomes.add(code);
    }
    for (const node of nodes) await node.sweep.sweep(new Date());
    await check(world);
    expect(outcomes).toContain('ok');
  },
);
