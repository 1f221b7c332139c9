import { setImmediate } from 'node:timers/promises';
import type { CatchUp, ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { BackPressure } from '../src/realtime/back-pressure';
import { BoardListener } from './board.listener';
import { startTestDatabase } from './database';
import { createMember, createProject, createTask, type TestProject } from './factories';
import { nextEvent, serverForTests, startTestServer, type TestSocket } from './harness';
import { stopReading } from './stopReading';

/** Together more than the network's own buffers take: more of them than may wait, or fewer that are larger. */
const WAITING = [
  { messages: 10_000, characters: 2_000 },
  { messages: 300, characters: 100_000 },
];

const server = serverForTests();
let project: TestProject;

beforeEach(async () => {
  project = await createProject(server);
});

/** The catch-up of a client at version 1 while another change is committed before or after its ops are read. */
async function catchUpWhile(commit: 'before' | 'after'): Promise<CatchUp> {
  const client = server.request(project.owner);
  const { body: board } = await client.get<ProjectBoard>(`/kanban/project/${project.id}`);
  const { oplog } = server.app.services;
  const read = oplog.readWeighed.bind(oplog);
  let isFirst = true;
  jest.spyOn(oplog, 'readWeighed').mockImplementation(async (projectId, sinceV, limit) => {
    if (sinceV !== 1 || !isFirst) return read(projectId, sinceV, limit);
    isFirst = false;
    if (commit === 'before') await createTask(server, project);
    const ops = await read(projectId, sinceV, limit);
    if (commit === 'after') await createTask(server, project);
    return ops;
  });
  const path = `/kanban/project/${project.id}/ops?since=1&epoch=${board.epoch}`;
  const { body } = await client.get<CatchUp>(path);
  expect(isFirst).toBe(false);
  return body;
}

test.each(['before', 'after'] as const)(
  'R9 R13 a change that is committed just %s the ops are read leaves no hole in a catch-up',
  async (commit) => {
    for (let n = 0; n < 3; n++) await createTask(server, project);
    const answer = await catchUpWhile(commit);
    expect(answer).toMatchObject({ from: 2, to: 3, ops: [{ v: 2 }, { v: 3 }] });
  },
);

test('SPEC.md#conflicts: an assignee who left since the base is no addition of the user', async () => {
  const [bob, eve] = [await createMember(server, project), await createMember(server, project)];
  const { id: ownerId } = project.owner;
  const task = await createTask(server, project, { assignees: [ownerId, bob.id] });
  const client = server.request(project.owner);
  await client.delete(`/projectUsers/${project.id}/${bob.id}`);
  const answer = await client.put<TaskWriteAnswer>(`/tasks/${task.id}`, {
    baseRev: task.rev,
    assignees: [ownerId, bob.id, eve.id],
  });
  expect([answer.status, answer.body.assignees]).toEqual([200, [ownerId, eve.id]]);
});

test('I1 a snapshot of a board that is read from its rows has members as new as its version', async () => {
  const { access, replicas } = server.app.services;
  const requireProject = access.requireProject.bind(access);
  jest.spyOn(access, 'requireProject').mockImplementationOnce(async (...args) => {
    const before = await requireProject(...args);
    await createMember(server, project);
    replicas.forget(project.id);
    return before;
  });
  const { body } = await server.request(project.owner).get<ProjectBoard>(`/kanban/project/${project.id}`);
  expect([body.v, body.members.length]).toEqual([1, 2]);
});

/** Runs `act` on the server when it has read the board for the socket's subscription, before it answers. */
function whileSubscribing(act: () => Promise<unknown>): void {
  const { boards } = server.app.services;
  const subscribe = boards.subscribe.bind(boards);
  jest.spyOn(boards, 'subscribe').mockImplementationOnce(async (...args) => {
    const answer = await subscribe(...args);
    await act();
    return answer;
  });
}

/** Bob subscribes; when their answer has been read, something happens, and the owner's subscription comes first. */
async function overtakenWhile(act: (bobId: string) => Promise<unknown>): Promise<unknown> {
  const bob = await createMember(server, project);
  const [late, early] = [await server.socket(bob), await server.socket(project.owner)];
  const { boards } = server.app.services;
  const subscribe = boards.subscribe.bind(boards);
  let looks = 0;
  jest.spyOn(boards, 'subscribe').mockImplementation(async (userId, ...rest) => {
    const answer = await subscribe(userId, ...rest);
    if (userId === bob.id && ++looks === 1) {
      await act(bob.id);
      await early.emitWithAck('board:subscribe', { projectId: project.id });
    }
    return answer;
  });
  return late.emitWithAck('board:subscribe', { projectId: project.id });
}

test('R9 of two who subscribe at once, neither misses what is committed between their answers', async () => {
  const { v } = await createTask(server, project);
  // The member is the second op, the task in between the third one.
  const answer = await overtakenWhile(() => createTask(server, project));
  expect(answer).toMatchObject({ ok: true, v: v + 2 });
});

test('R11 whoever is removed while they and another one subscribe is refused', async () => {
  const answer = await overtakenWhile((bobId) =>
    server.request(project.owner).delete(`/projectUsers/${project.id}/${bobId}`),
  );
  expect(answer).toEqual({ ok: false, code: 'not_found' });
});

test('R11 whoever is removed while they subscribe is refused', async () => {
  const bob = await createMember(server, project);
  const [socket, watcher] = [await server.socket(bob), await server.socket(project.owner)];
  await watcher.emitWithAck('board:subscribe', { projectId: project.id });
  whileSubscribing(() => server.request(project.owner).delete(`/projectUsers/${project.id}/${bob.id}`));
  const answer = await socket.emitWithAck('board:subscribe', { projectId: project.id });
  expect(answer).toEqual({ ok: false, code: 'not_found' });
  const presence = { projectId: project.id, mode: 'viewing' as const };
  expect(await socket.emitWithAck('presence:set', presence)).toEqual({ ok: false, code: 'not_found' });
});

/** Bob's board at its version, and a socket of theirs. */
async function following(roleId: 'owner' | 'member') {
  const bob = await createMember(server, project, { roleId });
  const socket = await server.socket(bob);
  const { body } = await server.request(bob).get<ProjectBoard>(`/kanban/project/${project.id}`);
  const cursor = { projectId: project.id, epoch: body.epoch, sinceV: body.v };
  const heard: VisibleOp[] = [];
  socket.on('board:ops', ({ ops }) => heard.push(...ops));
  return { bob, socket, cursor, heard };
}

const newRole = (userId: string, roleId: string) =>
  server.request(project.owner).put(`/projectUsers/${project.id}`, { userId, roleId });
const secret = () => createTask(server, project, { title: 'Secret', visibility: 'PRIVATE', assignees: [] });
/** Everything that was pushed before this is there. */
const pushesAreThere = (socket: TestSocket) => socket.emitWithAck('sync:ping', {});

test.each(['for the first time', 'again'] as const)(
  'R9 an owner who is lowered while they subscribe %s sees no PRIVATE task from then on',
  async (times) => {
    const { bob, socket, cursor, heard } = await following('owner');
    if (times === 'again') await socket.emitWithAck('board:subscribe', cursor);
    whileSubscribing(() => newRole(bob.id, 'member'));
    await socket.emitWithAck('board:subscribe', cursor);
    const { v } = await secret();
    await createTask(server, project);
    await pushesAreThere(socket);
    expect(heard.find((op) => op.v === v)).toEqual({ v, type: 'noop' });
  },
);

test('R9 of what each sees differently, nothing is left out while someone subscribes', async () => {
  const { bob, socket, cursor } = await following('owner');
  const listener = BoardListener.hearing(socket, project.id);
  let made: number[] = [];
  whileSubscribing(async () => {
    const [first, second] = [await secret(), await createTask(server, project)];
    const { body } = await server
      .request(project.owner)
      .put<TaskWriteAnswer>(`/tasks/${first.id}`, { assignees: [bob.id] });
    made = [first.v, second.v, body.v];
  });
  const answer = await socket.emitWithAck('board:subscribe', cursor);
  expect(answer).toMatchObject({ ok: true, v: cursor.sinceV });
  await listener.until(cursor.sinceV + 3);
  expect(listener.versions).toEqual(made);
});

test('R11 an answer that knows of a removal and of the return after it is not taken back by the removal’s op', async () => {
  const database = await startTestDatabase();
  const [here, there] = [await startTestServer({ database }), await startTestServer({ database })];
  try {
    const shared = await createProject(here);
    const bob = await createMember(here, shared);
    const [socket, watcher] = [await here.socket(bob), await here.socket(shared.owner)];
    await watcher.emitWithAck('board:subscribe', { projectId: shared.id });
    const revoked: unknown[] = [];
    // This node reads the log late: the subscription knows more than the feed.
    const { oplog } = here.app.services;
    const headsOf = oplog.headsOf.bind(oplog);
    let letSweepsGo = () => {};
    const late = new Promise<void>((resolve) => {
      letSweepsGo = resolve;
    });
    jest.spyOn(oplog, 'headsOf').mockImplementation(async (ids) => {
      await late;
      return headsOf(ids);
    });
    const owner = there.request(shared.owner);
    await owner.delete(`/projectUsers/${shared.id}/${bob.id}`);
    await owner.post(`/projectUsers/${shared.id}`, { userId: bob.id, roleId: 'member' });
    const answer = await socket.emitWithAck('board:subscribe', { projectId: shared.id });
    socket.on('access:revoked', (message) => revoked.push(message));
    const { v } = await createTask(there, shared);
    const listener = BoardListener.hearing(socket, shared.id);
    letSweepsGo();
    await listener.until(v);
    expect([answer.ok, revoked]).toEqual([true, []]);
  } finally {
    await here.stop();
    await there.stop();
    await database.close();
  }
});

test('R11 a removed member hears of it on every page, once, also where nobody watches that board', async () => {
  const bob = await createMember(server, project);
  const [off, on] = [await server.socket(bob), await server.socket(bob)];
  const heard: string[] = [];
  for (const [name, socket] of Object.entries({ off, on }))
    socket.on('access:revoked', ({ id }) => heard.push(`${name} ${id}`));
  await server.request(project.owner).delete(`/projectUsers/${project.id}/${bob.id}`);
  await Promise.all([off, on].map(pushesAreThere));
  expect(heard.sort()).toEqual([`off ${project.id}`, `on ${project.id}`]);

  await createMember(server, project, { user: bob });
  await on.emitWithAck('board:subscribe', { projectId: project.id });
  heard.length = 0;
  await server.request(project.owner).delete(`/projectUsers/${project.id}/${bob.id}`);
  await Promise.all([off, on].map(pushesAreThere));
  expect(heard.sort()).toEqual([`off ${project.id}`, `on ${project.id}`]);
});

test('I14 a socket that goes while it subscribes leaves no board to be swept', async () => {
  const socket = await server.socket(project.owner);
  const gone = new Promise<void>((resolve) => {
    whileSubscribing(async () => {
      server.app.realtime.userSessionsEnded(project.owner.id, 'logout');
      resolve();
    });
  });
  socket.emit('board:subscribe', { projectId: project.id }, () => undefined);
  await gone;
  await nobodyWatches();
});

test('I14 a board that its last watcher may no longer see is not swept', async () => {
  const bob = await createMember(server, project);
  const socket = await server.socket(bob);
  await socket.emitWithAck('board:subscribe', { projectId: project.id });
  await server.request(project.owner).delete(`/projectUsers/${project.id}/${bob.id}`);
  await nobodyWatches();
});

/** Resolves once the board is not looked after any more. */
async function nobodyWatches(): Promise<void> {
  const { realtime } = server.app;
  while (realtime.watchedBoards().includes(project.id)) await setImmediate();
}

test.each(WAITING)(
  'R14 a client that leaves $messages messages of $characters characters unread is disconnected; others go on, and it catches up when it is back',
  async ({ messages, characters }) => {
    const [bob, { id: projectId }] = [await createMember(server, project), project];
    const [slow, quick] = [await server.socket(bob), await server.socket(project.owner)];
    const start = await slow.emitWithAck('board:subscribe', { projectId });
    if (!start.ok) throw new Error(start.code);
    await quick.emitWithAck('board:subscribe', { projectId });
    const came = nextEvent(quick, 'presence:state');
    await slow.emitWithAck('presence:set', { projectId, mode: 'viewing' });
    await came;
    const left = new Promise<void>((resolve) => {
      quick.on('presence:state', ({ users }) => {
        if (users.every(({ userId }) => userId !== bob.id)) resolve();
      });
    });
    const tooSlow = jest.spyOn(BackPressure.prototype, 'tooSlow');
    const endSlow = stopReading(slow);
    const message = { entity: 'project' as const, id: 'x'.repeat(characters) };
    for (let n = 0; n < messages; n++) {
      server.app.realtime.push({ kind: 'entityStale', userIds: [bob.id], message });
      // Each by itself, so that the transport takes no more once one of them does not leave it.
      await setImmediate();
    }
    await left;
    // That it is slow has ended its connection, and no heartbeat that was missed.
    expect(tooSlow.mock.results.flatMap(({ value }) => value as unknown[])).toHaveLength(1);
    endSlow();
    expect(quick.connected).toBe(true);
    await createTask(server, project);
    const back = await server.socket(bob);
    const { epoch, v } = start;
    expect(await back.emitWithAck('board:subscribe', { projectId, epoch, sinceV: v })).toMatchObject({
      mode: 'delta',
      ops: [{ v: v + 1 }],
    });
  },
);

test('the end of the server does not wait for a client that is gone', async () => {
  const ending = await startTestServer();
  const { owner } = await createProject(ending);
  const end = stopReading(await ending.socket(owner));
  await ending.stop();
  end();
});
