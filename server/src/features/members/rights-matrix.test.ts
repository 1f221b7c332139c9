import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { canInProject, canInWorkspace, type ProjectAction } from '@livelane/shared/permissions/permissions';
import {
  effectiveProjectRole,
  type ProjectRole,
  type WorkspaceRole,
} from '@livelane/shared/permissions/roles';
import type { CreateTaskInput } from '@livelane/shared/tasks/task.schema';
import { eventAccess } from '../../../test/eventAccess';
import {
  createProject,
  createTask,
  createUser,
  createWorkspace,
  createWorkspaceMember,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import { serverForTests } from '../../../test/harness';
import type { World } from '../../../test/matrix-call';
import { matrixCalls, ROUTES_WITHOUT_OBJECT } from '../../../test/matrix-calls';
import { allRoutes } from '../../routes';

/** Every kind of caller times every action of the rights table, over REST and socket (SPEC.md#rights). */
const server = serverForTests();
let founder: TestUser;
let workspace: TestWorkspace;
let callers: Record<CallerName, TestUser>;
/** A member of the workspace whom a call may add, change or remove. */
let candidate: TestUser;

type CallerName = 'member' | 'heirOwner' | 'heirMaintainer' | 'stranger';

interface ProjectCaller {
  title: string;
  caller: CallerName;
  own: ProjectRole | null;
  inWorkspace: WorkspaceRole | null;
  /** Was an owner of the project until just now. */
  removed?: boolean;
}

const projectCallers: ProjectCaller[] = [
  { title: 'an owner', caller: 'member', own: 'owner', inWorkspace: 'member' },
  { title: 'a maintainer', caller: 'member', own: 'maintainer', inWorkspace: 'member' },
  { title: 'a member', caller: 'member', own: 'member', inWorkspace: 'member' },
  { title: 'a viewer', caller: 'member', own: 'viewer', inWorkspace: 'member' },
  { title: 'an owner of the workspace', caller: 'heirOwner', own: null, inWorkspace: 'owner' },
  { title: 'a maintainer of the workspace', caller: 'heirMaintainer', own: null, inWorkspace: 'maintainer' },
  {
    title: 'a viewer who maintains the workspace',
    caller: 'heirMaintainer',
    own: 'viewer',
    inWorkspace: 'maintainer',
  },
  { title: 'a member of the workspace only', caller: 'member', own: null, inWorkspace: 'member' },
  { title: 'an owner who was removed', caller: 'member', own: null, inWorkspace: 'member', removed: true },
  { title: 'another tenant', caller: 'stranger', own: null, inWorkspace: null },
];

interface WorkspaceCaller {
  title: string;
  role: WorkspaceRole | null;
  /** Was an owner of the workspace until just now. */
  removed?: boolean;
}

const workspaceCallers: WorkspaceCaller[] = [
  { title: 'an owner', role: 'owner' },
  { title: 'a maintainer', role: 'maintainer' },
  { title: 'a member', role: 'member' },
  { title: 'an owner who was removed', role: null, removed: true },
  { title: 'another tenant', role: null },
];

beforeAll(async () => {
  workspace = await createWorkspace(server);
  founder = workspace.owner;
  callers = {
    member: await createWorkspaceMember(server, workspace),
    heirOwner: await createWorkspaceMember(server, workspace, { roleId: 'owner' }),
    heirMaintainer: await createWorkspaceMember(server, workspace, { roleId: 'maintainer' }),
    stranger: await createUser(server),
  };
  await createProject(server, { owner: callers.stranger });
  candidate = await createWorkspaceMember(server, workspace);
});

async function projectFor({ caller, own }: ProjectCaller): Promise<TestProject> {
  const project = await createProject(server, { workspace });
  const member = { userId: callers[caller].id, roleId: own };
  if (own) await server.request(founder).post(`/projectUsers/${project.id}`, member);
  return project;
}

/** A project for all calls that leave it and its members as they are: one for each kind of caller. */
async function standingProjectFor(caller: ProjectCaller): Promise<TestProject> {
  const found = standing.get(caller) ?? projectFor(caller);
  standing.set(caller, found);
  const project = await found;
  if (caller.removed) {
    const admin = server.request(founder);
    const userId = callers[caller.caller].id;
    await admin.post(`/projectUsers/${project.id}`, { userId, roleId: 'owner' });
    await admin.delete(`/projectUsers/${project.id}/${userId}`);
  }
  return project;
}
const standing = new Map<ProjectCaller, Promise<TestProject>>();

async function headOf(projectId: string): Promise<number | undefined> {
  const { oplog } = server.app.services;
  await oplog.rowsCaughtUp([projectId]);
  return (await oplog.headsOf([projectId])).get(projectId)?.appliedV;
}

const roleOf = ({ own, inWorkspace }: ProjectCaller): ProjectRole | null =>
  effectiveProjectRole(inWorkspace && own, inWorkspace);

function worldOf(project: TestProject, caller: TestUser, task: Partial<CreateTaskInput> = {}): World {
  const created = (title: string) => createTask(server, project, { title, ...task });
  return {
    workspaceId: project.workspaceId,
    projectId: project.id,
    caller,
    candidate,
    admin: server.request(founder),
    task: async () => (await created('Task')).id,
    async label() {
      const path = `/workspaces/${project.workspaceId}/labels`;
      const { body } = await server.request(founder).post<{ id: string }>(path, {
        name: randomUUID(),
        colour: 'red',
      });
      // The caller made the label.
      const labels = server.connection.collection<{ _id: string }>('labels');
      await labels.updateOne({ _id: body.id }, { $set: { createdBy: caller.id } });
      return body.id;
    },
    async view() {
      const body = { projectId: project.id, isShared: true, name: 'Shared' };
      return (await server.request(founder).post<{ id: string }>('/views', body)).body.id;
    },
    async comment({ isDeleted = false }: { isDeleted?: boolean } = {}) {
      const { id } = await created('Task');
      const client = server.request(founder);
      const made = await client.post<{ id: string }>(`/tasks/${id}/comments`, { text: 'Text' });
      if (isDeleted) await client.delete(`/comments/${made.body.id}`);
      await server.app.services.oplog.rowsCaughtUp([project.id]);
      // The caller wrote the comment in another role.
      const comments = server.connection.collection<{ _id: string }>('comments');
      const own = { authorId: caller.id, ...(isDeleted && { deletedBy: caller.id }) };
      await comments.updateOne({ _id: made.body.id }, { $set: own });
      return made.body.id;
    },
  };
}

const projectCases = matrixCalls
  .filter((call) => call.scope === 'project')
  .flatMap((call) =>
    projectCallers.map((caller) => ({ call, caller, route: call.route, who: caller.title })),
  );

describe('projects', () => {
  it.each(projectCases)('$route by $who', async ({ call, caller }) => {
    const role = roleOf(caller);
    const hasNothingToLeave = call.action === 'project.leave' && !caller.own;
    const expected = !role || hasNothingToLeave ? 404 : canInProject(role, call.action) ? call.success : 403;
    const changesProject = call.method !== 'get' && call.action.startsWith('project.') && expected < 400;
    const project = await (changesProject ? projectFor : standingProjectFor)(caller);
    const user = callers[caller.caller];
    const request = await call.prepare(worldOf(project, user));
    const before = await headOf(project.id);
    const answer = await server.request(user)[call.method](request.path, request.body);
    expect(answer.status).toBe(expected);
    if (expected >= 400) expect(await headOf(project.id)).toBe(before);
  });

  const hiddenCases = projectCases.filter(({ call, caller }) => {
    const role = roleOf(caller);
    return /:(task|comment)Id|moveTask/.test(call.route) && role !== null && role !== 'owner';
  });
  it.each(hiddenCases)('$route by $who, of a PRIVATE task of others', async ({ call, caller }) => {
    const project = await standingProjectFor(caller);
    const user = callers[caller.caller];
    const request = await call.prepare(worldOf(project, user, { visibility: 'PRIVATE' }));
    const before = await headOf(project.id);
    const { status, body } = await server.request(user)[call.method]<ErrorBody>(request.path, request.body);
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(await headOf(project.id)).toBe(before);
  });

  const assignCases = projectCallers.map((caller) => ({ caller, who: caller.title }));
  it.each(assignCases)('being assigned, of $who', async ({ caller }) => {
    const project = await standingProjectFor(caller);
    const user = callers[caller.caller];
    const answer = await server
      .request(founder)
      .post('/tasks', { title: 'Task', projectId: project.id, assignees: [user.id] });
    expect(answer.status).toBe(canInProject(roleOf(caller), 'task.beAssigned') ? 201 : 400);
  });

  const eventCases = (['board:subscribe', 'boards:subscribe', 'presence:set'] as const).flatMap((event) =>
    projectCallers.map((caller) => ({ event, caller, who: caller.title })),
  );
  it.each(eventCases)('$event by $who', async ({ event, caller }) => {
    const project = await standingProjectFor(caller);
    const socket = await server.socket(callers[caller.caller]);
    const role = roleOf(caller);
    const projectId = project.id;
    const subscribed = await socket.emitWithAck('board:subscribe', { projectId });
    const many = await socket.emitWithAck('boards:subscribe', { boards: [{ projectId }] });
    const answers = {
      'board:subscribe': subscribed,
      'boards:subscribe': many.ok && many.answers[0],
      'presence:set': await socket.emitWithAck('presence:set', { projectId, mode: 'viewing' }),
    };
    const answer = answers[event];
    socket.disconnect();
    const action = eventAccess[event] as ProjectAction;
    if (canInProject(role, action))
      expect(answer).toMatchObject({ ok: true, ...(event !== 'presence:set' && { role }) });
    else expect(answer).toEqual({ ok: false, code: 'not_found' });
  });
});

const workspaceCases = matrixCalls
  .filter((call) => call.scope === 'workspace')
  .flatMap((call) =>
    workspaceCallers.map((caller) => ({ call, caller, route: call.route, who: caller.title })),
  );

/** A project in a workspace of which the stranger has this role. */
async function foreignProjectFor({ role }: WorkspaceCaller): Promise<TestProject> {
  const own = await createWorkspace(server, { owner: founder });
  const member = { userId: callers.stranger.id, roleId: role };
  if (role) await server.request(founder).post(`/workspaceUsers/${own.id}`, member);
  return createProject(server, { workspace: own });
}

/** One for all calls that leave the workspace as it is, for each kind of caller. */
async function standingForeignProjectFor(caller: WorkspaceCaller): Promise<TestProject> {
  const found = standingForeign.get(caller) ?? foreignProjectFor(caller);
  standingForeign.set(caller, found);
  const project = await found;
  if (caller.removed) {
    const admin = server.request(founder);
    const userId = callers.stranger.id;
    await admin.post(`/workspaceUsers/${project.workspaceId}`, { userId, roleId: 'owner' });
    await admin.delete(`/workspaceUsers/${project.workspaceId}/${userId}`);
  }
  return project;
}
const standingForeign = new Map<WorkspaceCaller, Promise<TestProject>>();

describe('workspaces', () => {
  it.each(workspaceCases)('$route by $who', async ({ call, caller }) => {
    const expected = !caller.role ? 404 : canInWorkspace(caller.role, call.action) ? call.success : 403;
    const changesWorkspace = call.method !== 'get' && expected < 400;
    const project = await (changesWorkspace ? foreignProjectFor : standingForeignProjectFor)(caller);
    const user = callers.stranger;
    const request = await call.prepare(worldOf(project, user));
    const answer = await server.request(user)[call.method](request.path, request.body);
    expect(answer.status).toBe(expected);
  });
});

describe('I15 every route and event has a row in the rights table', () => {
  const routes = () =>
    allRoutes({
      services: server.app.services,
      publicUrl: new URL(server.url),
      ownOrigin: (_req, _res, next) => next(),
    });

  it('I15 each route about an object is called in this matrix, with the action that it declares', () => {
    const declared = routes().flatMap(({ method, path, access }) =>
      typeof access === 'object' ? [`${method} ${path}: ${access.action}`] : [],
    );
    const called = matrixCalls.map(({ route, action }) => `${route}: ${action}`);
    expect([...called].sort()).toEqual([...declared].sort());
  });

  it('I15 each other route is known to need no right', () => {
    const free = routes().flatMap(({ method, path, access }) =>
      typeof access === 'string' ? [`${method} ${path}: ${access}`] : [],
    );
    expect([...free].sort()).toEqual([...ROUTES_WITHOUT_OBJECT].sort());
  });

  it('each route but the public ones answers 401 to nobody and to a token that is none', async () => {
    for (const { method, path, access } of routes()) {
      if (access === 'public') continue;
      const target = path.replaceAll(/:\w+/g, () => randomUUID());
      for (const caller of [server.request(), server.request({ token: 'x.y.z' })]) {
        const { status, body } = await caller[method](target, method === 'get' ? undefined : {});
        expect([method, path, status, body.code]).toEqual([method, path, 401, 'unauthenticated']);
      }
    }
  });
});
