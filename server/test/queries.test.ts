import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { ApiClient } from './api.client';
import { createMember, createProject, createTask, createWorkspace } from './factories';
import { startTestServer } from './harness';
import { type Command, observedServer, questionsOf } from './observedServer';

/** Times that each call is made; more where the least that it sent was seen only once. */
const [FEWEST_TRIES, MOST_TRIES] = [4, 30];
/** Without a command. */
const QUIET_MS = 20;

const at = observedServer();

/** Resolves when the server has sent nothing for a moment: what it does by itself is not the next call's. */
async function quiet(commands: readonly Command[] = at.commands): Promise<void> {
  for (let before = -1; before !== commands.length; ) {
    before = commands.length;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}

/** The least of some tries that was seen twice, alike: the server also works by itself, beside any of them. */
async function leastOf<T>(attempt: () => Promise<readonly T[]>, namesIn: (sent: readonly T[]) => string[]) {
  const tries: { sent: readonly T[]; names: string }[] = [];
  for (;;) {
    const latest = await attempt();
    tries.push({ sent: latest, names: [...namesIn(latest)].sort().join() });
    const fewest = Math.min(...tries.map(({ sent }) => sent.length));
    const least = tries.filter(({ sent }) => sent.length === fewest);
    const twice = least.find((one) => least.some((other) => other !== one && other.names === one.names));
    if (tries.length >= MOST_TRIES || (tries.length >= FEWEST_TRIES && twice)) return twice?.sent ?? latest;
  }
}

/** What the server sends by the clock: leases are renewed, nodes say that they live and look at the others. */
const byTheClock = ({ update, find, filter }: Command) =>
  update === 'leases' ||
  update === 'nodes' ||
  (find === 'nodes' && isDeepStrictEqual(filter, { _id: { $gt: '' } }));

const namesOf = (sentCommands: readonly Command[]) => sentCommands.flatMap(questionsOf).sort();

/** The commands of a call whose boards and rosters are in memory. */
async function sent(call: () => Promise<{ status: number }>): Promise<readonly Command[]> {
  await at.aTask();
  await quiet();
  return leastOf(async () => {
    // What is told of earlier calls is not this one's.
    await at.server.app.services.notifications.worker.caughtUp();
    const before = at.commands.length;
    const { status } = await call();
    if (status >= 300 && status !== 409) throw new Error(`status ${status}`);
    return at.commands.slice(before).filter((command) => !byTheClock(command));
  }, namesOf);
}

/** A look at the past searches the log: its queries grow with the logarithm of the log. */
const isOfNow = (title: string) => !title.includes('/:id/at');

test('no call needs more queries when there are more projects, members and tasks', async () => {
  const counted: Record<string, string[]> = {};
  const ofNow = Object.entries(at.calls).filter(([title]) => isOfNow(title));
  for (const [title, call] of ofNow) counted[title] = namesOf(await sent(call));
  for (let n = 0; n < 4; n++) await at.grow();
  const grown: Record<string, string[]> = {};
  for (const [title, call] of ofNow) grown[title] = namesOf(await sent(call));
  expect(grown).toEqual(counted);
  // The paths that everyone waits for: session and rights side by side; then the insert; row and head follow.
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
    'find users',
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

/** What a node asks for the first personal board after its start. */
async function firstPersonalBoard(): Promise<readonly Command[]> {
  return leastOf(async () => {
    const node = await startTestServer({ database: at.database });
    try {
      const asked: Command[] = [];
      node.connection.getClient().on('commandStarted', ({ command }) => asked.push(command));
      // What a start does by itself looks at every board.
      await node.app.services.notifications.worker.caughtUp();
      await quiet(asked);
      const before = asked.length;
      const { status, body } = await node.request(at.workspace.owner).get<PersonalBoard>('/kanban/personal');
      expect([status, body.columns.flatMap(({ tasks }) => tasks).length > 0]).toEqual([200, true]);
      return asked.slice(before).filter(({ find, aggregate }) => find ?? aggregate);
    } finally {
      await node.stop();
    }
  }, namesOf);
}

test('the first personal board of a node needs no more queries when there are more projects with cards', async () => {
  const asked = namesOf(await firstPersonalBoard());
  for (let n = 0; n < 4; n++) await at.grow();
  expect(namesOf(await firstPersonalBoard())).toEqual(asked);
  // Which cards, and what is before them in their columns.
  expect(asked.filter((name) => name === 'find tasks')).toHaveLength(2);
});

/** A project that this node has never looked at, with a task. */
async function untouchedProject(): Promise<{ id: string; taskId: string }> {
  const other = await startTestServer({ database: at.database });
  try {
    const project = await createProject(other);
    return { id: project.id, taskId: (await createTask(other, project)).id };
  } finally {
    await other.stop();
  }
}

/** Opens connections enough for all that a call sends side by side: a question that waits for one may miss the answer. */
async function openConnections(call: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, call));
}

/** What a call sends, round trip by round trip. */
async function roundTrips(call: () => Promise<{ status: number }>): Promise<string[][]> {
  await openConnections(call);
  const asked = await leastOf(
    async () => {
      await at.server.app.services.notifications.worker.caughtUp();
      await quiet();
      at.trips = new Map();
      expect((await call()).status).toBeLessThanOrEqual(304);
      return [...at.trips.values()].flatMap(({ names, trip }) => names.map((name) => ({ name, trip })));
    },
    (sent) => sent.map(({ name }) => name),
  );
  const count = Math.max(...asked.map(({ trip }) => trip));
  return Array.from({ length: count }, (_, index) =>
    asked.flatMap(({ name, trip }) => (trip === index + 1 ? [name] : [])).sort(),
  );
}

test('one round trip to the database comes before a write, and one makes a board', async () => {
  const [session, rights] = ['find sessions', ['find projects', 'find workspaces']];
  const written = [['insert ops'], ['update tasks'], ['update boardheads']];
  const call = (title: string) => roundTrips(at.calls[title] as () => Promise<{ status: number }>);
  for (const title of ['POST /kanban/moveTask', 'PUT /tasks/:id', 'POST /tasks'])
    expect([title, await call(title)]).toEqual([title, [[...rights, session].sort(), ...written]]);
  // Whether a node lives that does not know comments is asked again each time (R22).
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
  const path = `/kanban/project/${at.project.id}`;
  const unchanged = { 'If-None-Match': (await at.owner().get(path)).headers.get('ETag') ?? '' };
  expect(await roundTrips(() => at.owner().with(unchanged).get(path))).toEqual([
    ['find ops', 'find projects', 'find seens', 'find sessions', 'find workspaces'],
  ]);
});

/** What a refused call sends; with each call what its refusal does not wait for. */
const refused = (call: () => Promise<{ status: number }>) =>
  leastOf(
    async () => {
      await quiet();
      at.trips = new Map();
      expect((await call()).status).toBe(404);
      // A refusal does not wait for what is asked beside the rights.
      await quiet();
      return [...at.trips.values()].flatMap(({ names: asked }) => asked).sort();
    },
    (names) => [...names],
  );

test('a project that is foreign costs the same work as one that is not there', async () => {
  const stranger = at.server.request((await createWorkspace(at.server)).owner);
  await openConnections(() => stranger.get(`/kanban/project/${randomUUID()}`));
  const ask = (path: string) => refused(() => stranger.get(path));
  for (const path of ['/projects/', '/kanban/project/']) {
    const unknown = await ask(path + randomUUID());
    // One whose board and members are in memory, and one that nobody has read yet.
    expect(await ask(path + at.project.id)).toEqual(unknown);
    expect(await ask(path + (await untouchedProject()).id)).toEqual(unknown);
  }
});

type CallOfTask = (client: ApiClient, id: string) => Promise<{ status: number }>;

const ofTask: [string, CallOfTask][] = [
  ['GET /tasks/:id', (client, id) => client.get(`/tasks/${id}`)],
  ['PUT /tasks/:id', (client, id) => client.put(`/tasks/${id}`, { title: 'Mine' })],
  [
    'PUT /tasks/:id with baseRev',
    (client, id) => client.put(`/tasks/${id}`, { description: 'D', baseRev: 0 }),
  ],
  ['DELETE /tasks/:id', (client, id) => client.delete(`/tasks/${id}`)],
  ['POST /tasks/:id/restore', (client, id) => client.post(`/tasks/${id}/restore`)],
  [
    'POST /kanban/moveTask',
    (client, taskId) => client.post('/kanban/moveTask', { taskId, state: 'DONE', position: 0 }),
  ],
  ['GET /tasks/:id/comments', (client, id) => client.get(`/tasks/${id}/comments`)],
  ['POST /tasks/:id/comments', (client, id) => client.post(`/tasks/${id}/comments`, { text: 'Words' })],
  ['GET /tasks/:id/following', (client, id) => client.get(`/tasks/${id}/following`)],
];

/** Of a task that is not there: the rights in a project of that id are asked as well, and the task is looked for again. */
const FOR_NOTHING = ['find projects', 'find sessions', 'find tasks', 'find tasks', 'find workspaces'];

test.each(ofTask)('%s: a foreign task costs the same work as one that is not there', async (_title, call) => {
  const stranger = at.server.request((await createWorkspace(at.server)).owner);
  await openConnections(() => stranger.get(`/tasks/${randomUUID()}`));
  const ask = (taskId: string) => refused(() => call(stranger, taskId));
  expect(await ask(randomUUID())).toEqual(FOR_NOTHING);
  expect(await ask(await at.aTask())).toEqual(FOR_NOTHING);
  const untouched = await untouchedProject();
  expect(await ask(untouched.taskId)).toEqual(FOR_NOTHING);
  // Nor is its board made for a stranger the first time.
  expect(at.server.app.services.replicas.seen(untouched.id)).toBeUndefined();
});

test.each<[string, CallOfTask]>([
  ['PUT /comments/:id', (client, id) => client.put(`/comments/${id}`, { text: 'Mine' })],
  ['DELETE /comments/:id', (client, id) => client.delete(`/comments/${id}`)],
  ['POST /comments/:id/restore', (client, id) => client.post(`/comments/${id}/restore`)],
])('%s: a foreign comment costs the same work as one that is not there', async (_title, call) => {
  const stranger = at.server.request((await createWorkspace(at.server)).owner);
  await openConnections(() => stranger.get(`/tasks/${randomUUID()}`));
  const ask = (commentId: string) => refused(() => call(stranger, commentId));
  const { body } = await at.owner().post<Comment>(`/tasks/${await at.aTask()}/comments`, { text: 'Words' });
  const forNothing = ['find comments', ...FOR_NOTHING];
  expect([await ask(randomUUID()), await ask(body.id)]).toEqual([forNothing, forNothing]);
});

test.each(ofTask)('%s: a hidden task is looked at once', async (_title, call) => {
  const { owner: user } = at.project;
  const hidden = await createTask(at.server, at.project, { user, visibility: 'PRIVATE', assignees: [] });
  const member = at.server.request(await createMember(at.server, at.project));
  await openConnections(() => member.get(`/tasks/${randomUUID()}`));
  expect(await refused(() => call(member, randomUUID()))).toEqual(FOR_NOTHING);
  const asked = await refused(() => call(member, hidden.id));
  const times = (name: string) => asked.filter((each) => each === name).length;
  expect([asked, times('find projects'), times('find workspaces')]).toEqual([asked, 1, 1]);
});
