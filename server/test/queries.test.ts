import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { refreshTokenOf, withCookie } from './cookies';
import { startTestDatabase, type TestDatabase } from './database';
import {
  createMember,
  createProject,
  createTask,
  createWorkspace,
  createWorkspaceMember,
  PASSWORD,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from './factories';
import { startTestServer, type TestServer } from './harness';

type Command = Record<string, unknown>;

let database: TestDatabase;
let server: TestServer;
let workspace: TestWorkspace;
let project: TestProject;
/** Told of projects, every other of which they are no member of any more; reads nothing of it. */
let reader: TestUser;
let taskId: string;
/** The commands that the server has sent so far. */
const commands: Command[] = [];
/** Those under way or answered since a call began, each with its round trip: after the answer of how many others it was sent. */
let trips = new Map<number, { names: string[]; trip: number; isAnswered: boolean }>();

/** Times that each call is made. */
const TRIES = 4;
/** Without a command. */
const QUIET_MS = 20;

/** What every connection sends by itself. */
const OF_THE_DRIVER = new Set(['hello', 'ping', 'endSessions', 'getMore', 'isMaster']);

beforeAll(async () => {
  database = await startTestDatabase({ monitorCommands: true });
  server = await startTestServer({ database });
  server.connection.getClient().on('commandStarted', ({ requestId, commandName, command }) => {
    if (OF_THE_DRIVER.has(commandName)) return;
    commands.push(plain(command));
    const answered = [...trips.values()].filter(({ isAnswered }) => isAnswered);
    const trip = 1 + Math.max(0, ...answered.map((each) => each.trip));
    trips.set(requestId, { names: questionsOf(command), trip, isAnswered: false });
  });
  server.connection.getClient().on('commandSucceeded', ({ requestId }) => {
    const sent = trips.get(requestId);
    if (sent) sent.isAnswered = true;
  });
  workspace = await createWorkspace(server);
  project = await createProject(server, { workspace });
  reader = await createWorkspaceMember(server, workspace);
  await grow();
});

afterAll(async () => {
  await server.stop();
  await database.close();
});

/** A command without what only belongs to its session. */
function plain(command: mongo.Document): Command {
  const { lsid: _lsid, $clusterTime: _time, $db: _db, txnNumber: _txn, ...rest } = command;
  return rest;
}

/** What a command asks: a MongoDB gets several questions in one. */
function questionsOf(command: mongo.Document): string[] {
  const [name = '', collection] = Object.entries(command)[0] ?? [];
  const others = ((command.pipeline ?? []) as mongo.Document[]).flatMap(
    ({ $unionWith }) => $unionWith?.coll ?? [],
  );
  return others.length > 0
    ? [collection, ...others].map((each) => `find ${each}`)
    : [`${name} ${collection}`];
}

async function grow(): Promise<void> {
  const [member, next] = [await createMember(server, project), await createProject(server, { workspace })];
  taskId = (await createTask(server, project, { assignees: [project.owner.id, member.id] })).id;
  await createTask(server, next);
  const left = await createProject(server, { workspace });
  for (const { id } of [next, left])
    await owner().post(`/projectUsers/${id}`, { userId: reader.id, roleId: 'member' });
  await server.app.services.notifications.worker.caughtUp();
  await owner().delete(`/projectUsers/${left.id}/${reader.id}`);
  await owner().post('/kanban/moveTask', { taskId, state: 'DONE', position: 0 });
}

/** Each call, with what it sends; run as often as asked. */
const calls: Record<string, () => Promise<{ status: number }>> = {};
const owner = () => server.request(workspace.owner);
const add = (name: string, call: () => Promise<{ status: number }>): void => {
  calls[name] = call;
};

// First: activity tells of comments.
add('POST /tasks/:id/comments', async () =>
  owner().post(`/tasks/${await aTask()}/comments`, { text: 'Words' }),
);
add('GET /workspaces/user', () => owner().get('/workspaces/user'));
add('GET /workspaces/filter', () => owner().get('/workspaces/filter'));
add('GET /workspaces/:id', () => owner().get(`/workspaces/${workspace.id}`));
add('GET /workspaces/project/:id', () => owner().get(`/workspaces/project/${project.id}`));
add('PUT /workspaces/:id', () =>
  owner().put(`/workspaces/${workspace.id}`, { name: name(), description: 'D' }),
);
add('GET /projects/filter', () => owner().get('/projects/filter'));
add('GET /projects/:id', () => owner().get(`/projects/${project.id}`));
add('PUT /projects/:id', () => owner().put(`/projects/${project.id}`, { name: name(), description: 'D' }));
add('GET /projectUsers/:id', () => owner().get(`/projectUsers/${project.id}`));
add('GET /projectUsers/roles/:id', () => owner().get(`/projectUsers/roles/${project.id}`));
add('GET /workspaceUsers/:id', () => owner().get(`/workspaceUsers/${workspace.id}`));
add('GET /workspaceUsers/project/:id', () => owner().get(`/workspaceUsers/project/${project.id}`));
add('GET /users', () => owner().get(`/users?email=${workspace.owner.email}`));
for (const query of ['', '?before=5', '?actorId=ACTOR', '?type=task.moved', '?taskId=TASK'])
  add(`GET /kanban/project/:id/activity${query}`, () => {
    const asked = query.replace('ACTOR', project.owner.id).replace('TASK', taskId);
    return owner().get(`/kanban/project/${project.id}/activity${asked}`);
  });
add('GET /kanban/project/:id/at', () => owner().get(`/kanban/project/${project.id}/at?v=1`));
add('GET /kanban/project/:id/at by time', () =>
  owner().get(`/kanban/project/${project.id}/at?time=2999-01-01T00:00:00Z`),
);
add('GET /kanban/project/:id/timeline', () => owner().get(`/kanban/project/${project.id}/timeline`));
add('PUT /kanban/project/:id/seen', () => owner().put(`/kanban/project/${project.id}/seen`, { v: 1 }));
add('GET /kanban/project/:id', () => owner().get(`/kanban/project/${project.id}`));
add('GET /kanban/project/:id/ops', () => owner().get(`/kanban/project/${project.id}/ops?since=1`));
add('GET /kanban/personal', () => owner().get('/kanban/personal'));
add('GET /notifications', () => server.request(reader).get('/notifications'));
add('POST /tasks', () => owner().post('/tasks', { title: 'New', projectId: project.id }));
add('GET /tasks/:id', async () => owner().get(`/tasks/${await aTask()}`));
add('PUT /tasks/:id', async () => owner().put(`/tasks/${await aTask()}`, { title: name() }));
add('PUT /tasks/:id with baseRev', async () =>
  owner().put(`/tasks/${await aTask()}`, { description: name(), baseRev: 0 }),
);
add('POST /kanban/moveTask', async () => {
  const state = ['DONE', 'TEST'][moves++ % 2];
  return owner().post('/kanban/moveTask', { taskId: await aTask(), state, position: 0 });
});

let names = 0;
let moves = 0;
let task: string | undefined;
const name = () => `Name ${names++}`;
async function aTask(): Promise<string> {
  task ??= (await createTask(server, project)).id;
  return task;
}

/** Resolves when the server has sent nothing for a moment: what it does by itself is not the next call's. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== commands.length; ) {
    before = commands.length;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}

/**
 * The commands of a call whose boards and rosters are in memory; the fewest of some tries, since the server also works by itself.
 * Leases are renewed by the clock.
 */
async function sent(call: () => Promise<{ status: number }>): Promise<Command[]> {
  await aTask();
  await quiet();
  let fewest: Command[] | undefined;
  for (let n = 0; n < TRIES; n++) {
    // What is told of earlier calls is not this one's.
    await server.app.services.notifications.worker.caughtUp();
    const before = commands.length;
    const { status } = await call();
    if (status >= 300 && status !== 409) throw new Error(`status ${status}`);
    const these = commands.slice(before).filter(({ update }) => update !== 'leases');
    if (!fewest || these.length < fewest.length) fewest = these;
  }
  return fewest ?? [];
}

/** A look at the past searches the log: its queries grow with the logarithm of the log. */
const isOfNow = (title: string) => !title.includes('/:id/at');
const namesOf = (sentCommands: readonly Command[]) => sentCommands.flatMap(questionsOf).sort();

test('no call needs more queries when there are more projects, members and tasks', async () => {
  const counted: Record<string, string[]> = {};
  const ofNow = Object.entries(calls).filter(([title]) => isOfNow(title));
  for (const [title, call] of ofNow) counted[title] = namesOf(await sent(call));
  for (let n = 0; n < 4; n++) await grow();
  const grown: Record<string, string[]> = {};
  for (const [title, call] of ofNow) grown[title] = namesOf(await sent(call));
  expect(grown).toEqual(counted);
  // The paths that everybody waits for: session and rights side by side; then the insert; row and head follow.
  expect(counted['POST /kanban/moveTask']).toEqual([
    'find projects',
    'find sessions',
    'find workspaces',
    'insert ops',
    'update boardheads',
    'update tasks',
  ]);
  // Read before, and nothing has changed since: neither tasks nor boards are looked at.
  expect(counted['GET /kanban/personal']).toEqual([
    'find boardheads',
    'find projects',
    'find sessions',
    'find workspaces',
  ]);
  expect(counted['GET /kanban/project/:id']).toEqual([
    'find ops',
    'find projects',
    'find seens',
    'find sessions',
    'find users',
    'find workspaces',
  ]);
});

/** A project that this node has never looked at. */
async function untouchedProject(): Promise<string> {
  const other = await startTestServer({ database });
  try {
    return (await createProject(other)).id;
  } finally {
    await other.stop();
  }
}

/** Opens connections enough for all that a call sends side by side: a question that waits for one may miss the answer. */
async function openConnections(call: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, call));
}

/** What a call sends, round trip by round trip; of some tries the one with the fewest, as above. */
async function roundTrips(call: () => Promise<{ status: number }>): Promise<string[][]> {
  await openConnections(call);
  let fewest: string[][] | undefined;
  for (let n = 0; n < TRIES; n++) {
    await server.app.services.notifications.worker.caughtUp();
    trips = new Map();
    expect((await call()).status).toBeLessThanOrEqual(304);
    const these = [...trips.values()];
    const count = Math.max(...these.map(({ trip }) => trip));
    const inOrder = Array.from({ length: count }, (_, index) =>
      these.flatMap(({ names: sentNames, trip }) => (trip === index + 1 ? sentNames : [])).sort(),
    );
    if (!fewest || inOrder.flat().length < fewest.flat().length) fewest = inOrder;
  }
  return fewest ?? [];
}

test('one round trip to the database comes before a write, and one makes a board', async () => {
  const [session, rights] = ['find sessions', ['find projects', 'find workspaces']];
  const written = [['insert ops'], ['update tasks'], ['update boardheads']];
  const call = (title: string) => roundTrips(calls[title] as () => Promise<{ status: number }>);
  for (const title of ['POST /kanban/moveTask', 'PUT /tasks/:id', 'POST /tasks'])
    expect([title, await call(title)]).toEqual([title, [[...rights, session].sort(), ...written]]);
  // Whether a node lives that does not know comments is asked anew each time (R22).
  expect(await call('POST /tasks/:id/comments')).toEqual([
    [...rights, session].sort(),
    ['find nodes'],
    ['insert ops'],
    ['update comments'],
    ...written.slice(1),
  ]);
  expect(await call('GET /kanban/project/:id')).toEqual([
    ['find ops', 'find projects', 'find seens', 'find sessions', 'find users', 'find workspaces'],
  ]);
  const path = `/kanban/project/${project.id}`;
  const unchanged = { 'If-None-Match': (await owner().get(path)).headers.get('ETag') ?? '' };
  expect(await roundTrips(() => owner().with(unchanged).get(path))).toEqual([
    ['find ops', 'find projects', 'find seens', 'find sessions', 'find workspaces'],
  ]);
});

test('a project that is foreign costs the same work as one that is not there', async () => {
  const stranger = server.request((await createWorkspace(server)).owner);
  await openConnections(() => stranger.get(`/kanban/project/${randomUUID()}`));
  const ask = async (path: string) => {
    const tries: string[][] = [];
    for (let n = 0; n < TRIES; n++) {
      trips = new Map();
      expect((await stranger.get(path)).status).toBe(404);
      // A refusal does not wait for what is asked beside the rights.
      await quiet();
      tries.push([...trips.values()].flatMap(({ names: asked }) => asked).sort());
    }
    return tries.sort((a, b) => a.length - b.length)[0];
  };
  for (const path of ['/projects/', '/kanban/project/']) {
    const unknown = await ask(path + randomUUID());
    // One whose board and members are in memory, and one that nobody has asked for yet.
    expect(await ask(path + project.id)).toEqual(unknown);
    expect(await ask(path + (await untouchedProject()))).toEqual(unknown);
  }
});

/** What is done beside the calls: accounts, sockets, members, sweeps, moves between projects. */
async function doTheRest(): Promise<void> {
  const client = owner();
  const member = await createMember(server, project);
  await client.put(`/projectUsers/${project.id}`, { userId: member.id, roleId: 'viewer' });
  await client.put(`/workspaceUsers/${workspace.id}`, { userId: member.id, roleId: 'maintainer' });
  await client.delete(`/workspaceUsers/${workspace.id}/${member.id}`);
  const other = await createProject(server, { workspace });
  const { id } = await createTask(server, project);
  await client.put(`/tasks/${id}`, { projectId: other.id });
  await client.delete(`/tasks/${id}`);
  await client.post(`/tasks/${id}/restore`);
  const comment = await client.post<{ id: string }>(`/tasks/${taskId}/comments`, { text: 'Words' });
  await client.put(`/comments/${comment.body.id}`, { text: 'Other words' });
  await client.get('/search?q=words');
  const socket = await server.socket(workspace.owner);
  await socket.emitWithAck('board:subscribe', { projectId: project.id });
  await socket.emitWithAck('presence:set', { projectId: project.id, mode: 'viewing' });
  const { email } = member;
  const login = await server.request().post('/auth/login', { email, password: PASSWORD });
  await server
    .request()
    .with(withCookie(refreshTokenOf(login) ?? ''))
    .post('/auth/refresh');
  await server.request(member).put(`/users/${member.id}/password`, {
    currentPassword: PASSWORD,
    newPassword: 'another one',
    newPassword_confirm: 'another one',
  });
  await server.request(member).post('/auth/logout');
  await client.delete(`/projects/${other.id}`);
  const gone = await createWorkspace(server);
  await createProject(server, { workspace: gone });
  await server.request(gone.owner).delete(`/workspaces/${gone.id}`);
  await server.app.services.team.sweep.sweep(new Date());
  await server.app.services.transfer.finishAll();
  await server.app.services.oplog.headsOf([project.id, other.id]);
  await server.app.services.oplog.heal(project.id);
}

/** The same query with other values is the same shape. */
function shapeOf(command: Command): string {
  return JSON.stringify(command, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? value : typeof value,
  );
}

/** The parts of a command that look for documents, each as a command that can be explained. */
function searches(command: Command): Command[] {
  const [verb = '', collection] = Object.entries(command)[0] ?? [];
  const alone = (list: unknown, key: string) =>
    (list as Command[]).map((each) => ({ [verb]: collection, [key]: [each] }));
  switch (verb) {
    case 'find':
    case 'findAndModify':
    case 'aggregate':
    case 'count':
    case 'distinct':
      return [command];
    case 'update':
      return alone(command.updates, 'updates');
    case 'delete':
      return alone(command.deletes, 'deletes');
    default:
      return [];
  }
}

/** The stages of a plan, innermost too. */
function stagesOf(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([key, value]) =>
    key === 'stage' ? [String(value)] : stagesOf(value),
  );
}

/** What a sharded MongoDB would place the documents of boards by (R35); all other collections stay whole. */
const SHARD_KEYS: Record<string, string> = {
  boardheads: '_id',
  checkpoints: 'projectId',
  comments: 'taskId',
  notificationcursors: '_id',
  ops: 'projectId',
  projects: '_id',
  seens: 'projectId',
  tasks: 'projectId',
};

/** Questions to all shards: by collection and fields, with what asks them. */
const TO_ALL_SHARDS: Record<string, string> = {
  'tasks taskId': 'where a task is that no board in memory has',
  'comments _id': 'where a comment is',
  'tasks movedTo': 'what has come to a board from others, when it is loaded',
  'ops newTaskId': 'a new task whose id may be taken',
  'ops createdId': 'a new comment whose id may be taken',
  'comments deletedAt projectId': 'words of comments, when a search first looks at a project',
  'comments projectId': 'a project is deleted',
  'tasks deletedAt dueDate state': 'reminders, once a quarter of an hour at most',
  'tasks moving': 'moves that a crash interrupted, every ten seconds',
  'boardheads ': 'boards whose rows are behind, at each start',
  'boardheads _id': 'every board in pages, for notifications that are due',
  'tasks _id deletedAt erasedAt': 'erasure, once an hour',
  'comments deletedAt text': 'erasure, once an hour',
  'ops taskId': 'erasure of a task',
  'ops patch.userId type': 'the name of an account that is deleted',
  'seens userId': 'an account that is deleted',
  'projects workspaceId': 'the projects of a workspace, of which rights are a part',
  'projects deletedAt workspaceId': 'a workspace is deleted',
  'ops projectId': 'kept answers of protocol 4, once',
  'projects deletedAt': 'deletions that a crash interrupted',
};

/** The filters by which a command looks for documents, each with its collection. */
function filtersOf(command: Command): Array<{ collection: string; filter: Command }> {
  const [verb = '', collection = ''] = Object.entries(command)[0] as [string, string];
  switch (verb) {
    case 'find':
      return [{ collection, filter: command.filter as Command }];
    case 'findAndModify':
    case 'count':
    case 'distinct':
      return [{ collection, filter: (command.query ?? {}) as Command }];
    case 'update':
    case 'delete': {
      const parts = (command.updates ?? command.deletes) as Array<{ q: Command }>;
      return parts.map(({ q }) => ({ collection, filter: q }));
    }
    case 'aggregate': {
      const pipeline = command.pipeline as mongo.Document[];
      const filter = (stages: mongo.Document[]) => (stages[0]?.$match ?? {}) as Command;
      const others = pipeline.flatMap(({ $unionWith: other }) =>
        other ? [{ collection: other.coll as string, filter: filter(other.pipeline) }] : [],
      );
      return [{ collection, filter: filter(pipeline) }, ...others];
    }
    default:
      return [];
  }
}

/** True where the key has one value, or some: the documents are on shards that are known. */
function namesKey(filter: Command, key: string): boolean {
  const value = filter[key];
  if (typeof value === 'string') return true;
  if (typeof value === 'object' && value !== null && ('$in' in value || '$eq' in value)) return true;
  return Array.isArray(filter.$or) && filter.$or.every((branch: Command) => namesKey(branch, key));
}

test('R35 every question about boards names its shard key, but for those that are listed', async () => {
  for (const call of Object.values(calls)) await call();
  await doTheRest();
  const toAll = new Set<string>();
  let named = 0;
  for (const command of commands)
    for (const { collection, filter } of filtersOf(command)) {
      const key = SHARD_KEYS[collection];
      if (key === undefined) continue;
      if (namesKey(filter, key)) named++;
      else toAll.add(`${collection} ${Object.keys(filter).sort().join(' ')}`);
    }
  expect(named).toBeGreaterThan(200);
  expect([...toAll].filter((each) => !(each in TO_ALL_SHARDS))).toEqual([]);
});

/** Ids that clients choose: unique over all projects, so that ops cannot be sharded yet. */
const UNIQUE_OVER_ALL = ['createdId', 'newTaskId'];

test('R35 every unique index on documents of boards begins with the shard key, but for chosen ids', async () => {
  const others: string[] = [];
  for (const [collection, key] of Object.entries(SHARD_KEYS))
    for (const index of await server.connection.collection(collection).indexes()) {
      const fields = Object.keys(index.key);
      if (index.unique && fields[0] !== key && fields[0] !== '_id') others.push(fields.join());
    }
  expect(others.sort()).toEqual(UNIQUE_OVER_ALL);
});

test('every query that the server sends uses an index', async () => {
  for (const call of Object.values(calls)) await call();
  await doTheRest();
  const shapes = new Map<string, Command>();
  for (const command of commands) {
    for (const search of searches(command)) shapes.set(shapeOf(search), search);
  }
  expect(shapes.size).toBeGreaterThan(40);
  const scans: string[] = [];
  for (const [shape, search] of shapes) {
    const { writeConcern: _concern, ...explained } = search;
    const reply = await server.connection.db?.command({ explain: explained, verbosity: 'queryPlanner' });
    const stages = stagesOf(reply);
    expect(stages.length).toBeGreaterThan(0);
    if (stages.includes('COLLSCAN')) scans.push(shape);
  }
  expect(scans).toEqual([]);
});
