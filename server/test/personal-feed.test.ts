import { isDeepStrictEqual } from 'node:util';
import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import fc from 'fast-check';
import { createMember, createProject, createTask, createUser, type TestUser } from './factories';
import { nextEvent, startTestServer, type TestServer, type TestSocket } from './harness';
import { onTwoNodes } from './onTwoNodes';
import { PersonalListener } from './personal.listener';
import { aStep, personalSteps } from './personal-steps';

const BURSTS = 12;
const STEPS_PER_BURST = 6;
/** Only ends the wait of a broken test. */
const LIMIT_MS = 60_000;
const LOOK_MS = 20;
/** What leaves everyone's rights as they are. */
const quiet = aStep.filter(({ name }) => !['role', 'workspace role', 'remove', 'add'].includes(name));
/** A task that is made for Bob, who hears of it in a project of theirs. */
const forBob = aStep.map((step): typeof step => ({ ...step, name: 'create', c: 1 }));

async function shownTo(server: TestServer, user: TestUser) {
  const { body } = await server.request(user).get<PersonalBoard>('/kanban/personal');
  return Object.fromEntries(body.columns.map(({ state, tasks }) => [state, tasks]));
}

/** Once all has been heard the listener holds what a read finds. */
async function expectInStep(listener: PersonalListener, server: TestServer, user: TestUser): Promise<void> {
  const giveUp = Date.now() + LIMIT_MS;
  for (;;) {
    const [held, shown] = [await listener.columns(), await shownTo(server, user)];
    if (isDeepStrictEqual(held, shown)) return;
    if (Date.now() > giveUp) expect(held).toEqual(shown);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Takes bursts of random steps, after each of which what was pushed is what a read finds. */
async function listenThrough(server: TestServer, step: typeof aStep): Promise<PersonalListener> {
  const { bob, take } = await personalSteps(server);
  const listener = await PersonalListener.on(server, bob);
  await fc.assert(
    fc.asyncProperty(forBob, fc.array(step, { maxLength: STEPS_PER_BURST - 1 }), async (first, others) => {
      for (const each of [first, ...others]) await take(each);
      await expectInStep(listener, server, bob);
    }),
    { numRuns: BURSTS, endOnFailure: true },
  );
  return listener;
}

describe('R34 what a personal board is told op by op is what a read finds', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('through changes of tasks, without a second read', async () => {
    const listener = await listenThrough(server, quiet);
    expect([listener.reads, listener.gaps]).toEqual([1, 0]);
    expect(listener.heard.length).toBeGreaterThanOrEqual(BURSTS);
  });

  test('through changes of tasks at the same time, on two sockets of which one comes in between', async () => {
    const { bob, take } = await personalSteps(server);
    const first = await PersonalListener.on(server, bob);
    const steps = fc.sample(quiet, 40);
    await Promise.all(steps.slice(0, 20).map(take));
    const taking = Promise.all(steps.slice(20).map(take));
    const second = await PersonalListener.on(server, bob);
    await taking;
    for (const listener of [first, second]) {
      await expectInStep(listener, server, bob);
      expect([listener.reads, listener.gaps]).toEqual([1, 0]);
    }
  });

  test('through changes of rights, too', async () => {
    const listener = await listenThrough(server, aStep);
    expect(listener.gaps).toBe(0);
  });

  test('in each of thirty projects, on one subscription', async () => {
    const bob = await createUser(server);
    const projects = await Promise.all(
      Array.from({ length: 30 }, () => createProject(server, { owner: bob })),
    );
    const listener = await PersonalListener.on(server, bob);
    for (const project of projects) await createTask(server, project, { assignees: [bob.id] });
    await expectInStep(listener, server, bob);
    expect([listener.reads, listener.heard.length]).toEqual([1, 30]);
  });
});

describe('R34 a personal board is told', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  /** Ada's project with Bob in it, whose personal board is open. */
  async function bobListens() {
    const project = await createProject(server);
    const bob = await createMember(server, project);
    const ada = server.request(project.owner);
    const task = (fields: object = {}) => createTask(server, project, { assignees: [bob.id], ...fields });
    const mine = await task();
    const listener = await PersonalListener.on(server, bob);
    return { project, bob, ada, task, mine, listener };
  }
  const told = ({ heard }: PersonalListener) =>
    heard.map(({ ops, places }) => [ops.map(({ type }) => type), Object.values(places)]);

  test('nothing of cards of others but where its own stand then', async () => {
    const { bob, ada, task, mine, listener } = await bobListens();
    const other = await task({ assignees: [] });
    await ada.put(`/tasks/${other.id}`, { title: 'Of no concern' });
    await ada.put(`/tasks/${other.id}`, { visibility: 'PRIVATE' });
    await ada.post('/kanban/moveTask', { taskId: other.id, state: mine.state, position: 0 });
    await ada.put(`/tasks/${other.id}`, { visibility: 'PUBLIC' });
    await expectInStep(listener, server, bob);
    // All places are sent once. A PRIVATE card above Bob’s does not count.
    expect(told(listener)).toEqual([
      [[], [0]],
      [[], [1]],
    ]);
    expect(listener.heard[1]).toMatchObject({ from: 4, to: 7 });
  });

  test('the whole card when it becomes theirs, and when it is theirs no more', async () => {
    const { bob, ada, task, listener } = await bobListens();
    const other = await task({ assignees: [], visibility: 'PRIVATE', description: 'Long' });
    await ada.put(`/tasks/${other.id}`, { assignees: [bob.id] });
    await ada.put(`/tasks/${other.id}`, { assignees: [] });
    await expectInStep(listener, server, bob);
    const [given, taken] = listener.heard.flatMap(({ ops }) => ops);
    expect(given).toMatchObject({ type: 'task.created', patch: { id: other.id, description: 'Long' } });
    // It is PRIVATE: with the task goes the sight of it.
    expect(taken).toMatchObject({ type: 'task.deleted', taskId: other.id });
  });

  test('the version of each change of their own, whatever it is about', async () => {
    const { bob, project, listener } = await bobListens();
    const { body } = await server
      .request(bob)
      .post<{ v: number }>('/tasks', { title: 'For others', projectId: project.id, assignees: [] });
    await expectInStep(listener, server, bob);
    expect(listener.heard).toMatchObject([{ to: body.v, ops: [] }]);
  });

  test('R11 nothing after they were removed', async () => {
    const { bob, ada, project, mine, listener } = await bobListens();
    await ada.delete(`/projectUsers/${project.id}/${bob.id}`);
    const before = listener.heard.length;
    await ada.put(`/tasks/${mine.id}`, { title: 'Gone' });
    await expectInStep(listener, server, bob);
    expect(listener.heard.length).toBe(before);
  });

  test('nothing once it is closed', async () => {
    const { ada, mine, listener } = await bobListens();
    expect(await listener.socket.emitWithAck('personal:unsubscribe', {})).toEqual({ ok: true });
    await ada.put(`/tasks/${mine.id}`, { title: 'Unheard' });
    await listener.socket.emitWithAck('sync:ping', {});
    expect(listener.heard).toEqual([]);
  });
});

describe('R34 over two nodes that hear nothing of each other', () => {
  let [a, b]: TestServer[] = [];
  onTwoNodes((one, other) => {
    [a, b] = [one, other];
  });

  test('a personal board on one of them is told what the other one writes', async () => {
    const [here, there] = [a as TestServer, b as TestServer];
    const { bob, take } = await personalSteps(there);
    const listener = await PersonalListener.on(here, bob);
    for (const step of fc.sample(quiet, 30)) await take(step);
    await expectInStep(listener, here, bob);
    expect([listener.reads, listener.gaps]).toEqual([1, 0]);
    expect(listener.heard.length).toBeGreaterThan(0);
  });

  test('R11 one whose removal is read along with an earlier op hears neither it nor anything after it', async () => {
    const [here, there] = [a as TestServer, b as TestServer];
    const project = await createProject(here);
    const bob = await createMember(here, project);
    const { id, v } = await createTask(here, project, { assignees: [project.owner.id, bob.id] });
    const sockets = [await here.socket(project.owner), await here.socket(bob)] as const;
    const heard: number[][] = [[], []];
    sockets.forEach((socket, index) => {
      socket.on('personal:ops', ({ to }) => heard[index]?.push(to));
    });
    for (const socket of sockets)
      expect(await socket.emitWithAck('personal:subscribe', {})).toMatchObject({ ok: true });
    const [ownersSocket, bobsSocket] = sockets;
    const { oplog } = here.app.services;
    const headsOf = oplog.headsOf.bind(oplog);
    let announced = v;
    const heads = jest.spyOn(oplog, 'headsOf').mockImplementation(async (ids) => {
      const found = await headsOf(ids);
      const head = found.get(project.id);
      return head ? found.set(project.id, { ...head, appliedV: Math.min(head.appliedV, announced) }) : found;
    });
    const ada = there.request(project.owner);
    await ada.put(`/tasks/${id}`, { title: 'For both' });
    expect((await ada.delete(`/projectUsers/${project.id}/${bob.id}`)).status).toBe(204);

    const [first, revoked] = [
      nextEvent(ownersSocket, 'personal:ops'),
      nextEvent(bobsSocket, 'access:revoked'),
    ];
    announced = v + 1;
    expect(await first).toMatchObject({ to: v + 2 });
    heads.mockRestore();
    expect(await revoked).toEqual({ scope: 'project', id: project.id });
    const later = nextEvent(ownersSocket, 'personal:ops');
    await ada.put(`/tasks/${id}`, { title: 'Not for Bob' });
    await later;
    await bobsSocket.emitWithAck('sync:ping', {});
    expect(heard).toEqual([[v + 2, v + 3], []]);
  });

  test.each(['same', 'other'] as const)(
    'R11 one who is removed on the %s node while it is read does not follow the project',
    async (which) => {
      const [here, there] = [a as TestServer, b as TestServer];
      const project = await createProject(here);
      const bob = await createMember(here, project);
      const socket = await here.socket(bob);
      const { oplog, notifications } = here.app.services;
      // It asks for heads as well.
      await notifications.worker.caughtUp();
      const headsOf = oplog.headsOf.bind(oplog);
      const heads = jest.spyOn(oplog, 'headsOf');
      const removed = new Promise<number>((resolve) => {
        heads.mockImplementation(async (ids) => {
          if (!ids.includes(project.id)) return headsOf(ids);
          heads.mockImplementation(headsOf);
          const owner = (which === 'same' ? here : there).request(project.owner);
          resolve((await owner.delete(`/projectUsers/${project.id}/${bob.id}`)).status);
          return headsOf(ids);
        });
      });
      const answer = await socket.emitWithAck('personal:subscribe', {});
      expect(await removed).toBe(204);
      heads.mockRestore();
      expect(answer).toEqual({ ok: true, cursors: {} });
    },
  );
});

describe('R31 on a personal board', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('its user tells what they do with a card, sees what others do with theirs, and is gone with it', async () => {
    const project = await createProject(server);
    const bob = await createMember(server, project);
    const { id: taskId } = await createTask(server, project, { assignees: [bob.id] });
    const ada = await server.socket(project.owner);
    await ada.emitWithAck('board:subscribe', { projectId: project.id });
    const { socket } = await PersonalListener.on(server, bob);
    /** Resolves once a socket has heard that the others do just this. */
    const told = (to: TestSocket, modes: string[]) =>
      new Promise<void>((resolve) => {
        to.on('presence:state', ({ users }) => {
          const found = users.filter(({ userId }) => to !== socket || userId !== bob.id);
          if (isDeepStrictEqual(found.map((user) => `${user.mode} ${user.taskId}`).sort(), modes)) resolve();
        });
      });
    const sign = { projectId: project.id, taskId };
    const seenByAda = told(ada, [`editing ${taskId}`]);
    expect(await socket.emitWithAck('presence:set', { ...sign, mode: 'editing' })).toEqual({ ok: true });
    await seenByAda;
    const seenByBob = told(socket, [`dragging ${taskId}`]);
    await ada.emitWithAck('presence:set', { ...sign, mode: 'dragging' });
    await seenByBob;
    const gone = told(ada, [`dragging ${taskId}`]);
    await socket.emitWithAck('personal:unsubscribe', {});
    await gone;
    const refused = await socket.emitWithAck('presence:set', { ...sign, mode: 'editing' });
    expect(refused).toEqual({ ok: false, code: 'not_found' });
  });
});
