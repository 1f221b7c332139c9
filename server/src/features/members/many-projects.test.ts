import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { OpsPage } from '@livelane/shared/boards/board.schema';
import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import { type WorkspaceRoleUpdate, workspaceRoleUpdateSchema } from '@livelane/shared/members/member.schema';
import type { ProjectRole, WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { TestDatabase } from '../../../test/database';
import {
  createUser,
  createWorkspace,
  createWorkspaceMember,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import { serverForTests, startTestServer, type TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';
import { PROJECTS_BEFORE_ANSWER } from './propagation.service';
import { RosterService } from './roster.service';

// A workspace with so many projects that the answer to a changed role does not wait for all of their ops.

const PROJECTS = 150;
/** Between two polls. */
const PAUSE_MS = 20;

interface ManyProjects {
  ada: TestUser;
  bob: TestUser;
  workspace: TestWorkspace;
  /** In the order in which they get the op of a changed role. */
  projectIds: string[];
  first: string;
  last: string;
}

/** Ada owns the workspace; Bob has this role in it and this one of their own in the first and the last project. */
async function manyProjects(
  server: TestServer,
  roleId: WorkspaceRole,
  ownRoleId: ProjectRole | null = null,
  count = PROJECTS,
): Promise<ManyProjects> {
  const [ada, bob] = [await createUser(server), await createUser(server)];
  const workspace = await createWorkspace(server, { owner: ada });
  await createWorkspaceMember(server, workspace, { user: bob, roleId });
  const at = { createdAt: new Date(), updatedAt: new Date() };
  const rows = Array.from({ length: count }, (_, index) => {
    const own = index === 0 || index === count - 1 ? ownRoleId : null;
    const inherited = roleId === 'member' ? own : roleId;
    return {
      _id: randomUUID(),
      workspaceId: workspace.id,
      name: `Number ${index}`,
      description: 'One of many',
      members: [
        { userId: ada.id, ownRoleId: 'owner', roleId: 'owner', ...at },
        ...(inherited ? [{ userId: bob.id, ownRoleId: own, roleId: inherited, ...at }] : []),
      ],
      rev: 0,
      ...at,
    };
  });
  const projectIds = rows.map(({ _id }) => _id);
  const heads = projectIds.map((_id) => ({ _id, epoch: randomUUID(), appliedV: 0 }));
  await server.connection.collection('boardheads').insertMany(heads as never[]);
  await server.connection.collection('projects').insertMany(rows as never[]);
  return { ada, bob, workspace, projectIds, first: projectIds[0] ?? '', last: projectIds.at(-1) ?? '' };
}

async function listen(server: TestServer, user: TestUser, projectIds: readonly string[]) {
  const socket = await server.socket(user);
  const heard: Array<[event: string, message: unknown]> = [];
  socket.onAny((event: string, message: unknown) => heard.push([event, message]));
  for (const projectId of projectIds)
    expect(await socket.emitWithAck('board:subscribe', { projectId })).toMatchObject({ ok: true });
  return {
    socket,
    of: <T>(name: string) => heard.flatMap(([event, message]) => (event === name ? [message as T] : [])),
    ops: (): VisibleOp[] =>
      heard.flatMap(([event, message]) => (event === 'board:ops' ? (message as OpsPage).ops : [])),
    settle: async () => void (await socket.emitWithAck('sync:ping', {})),
  };
}

/** The projects whose log has an op about Bob, in their order. */
async function withOp(server: TestServer, { projectIds, bob }: ManyProjects): Promise<string[]> {
  const ops = await server.connection
    .collection('ops')
    .find({ projectId: { $in: projectIds }, 'patch.userId': bob.id })
    .toArray();
  return ops.map(({ projectId }) => projectId as string);
}

const updates = async (server: TestServer, user: TestUser, { workspace }: ManyProjects) =>
  (await server.request(user).get<WorkspaceRoleUpdate[]>(`/workspaceUsers/updates/${workspace.id}`)).body;

/** Waits until every project has its op. @returns the progress that Ada was shown meanwhile */
async function carried(server: TestServer, of: ManyProjects): Promise<WorkspaceRoleUpdate[]> {
  const seen: WorkspaceRoleUpdate[] = [];
  for (;;) {
    const shown = await updates(server, of.ada, of);
    if (shown.length === 0) return seen;
    seen.push(...shown);
    await wait(PAUSE_MS);
  }
}

const change = (server: TestServer, { ada, bob, workspace }: ManyProjects, roleId: WorkspaceRole) =>
  server.request(ada).put(`/workspaceUsers/${workspace.id}`, { userId: bob.id, roleId });
const remove = (server: TestServer, { ada, bob, workspace }: ManyProjects) =>
  server.request(ada).delete(`/workspaceUsers/${workspace.id}/${bob.id}`);
const createTask = async (server: TestServer, user: TestUser, projectId: string, fields: object = {}) =>
  (await server.request(user).post('/tasks', { title: 'Task', projectId, ...fields })).status;

describe('a role in a workspace of many projects', () => {
  const server = serverForTests();

  it('R11 that is taken away is gone from the answer on, before the projects have their ops', async () => {
    const many = await manyProjects(server, 'maintainer');
    const { ada, bob, first, last, projectIds } = many;
    const theirs = await listen(server, bob, [first, last]);
    const elsewhere = await listen(server, bob, []);
    expect(await elsewhere.socket.emitWithAck('personal:subscribe', {})).toMatchObject({ ok: true });

    expect((await remove(server, many)).status).toBe(204);
    expect((await server.request(bob).get(`/kanban/project/${last}`)).status).toBe(404);
    expect(await createTask(server, bob, last)).toBe(404);
    const subscribed = await theirs.socket.emitWithAck('board:subscribe', { projectId: first });
    expect(subscribed).toEqual({ ok: false, code: 'not_found' });
    expect(await createTask(server, ada, last)).toBe(201);
    await theirs.settle();
    expect(theirs.ops()).toEqual([]);
    const before = await withOp(server, many);
    expect(before.length).toBeLessThan(PROJECTS);
    expect(before).not.toContain(last);

    const seen = await carried(server, many);
    expect(seen.length).toBeGreaterThan(0);
    for (const update of seen) {
      expect(update).toEqual({ userId: bob.id, done: expect.any(Number), total: PROJECTS });
      expect(workspaceRoleUpdateSchema.safeParse(update).success).toBe(true);
    }
    expect((await withOp(server, many)).sort()).toEqual([...projectIds].sort());
    await Promise.all([theirs.settle(), elsewhere.settle()]);
    expect(theirs.ops()).toEqual([]);
    expect(elsewhere.of('personal:ops')).toEqual([]);
    // Once of each project, and of the workspace.
    for (const listener of [theirs, elsewhere])
      expect(
        listener
          .of<{ id: string }>('access:revoked')
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...projectIds, many.workspace.id].sort());
  });

  it('that is given counts from the answer on, and its progress is shown only to who gave it', async () => {
    const many = await manyProjects(server, 'member');
    const { bob, last } = many;
    expect((await change(server, many, 'maintainer')).status).toBe(200);
    const shown = await updates(server, many.ada, many);
    expect(await createTask(server, bob, last)).toBe(201);
    expect(await withOp(server, many)).not.toContain(last);
    expect(shown).toEqual([{ userId: bob.id, done: expect.any(Number), total: PROJECTS }]);
    expect(await updates(server, bob, many)).toEqual([]);
    await carried(server, many);
    expect(await withOp(server, many)).toHaveLength(PROJECTS);
  });

  it('that is lowered takes the sight of PRIVATE tasks from sockets at once', async () => {
    const many = await manyProjects(server, 'owner', 'viewer');
    const { ada, bob, last } = many;
    const theirs = await listen(server, bob, [last]);
    expect((await change(server, many, 'member')).status).toBe(200);
    expect(await createTask(server, ada, last, { visibility: 'PRIVATE' })).toBe(201);
    expect(await withOp(server, many)).not.toContain(last);
    await theirs.settle();
    expect(theirs.of('board:reset')).toEqual([{ projectId: last, reason: 'gap' }]);
    expect(theirs.ops().map(({ type }) => type)).toEqual(['noop']);
    await carried(server, many);
  });

  it('that is lowered and given back shows PRIVATE tasks again, also where no op comes of it', async () => {
    const many = await manyProjects(server, 'owner', 'viewer');
    const { ada, bob, last } = many;
    const theirs = await listen(server, bob, [last]);
    const ofBob = await listen(server, bob, []);
    const { reconcile } = RosterService.prototype;
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    jest.spyOn(RosterService.prototype, 'reconcile').mockImplementation(async function (
      this: RosterService,
      ...args
    ) {
      await gate;
      return reconcile.apply(this, args);
    });
    expect((await change(server, many, 'member')).status).toBe(200);
    expect(await ofBob.socket.emitWithAck('board:subscribe', { projectId: last })).toMatchObject({
      ok: true,
    });
    expect((await change(server, many, 'owner')).status).toBe(200);
    goOn();
    await carried(server, many);
    expect(await createTask(server, ada, last, { visibility: 'PRIVATE' })).toBe(201);
    expect(await withOp(server, many)).toEqual([]);
    const reset = { projectId: last, reason: 'gap' };
    for (const { listener, resets } of [
      { listener: theirs, resets: [reset, reset] },
      // It has subscribed in between.
      { listener: ofBob, resets: [reset] },
    ]) {
      await listener.settle();
      expect(listener.of('board:reset')).toEqual(resets);
      expect(listener.ops().map(({ type }) => type)).toEqual(['task.created']);
    }
  });

  it('that changes twice ends in every project as it is last', async () => {
    const many = await manyProjects(server, 'member');
    await change(server, many, 'maintainer');
    await change(server, many, 'member');
    await carried(server, many);
    const rosters = await server.connection
      .collection('projects')
      .find({ _id: { $in: many.projectIds as never[] }, 'members.userId': many.bob.id })
      .toArray();
    expect(rosters).toEqual([]);
  });

  it('R24 ends in every project before an account is gone, whose name no op tells any more', async () => {
    const many = await manyProjects(server, 'member');
    const { bob } = many;
    await change(server, many, 'maintainer');
    const closed = await server.request(bob).delete(`/users/${bob.id}`, { password: bob.password });
    expect(closed.status).toBe(204);
    expect(await updates(server, many.ada, many)).toEqual([]);
    const named = await server.connection
      .collection('ops')
      .find({ 'patch.userId': bob.id, 'patch.firstName': bob.firstName })
      .toArray();
    expect(named).toEqual([]);
    const rosters = await server.connection
      .collection('projects')
      .find({ 'members.userId': bob.id })
      .toArray();
    expect(rosters).toEqual([]);
  });

  it('is in every project of a few when the answer comes', async () => {
    const many = await manyProjects(server, 'maintainer', null, PROJECTS_BEFORE_ANSWER);
    await remove(server, many);
    expect(await withOp(server, many)).toHaveLength(PROJECTS_BEFORE_ANSWER);
    expect(await updates(server, many.ada, many)).toEqual([]);
  });
});

describe('on two nodes that nothing connects', () => {
  let a: TestServer;
  let b: TestServer;
  let database: TestDatabase;
  onTwoNodes((first, second, shared) => {
    [a, b, database] = [first, second, shared];
  });

  it('R11 a role that one takes away is gone on the other before anything later is sent', async () => {
    const many = await manyProjects(a, 'maintainer');
    const { ada, bob, first, last } = many;
    const theirs = await listen(b, bob, [first, last]);
    const mine = await listen(b, ada, [first, last]);
    expect((await remove(a, many)).status).toBe(204);
    const created = () => mine.ops().filter(({ type }) => type === 'task.created').length;
    // One that comes through the log, and one that is committed there.
    for (const [count, node] of [a, b].entries()) {
      expect(await createTask(node, ada, last)).toBe(201);
      expect(await withOp(a, many)).not.toContain(last);
      while (created() <= count) await wait(PAUSE_MS);
      await theirs.settle();
      expect(theirs.ops()).toEqual([]);
    }
    expect((await b.request(bob).get(`/kanban/project/${last}`)).status).toBe(404);
    await carried(b, many);
  });

  it('what one has left when it ends is carried on by the next', async () => {
    const many = await manyProjects(b, 'maintainer');
    const ending = await startTestServer({ database });
    await remove(ending, many);
    await ending.stop();
    const before = await withOp(b, many);
    expect(before.length).toBeLessThan(PROJECTS);
    await b.app.services.team.sweep.sweep(new Date());
    await carried(b, many);
    expect((await withOp(b, many)).sort()).toEqual([...many.projectIds].sort());
  });
});
