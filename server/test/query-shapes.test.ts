import type { mongo } from 'mongoose';
import { refreshTokenOf, withCookie } from './cookies';
import { createMember, createProject, createTask, createWorkspace, PASSWORD } from './factories';
import { type Command, observedServer } from './observedServer';

// What the server asks its database by: an index each time, and the shard key (R35).

const at = observedServer();

/** What is done beside the calls: accounts, sockets, members, sweeps, moves between projects. */
async function doTheRest(): Promise<void> {
  const client = at.owner();
  const member = await createMember(at.server, at.project);
  await client.put(`/projectUsers/${at.project.id}`, { userId: member.id, roleId: 'viewer' });
  await client.put(`/workspaceUsers/${at.workspace.id}`, { userId: member.id, roleId: 'maintainer' });
  await client.delete(`/workspaceUsers/${at.workspace.id}/${member.id}`);
  const other = await createProject(at.server, { workspace: at.workspace });
  const { id } = await createTask(at.server, at.project);
  await client.put(`/tasks/${id}`, { projectId: other.id });
  await client.delete(`/tasks/${id}`);
  await client.post(`/tasks/${id}/restore`);
  const comment = await client.post<{ id: string }>(`/tasks/${at.taskId}/comments`, { text: 'Words' });
  await client.put(`/comments/${comment.body.id}`, { text: 'Other words' });
  await client.get('/search?q=words');
  const socket = await at.server.socket(at.workspace.owner);
  await socket.emitWithAck('board:subscribe', { projectId: at.project.id });
  await socket.emitWithAck('presence:set', { projectId: at.project.id, mode: 'viewing' });
  const { email } = member;
  const login = await at.server.request().post('/auth/login', { email, password: PASSWORD });
  await at.server
    .request()
    .with(withCookie(refreshTokenOf(login) ?? ''))
    .post('/auth/refresh');
  await at.server.request(member).put(`/users/${member.id}/password`, {
    currentPassword: PASSWORD,
    newPassword: 'another one',
    newPassword_confirm: 'another one',
  });
  await at.server.request(member).post('/auth/logout');
  await client.delete(`/projects/${other.id}`);
  const gone = await createWorkspace(at.server);
  await createProject(at.server, { workspace: gone });
  await at.server.request(gone.owner).delete(`/workspaces/${gone.id}`);
  await at.server.app.services.team.sweep.sweep(new Date());
  await at.server.app.services.team.sweep.purge();
  await at.server.app.services.transfer.finishAll();
  await at.server.app.services.oplog.headsOf([at.project.id, other.id]);
  await at.server.app.services.oplog.heal(at.project.id);
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
  oppostings: 'projectId',
  oppostingsgroups: 'projectId',
  ops: 'projectId',
  projects: '_id',
  seens: 'projectId',
  tasks: 'projectId',
};

/** Questions to all shards: by collection and fields, with what asks them. */
const TO_ALL_SHARDS: Record<string, string> = {
  'tasks taskId': 'where a task is that no board in memory has',
  'comments _id': 'where a comment is',
  'tasks arrivedIn': 'what has come to a board from others, when it is loaded',
  'tasks movedTo': 'the same, of older rows',
  'ops newTaskId': 'a new task whose id may be taken',
  'ops createdId': 'a new comment whose id may be taken',
  'comments deletedAt projectId': 'words of comments, when a search first looks at a project',
  'comments projectId taskId': 'a project is deleted',
  'comments _id projectId taskId': 'a project is deleted',
  'tasks deletedAt dueDate state': 'reminders, every five minutes',
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
  for (const call of Object.values(at.calls)) await call();
  await doTheRest();
  const toAll = new Set<string>();
  let named = 0;
  for (const command of at.commands)
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
    for (const index of await at.server.connection.collection(collection).indexes()) {
      const fields = Object.keys(index.key);
      if (index.unique && fields[0] !== key && fields[0] !== '_id') others.push(fields.join());
    }
  expect(others.sort()).toEqual(UNIQUE_OVER_ALL);
});

test('every query that the server sends uses an index', async () => {
  for (const call of Object.values(at.calls)) await call();
  await doTheRest();
  const shapes = new Map<string, Command>();
  for (const command of at.commands) {
    for (const search of searches(command)) shapes.set(shapeOf(search), search);
  }
  expect(shapes.size).toBeGreaterThan(40);
  const scans: string[] = [];
  for (const [shape, search] of shapes) {
    const { writeConcern: _concern, ...explained } = search;
    const reply = await at.server.connection.db?.command({ explain: explained, verbosity: 'queryPlanner' });
    const stages = stagesOf(reply);
    expect(stages.length).toBeGreaterThan(0);
    if (stages.includes('COLLSCAN')) scans.push(shape);
  }
  expect(scans).toEqual([]);
});
