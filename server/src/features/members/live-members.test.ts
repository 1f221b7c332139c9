import type { OpsPage } from '@livelane/shared/boards/board.schema';
import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import { startTestDatabase } from '../../../test/database';
import {
  createAdaAndBob,
  createMember,
  createProject,
  createTask,
  createUser,
  createWorkspaceMember,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import {
  nextEvent,
  serverForTests,
  startTestServer,
  type TestServer,
  type TestSocket,
} from '../../../test/harness';

const server = serverForTests();
let ada: TestUser;
let bob: TestUser;
let workspace: TestWorkspace;
let project: TestProject;

beforeEach(async () => {
  ({ ada, bob, workspace, project } = await createAdaAndBob(server));
});

interface Listener {
  socket: TestSocket;
  /** Every message so far but presence, in order. */
  heard: Array<[event: string, message: unknown]>;
  /** The ops so far, in order. */
  ops(): VisibleOp[];
  /** Resolves when everything that the server sent before this call has been received. */
  settle(): Promise<void>;
}

/** A socket that follows these boards and records its messages. */
async function listen(
  user: TestUser,
  boards: readonly TestProject[],
  on: TestServer = server,
): Promise<Listener> {
  const socket = await on.socket(user);
  const heard: Listener['heard'] = [];
  socket.onAny((event: string, message: unknown) => {
    if (event !== 'presence:state' && event !== 'board:head') heard.push([event, message]);
  });
  for (const { id: projectId } of boards) {
    expect(await socket.emitWithAck('board:subscribe', { projectId })).toMatchObject({ ok: true });
  }
  return {
    socket,
    heard,
    ops: () => heard.flatMap(([event, message]) => (event === 'board:ops' ? (message as OpsPage).ops : [])),
    settle: async () => void (await socket.emitWithAck('sync:ping', {})),
  };
}

const remove = (path: string) => server.request(ada).delete(path);
const named = (heard: Listener['heard'], event: string) =>
  heard.filter(([name]) => name === event).map(([, message]) => message);

describe('a member who is removed from a project', () => {
  it('R11 gets access:revoked on all their sockets, and not the op nor anything after it', async () => {
    await createMember(server, project, { user: bob });
    const mine = await listen(ada, [project]);
    const theirs = [await listen(bob, [project]), await listen(bob, [project])];
    expect((await remove(`/projectUsers/${project.id}/${bob.id}`)).status).toBe(204);
    await createTask(server, project, { title: 'Not for Bob' });

    await mine.settle();
    expect(mine.ops().map((op) => op.type)).toEqual(['member.removed', 'task.created']);
    for (const listener of theirs) {
      await listener.settle();
      expect(named(listener.heard, 'access:revoked')).toEqual([{ scope: 'project', id: project.id }]);
      expect(listener.ops()).toEqual([]);
    }
  });

  it('R11 is refused everywhere from the same op on', async () => {
    await createMember(server, project, { user: bob });
    const { socket } = await listen(bob, [project]);
    await remove(`/projectUsers/${project.id}/${bob.id}`);
    const projectId = project.id;
    const refused = { ok: false, code: 'not_found' };
    expect(await socket.emitWithAck('board:subscribe', { projectId })).toEqual(refused);
    expect(await socket.emitWithAck('presence:set', { projectId, mode: 'viewing' })).toEqual(refused);
    const caller = server.request(bob);
    expect((await caller.get(`/kanban/project/${projectId}`)).status).toBe(404);
    expect((await caller.get(`/kanban/project/${projectId}/ops?since=0`)).status).toBe(404);
    expect((await caller.post('/tasks', { title: 'T', projectId })).status).toBe(404);
  });

  it('R11 leaves on another node too, before any later op is sent there', async () => {
    const database = await startTestDatabase();
    const first = await startTestServer({ database });
    const second = await startTestServer({ database });
    try {
      const shared = await createProject(first);
      const member = await createMember(first, shared);
      const mine = await listen(shared.owner, [shared], second);
      const theirs = await listen(member, [shared], second);
      const revoked = nextEvent(theirs.socket, 'access:revoked');
      const seen = new Promise<void>((resolve) => {
        mine.socket.on('board:ops', ({ ops }) => {
          if (ops.some((op) => op.type === 'task.created')) resolve();
        });
      });
      await first.request(shared.owner).delete(`/projectUsers/${shared.id}/${member.id}`);
      await createTask(first, shared);
      expect(await revoked).toEqual({ scope: 'project', id: shared.id });
      await seen;
      await theirs.settle();
      expect(theirs.ops()).toEqual([]);
    } finally {
      await second.stop();
      await first.stop();
      await database.close();
    }
  });

  it('leaves their tasks, which are sent to nobody who may not see them (SPEC.md#visibility)', async () => {
    await createMember(server, project, { user: bob });
    const cyd = await createMember(server, project, { roleId: 'viewer' });
    const open = await createTask(server, project, { assignees: [bob.id] });
    const secret = await createTask(server, project, { assignees: [bob.id], visibility: 'PRIVATE' });
    const [owner, viewer] = [await listen(ada, [project]), await listen(cyd, [project])];
    await remove(`/projectUsers/${project.id}/${bob.id}`);
    await Promise.all([owner.settle(), viewer.settle()]);
    const unassigned = (listener: Listener) =>
      listener.ops().map((op) => (op.type === 'member.removed' ? [...op.patch.unassigned].sort() : op.type));
    expect(unassigned(owner)).toEqual([[open.id, secret.id].sort()]);
    expect(unassigned(viewer)).toEqual([[open.id]]);
    const { body } = await server
      .request(ada)
      .get<{ assignees: string[]; rev: number }>(`/tasks/${secret.id}`);
    expect(body).toMatchObject({ assignees: [], rev: secret.rev + 1 });
  });
});

describe('a member whose role changes', () => {
  it('R1 joins by one op with the effective role and the name', async () => {
    await createWorkspaceMember(server, workspace, { user: bob });
    const mine = await listen(ada, [project]);
    await server.request(ada).post(`/projectUsers/${project.id}`, { userId: bob.id, roleId: 'viewer' });
    await mine.settle();
    const patch = { userId: bob.id, roleId: 'viewer', firstName: 'Bob', surname: 'Test' };
    expect(mine.ops()).toEqual([
      expect.objectContaining({ v: 1, type: 'member.added', projectId: project.id, actorId: ada.id, patch }),
    ]);
    expect(mine.ops()[0]).not.toHaveProperty('effect');
    expect(mine.ops()[0]).not.toHaveProperty('before');
  });

  it('when demoted with a live socket, keeps the board and loses the right at once', async () => {
    await createMember(server, project, { user: bob });
    const theirs = await listen(bob, [project]);
    await server.request(ada).put(`/projectUsers/${project.id}`, { userId: bob.id, roleId: 'viewer' });
    expect((await server.request(bob).post('/tasks', { title: 'T', projectId: project.id })).status).toBe(
      403,
    );
    await createTask(server, project);
    await theirs.settle();
    expect(named(theirs.heard, 'access:changed')).toEqual([
      { scope: 'project', id: project.id, roleId: 'viewer' },
    ]);
    expect(theirs.ops().map((op) => op.type)).toEqual(['member.roleChanged', 'task.created']);
  });

  it('who loses or gains the sight of PRIVATE tasks reads the board again', async () => {
    await createMember(server, project, { user: bob, roleId: 'owner' });
    await createTask(server, project, { assignees: [], visibility: 'PRIVATE' });
    const theirs = await listen(bob, [project]);
    const tasks = async () => {
      const { body } = await server
        .request(bob)
        .get<{ columns: Array<{ tasks: unknown[] }> }>(`/kanban/project/${project.id}`);
      return body.columns.flatMap((column) => column.tasks).length;
    };
    expect(await tasks()).toBe(1);
    await server.request(ada).put(`/projectUsers/${project.id}`, { userId: bob.id, roleId: 'member' });
    await theirs.settle();
    expect(named(theirs.heard, 'board:reset')).toEqual([{ projectId: project.id, reason: 'gap' }]);
    expect(await tasks()).toBe(0);
  });

  it('R1 a changed workspace role writes the effective one into each project where it makes a difference', async () => {
    const [asOwner, asViewer, outside] = [
      await createProject(server, { workspace }),
      await createProject(server, { workspace }),
      project,
    ];
    await createMember(server, asOwner, { user: bob, roleId: 'owner' });
    await createMember(server, asViewer, { user: bob, roleId: 'viewer' });
    const mine = await listen(ada, [asOwner, asViewer, outside]);
    const theirs = await listen(bob, []);
    const change = (roleId: string) =>
      server.request(ada).put(`/workspaceUsers/${workspace.id}`, { userId: bob.id, roleId });
    const newOps = async () => {
      await mine.settle();
      return mine.ops().map((op) => {
        if (op.type === 'member.removed') return [op.projectId, op.type];
        return op.type === 'member.added' || op.type === 'member.roleChanged'
          ? [op.projectId, op.type, op.patch.roleId]
          : [op.type];
      });
    };

    expect((await change('maintainer')).status).toBe(200);
    const raised = [
      [asViewer.id, 'member.roleChanged', 'maintainer'],
      [outside.id, 'member.added', 'maintainer'],
    ];
    expect((await newOps()).sort()).toEqual(raised.sort());
    mine.heard.length = 0;

    expect((await change('member')).status).toBe(200);
    const lowered = [
      [asViewer.id, 'member.roleChanged', 'viewer'],
      [outside.id, 'member.removed'],
    ];
    expect((await newOps()).sort()).toEqual(lowered.sort());
    await theirs.settle();
    expect(named(theirs.heard, 'access:changed')).toEqual(
      expect.arrayContaining([
        { scope: 'workspace', id: workspace.id, roleId: 'maintainer' },
        { scope: 'project', id: asViewer.id, roleId: 'maintainer' },
        { scope: 'workspace', id: workspace.id, roleId: 'member' },
        { scope: 'project', id: asViewer.id, roleId: 'viewer' },
      ]),
    );
  });
});

describe('a member who is put out of the workspace', () => {
  it('R11 leaves every board of it, whether they had a role of their own there or an inherited one', async () => {
    const second = await createProject(server, { workspace });
    await createMember(server, project, { user: bob });
    await server
      .request(ada)
      .put(`/workspaceUsers/${workspace.id}`, { userId: bob.id, roleId: 'maintainer' });
    const mine = await listen(ada, [project, second]);
    const theirs = await listen(bob, [project, second]);
    expect((await remove(`/workspaceUsers/${workspace.id}/${bob.id}`)).status).toBe(204);
    await createTask(server, project);
    await createTask(server, second);
    await Promise.all([mine.settle(), theirs.settle()]);
    expect(
      mine
        .ops()
        .map((op) => op.type)
        .sort(),
    ).toEqual(['member.removed', 'member.removed', 'task.created', 'task.created']);
    expect(theirs.ops()).toEqual([]);
    const revoked = named(theirs.heard, 'access:revoked');
    expect(revoked).toHaveLength(3);
    expect(revoked).toEqual(
      expect.arrayContaining([
        { scope: 'project', id: project.id },
        { scope: 'project', id: second.id },
        { scope: 'workspace', id: workspace.id },
      ]),
    );
  });
});

describe('what is deleted', () => {
  it('a project: project.deleted first, then access:revoked, to everyone on its board', async () => {
    await createMember(server, project, { user: bob, roleId: 'viewer' });
    const listeners = [await listen(ada, [project]), await listen(bob, [project])];
    await remove(`/projects/${project.id}`);
    for (const listener of listeners) {
      await listener.settle();
      expect(listener.ops().map((op) => op.type)).toEqual(['project.deleted']);
      // Notices of earlier changes may come at any time.
      const order = listener.heard.map(([event]) => event).filter((event) => /^(board|access):/.test(event));
      expect(order).toEqual(['board:ops', 'access:revoked']);
      const answer = await listener.socket.emitWithAck('board:subscribe', { projectId: project.id });
      expect(answer).toEqual({ ok: false, code: 'not_found' });
    }
  });

  it('a project: its members hear of it once on every page, and nobody else does', async () => {
    await createMember(server, project, { user: bob });
    const [onBoard, onPage] = [await listen(bob, [project]), await listen(bob, [])];
    const stranger = await listen(await createUser(server), []);
    await remove(`/projects/${project.id}`);
    for (const listener of [onBoard, onPage, stranger]) await listener.settle();
    const revoked = [onBoard, onPage, stranger].map(({ heard }) => named(heard, 'access:revoked'));
    const once = [{ scope: 'project', id: project.id }];
    expect(revoked).toEqual([once, once, []]);
  });

  it('a workspace: each of its projects like this, then the workspace itself', async () => {
    const second = await createProject(server, { workspace });
    await createMember(server, project, { user: bob });
    const mine = await listen(ada, [project, second]);
    const theirs = await listen(bob, [project]);
    await remove(`/workspaces/${workspace.id}`);
    await Promise.all([mine.settle(), theirs.settle()]);
    expect(mine.ops().map((op) => op.type)).toEqual(['project.deleted', 'project.deleted']);
    expect(named(mine.heard, 'access:revoked').at(-1)).toEqual({ scope: 'workspace', id: workspace.id });
    expect(named(mine.heard, 'access:revoked')).toHaveLength(3);
    expect(theirs.ops().map((op) => op.type)).toEqual(['project.deleted']);
    expect(named(theirs.heard, 'access:revoked')).toEqual([
      { scope: 'project', id: project.id },
      { scope: 'workspace', id: workspace.id },
    ]);
  });
});

describe('entity:stale', () => {
  const stale = async (listener: Listener) => {
    await listener.settle();
    const messages = named(listener.heard.splice(0), 'entity:stale') as Array<{ entity: string; id: string }>;
    return messages.map(({ entity, id }) => [entity, id]);
  };

  it('tells members what to read again, and strangers nothing', async () => {
    await createMember(server, project, { user: bob });
    const stranger = await listen(await createUser(server), []);
    const theirs = await listen(bob, []);
    const fields = { name: 'New', description: 'New' };

    await server.request(ada).put(`/workspaces/${workspace.id}`, fields);
    expect(await stale(theirs)).toEqual([['workspace', workspace.id]]);

    await server.request(ada).put(`/projects/${project.id}`, fields);
    expect(await stale(theirs)).toEqual([
      ['project', project.id],
      ['workspace', workspace.id],
    ]);

    const cyd = await createWorkspaceMember(server, workspace);
    expect(await stale(theirs)).toEqual([['workspaceUsers', workspace.id]]);

    await server.request(ada).post(`/projectUsers/${project.id}`, { userId: cyd.id, roleId: 'viewer' });
    expect(await stale(theirs)).toEqual([['projectUsers', project.id]]);

    await createProject(server, { workspace });
    expect(await stale(theirs)).toEqual([]);

    await remove(`/projects/${project.id}`);
    expect(await stale(theirs)).toEqual([
      ['project', project.id],
      ['workspace', workspace.id],
    ]);
    expect(await stale(stranger)).toEqual([]);
  });
});
