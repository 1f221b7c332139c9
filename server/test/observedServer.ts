import type { mongo } from 'mongoose';
import type { ApiClient } from './api.client';
import { startTestDatabase, type TestDatabase } from './database';
import {
  createMember,
  createProject,
  createTask,
  createWorkspace,
  createWorkspaceMember,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from './factories';
import { startTestServer, type TestServer } from './harness';

export type Command = Record<string, unknown>;
type Call = () => Promise<{ status: number }>;

/** A server whose questions to its database are heard. */
interface ObservedServer {
  database: TestDatabase;
  server: TestServer;
  workspace: TestWorkspace;
  project: TestProject;
  /** Told of projects, every other of which they are not a member of any more; reads nothing of it. */
  reader: TestUser;
  taskId: string;
  /** The commands that the server has sent so far. */
  commands: Command[];
  /** Those under way or answered since a call began, each with its round trip: after the answer of how many others it was sent. */
  trips: Map<number, { names: string[]; trip: number; isAnswered: boolean }>;
  /** Calls of the API, each with what it sends; run as often as asked. */
  calls: Record<string, Call>;
  /** As the owner of the projects. */
  owner(): ApiClient;
  /** A card that the calls change. */
  aTask(): Promise<string>;
  /** More projects, members and tasks. */
  grow(): Promise<void>;
}

/** What every connection sends by itself. */
const OF_THE_DRIVER = new Set(['hello', 'ping', 'endSessions', 'getMore', 'isMaster']);

/** Starts it before the tests of a file and stops it after them. */
export function observedServer(): ObservedServer {
  let task: string | undefined;
  const at = {
    commands: [],
    trips: new Map(),
    owner: () => at.server.request(at.workspace.owner),
    grow: () => grow(at),
    aTask: async () => {
      task ??= (await createTask(at.server, at.project)).id;
      return task;
    },
  } as Pick<ObservedServer, 'commands' | 'trips' | 'owner' | 'grow' | 'aTask'> as ObservedServer;
  at.calls = callsOf(at);
  beforeAll(async () => {
    at.database = await startTestDatabase({ monitorCommands: true });
    at.server = await startTestServer({ database: at.database });
    at.server.connection.getClient().on('commandStarted', ({ requestId, commandName, command }) => {
      if (OF_THE_DRIVER.has(commandName)) return;
      at.commands.push(plain(command));
      const answered = [...at.trips.values()].filter(({ isAnswered }) => isAnswered);
      const trip = 1 + Math.max(0, ...answered.map((each) => each.trip));
      at.trips.set(requestId, { names: questionsOf(command), trip, isAnswered: false });
    });
    at.server.connection.getClient().on('commandSucceeded', ({ requestId }) => {
      const sent = at.trips.get(requestId);
      if (sent) sent.isAnswered = true;
    });
    at.workspace = await createWorkspace(at.server);
    at.project = await createProject(at.server, { workspace: at.workspace });
    at.reader = await createWorkspaceMember(at.server, at.workspace);
    await grow(at);
  });

  afterAll(async () => {
    await at.server.stop();
    await at.database.close();
  });
  return at;
}

/** A command without what only belongs to its session. */
function plain(command: mongo.Document): Command {
  const { lsid: _lsid, $clusterTime: _time, $db: _db, txnNumber: _txn, ...rest } = command;
  return rest;
}

/** What a command asks: a MongoDB gets several questions in one. */
export function questionsOf(command: mongo.Document): string[] {
  const [name = '', collection] = Object.entries(command)[0] ?? [];
  const others = ((command.pipeline ?? []) as mongo.Document[]).flatMap(
    ({ $unionWith }) => $unionWith?.coll ?? [],
  );
  return others.length > 0
    ? [collection, ...others].map((each) => `find ${each}`)
    : [`${name} ${collection}`];
}

/** More projects, members and tasks. */
async function grow(at: ObservedServer): Promise<void> {
  const [member, next] = [
    await createMember(at.server, at.project),
    await createProject(at.server, { workspace: at.workspace }),
  ];
  at.taskId = (await createTask(at.server, at.project, { assignees: [at.project.owner.id, member.id] })).id;
  await createTask(at.server, next);
  const left = await createProject(at.server, { workspace: at.workspace });
  for (const { id } of [next, left])
    await at.owner().post(`/projectUsers/${id}`, { userId: at.reader.id, roleId: 'member' });
  await at.server.app.services.notifications.worker.caughtUp();
  await at.owner().delete(`/projectUsers/${left.id}/${at.reader.id}`);
  await at.owner().post('/kanban/moveTask', { taskId: at.taskId, state: 'DONE', position: 0 });
}

function callsOf(at: ObservedServer): Record<string, Call> {
  const calls: Record<string, Call> = {};
  const { owner } = at;
  const add = (name: string, call: Call): void => {
    calls[name] = call;
  };
  let names = 0;
  let moves = 0;
  const name = () => `Name ${names++}`;
  // First: activity includes comments.
  add('POST /tasks/:id/comments', async () =>
    owner().post(`/tasks/${await at.aTask()}/comments`, { text: 'Words' }),
  );
  add('GET /workspaces/user', () => owner().get('/workspaces/user'));
  add('GET /workspaces/filter', () => owner().get('/workspaces/filter'));
  add('GET /workspaces/:id', () => owner().get(`/workspaces/${at.workspace.id}`));
  add('GET /workspaces/project/:id', () => owner().get(`/workspaces/project/${at.project.id}`));
  add('PUT /workspaces/:id', () =>
    owner().put(`/workspaces/${at.workspace.id}`, { name: name(), description: 'D' }),
  );
  add('GET /projects/filter', () => owner().get('/projects/filter'));
  add('GET /projects/:id', () => owner().get(`/projects/${at.project.id}`));
  add('PUT /projects/:id', () =>
    owner().put(`/projects/${at.project.id}`, { name: name(), description: 'D' }),
  );
  add('GET /projectUsers/:id', () => owner().get(`/projectUsers/${at.project.id}`));
  add('GET /projectUsers/roles/:id', () => owner().get(`/projectUsers/roles/${at.project.id}`));
  add('GET /workspaceUsers/:id', () => owner().get(`/workspaceUsers/${at.workspace.id}`));
  add('GET /workspaceUsers/project/:id', () => owner().get(`/workspaceUsers/project/${at.project.id}`));
  add('GET /users', () => owner().get(`/users?email=${at.workspace.owner.email}`));
  for (const query of ['', '?before=5', '?actorId=ACTOR', '?type=task.moved', '?taskId=TASK'])
    add(`GET /kanban/project/:id/activity${query}`, () => {
      const asked = query.replace('ACTOR', at.project.owner.id).replace('TASK', at.taskId);
      return owner().get(`/kanban/project/${at.project.id}/activity${asked}`);
    });
  add('GET /kanban/project/:id/at', () => owner().get(`/kanban/project/${at.project.id}/at?v=1`));
  add('GET /kanban/project/:id/at by time', () =>
    owner().get(`/kanban/project/${at.project.id}/at?time=2999-01-01T00:00:00Z`),
  );
  add('GET /kanban/project/:id/timeline', () => owner().get(`/kanban/project/${at.project.id}/timeline`));
  add('PUT /kanban/project/:id/seen', () => owner().put(`/kanban/project/${at.project.id}/seen`, { v: 1 }));
  add('GET /kanban/project/:id', () => owner().get(`/kanban/project/${at.project.id}`));
  add('GET /kanban/project/:id/ops', () => owner().get(`/kanban/project/${at.project.id}/ops?since=1`));
  add('GET /kanban/personal', () => owner().get('/kanban/personal'));
  add('GET /notifications', () => at.server.request(at.reader).get('/notifications'));
  add('POST /tasks', () => owner().post('/tasks', { title: 'New', projectId: at.project.id }));
  add('GET /tasks/:id', async () => owner().get(`/tasks/${await at.aTask()}`));
  add('PUT /tasks/:id', async () => owner().put(`/tasks/${await at.aTask()}`, { title: name() }));
  add('PUT /tasks/:id with baseRev', async () =>
    owner().put(`/tasks/${await at.aTask()}`, { description: name(), baseRev: 0 }),
  );
  add('POST /kanban/moveTask', async () => {
    const state = ['DONE', 'TEST'][moves++ % 2];
    return owner().post('/kanban/moveTask', { taskId: await at.aTask(), state, position: 0 });
  });
  return calls;
}
