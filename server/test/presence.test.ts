import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { PresenceRequest, PresenceState } from '@livelane/shared/realtime/messages.schema';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { serverForTests, startTestServer, type TestSocket } from './harness';

// Who is on a board: changes only, at most one message a second and board (R31), and each viewer hears only of cards
// that they see (SPEC.md#visibility).

/** Until a sign of life that came too early is tried again. */
const RETRY_MS = 100;

const server = serverForTests();
let project: TestProject;
beforeEach(async () => {
  project = await createProject(server);
});

/** Someone's window on the board, and what it hears of presence there. */
async function openWindow(user: TestUser) {
  const socket = await server.socket(user);
  const heard: PresenceState[] = [];
  let look = () => {};
  socket.on('presence:state', (state) => {
    heard.push(state);
    look();
  });
  const answer = await socket.emitWithAck('board:subscribe', { projectId: project.id });
  if (!answer.ok) throw new Error(answer.code);
  return {
    socket,
    heard,
    set: (sign: Omit<PresenceRequest, 'projectId'>) =>
      socket.emitWithAck('presence:set', { projectId: project.id, ...sign }),
    /** The first state, also of those heard already, that is as wanted. */
    until: (isWanted: (state: PresenceState) => boolean): Promise<PresenceState> =>
      new Promise((resolve) => {
        look = () => {
          const found = heard.find(isWanted);
          if (found) resolve(found);
        };
        look();
      }),
  };
}

const pushesAreThere = (socket: TestSocket) => socket.emitWithAck('sync:ping', {});
const of = (state: PresenceState, { id }: TestUser) => state.users.find(({ userId }) => userId === id);

test('R31 a sign of life that says nothing new is told to nobody', async () => {
  const bob = await createMember(server, project);
  const [mine, theirs] = [await openWindow(project.owner), await openWindow(bob)];
  await mine.set({ mode: 'viewing' });
  await theirs.set({ mode: 'viewing' });
  for (const each of [mine, theirs]) await each.until(({ users }) => users.length === 2);
  const before = [mine.heard.length, theirs.heard.length];
  // The server takes one sign a second.
  while (!(await theirs.set({ mode: 'viewing' })).ok) await setTimeoutPromise(RETRY_MS);
  for (const { socket } of [mine, theirs]) await pushesAreThere(socket);
  expect([mine.heard.length, theirs.heard.length]).toEqual(before);
});

test('R31 a window that opens is told who is there, also when nothing changes by it', async () => {
  const bob = await createMember(server, project);
  const first = await openWindow(bob);
  await first.set({ mode: 'editing' });
  await first.until((state) => of(state, bob) !== undefined);
  const second = await openWindow(bob);
  expect(of(await second.until(() => true), bob)).toMatchObject({ mode: 'editing' });
});

test('R31 many changes at once are few messages', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => createMember(server, project)));
  const watcher = await openWindow(project.owner);
  const windows = await Promise.all(people.map(openWindow));
  await Promise.all(windows.map((each) => each.set({ mode: 'viewing' })));
  await watcher.until(({ users }) => users.length === people.length);
  expect(watcher.heard.length).toBeLessThanOrEqual(4);
});

test('presence on a PRIVATE task names it to those who see it, and to the others the mode only', async () => {
  const [ann, bob] = [await createMember(server, project), await createMember(server, project)];
  const task = await createTask(server, project, { user: ann, visibility: 'PRIVATE', assignees: [] });
  const [owners, anns, bobs] = [
    await openWindow(project.owner),
    await openWindow(ann),
    await openWindow(bob),
  ];
  await anns.set({ mode: 'commenting', taskId: task.id });
  for (const each of [owners, anns])
    expect(of(await each.until((state) => of(state, ann) !== undefined), ann)).toMatchObject({
      mode: 'commenting',
      taskId: task.id,
    });
  const shown = of(await bobs.until((state) => of(state, ann) !== undefined), ann);
  expect(shown?.mode).toBe('commenting');
  expect(shown).not.toHaveProperty('taskId');

  await server.request(ann).put(`/tasks/${task.id}`, { visibility: 'PUBLIC' });
  await bobs.until((state) => of(state, ann)?.taskId === task.id);
});

test('nobody is shown at a task that they do not see themselves', async () => {
  const [ann, bob] = [await createMember(server, project), await createMember(server, project)];
  const task = await createTask(server, project, { user: ann, visibility: 'PRIVATE', assignees: [] });
  const [owners, bobs] = [await openWindow(project.owner), await openWindow(bob)];
  expect(await bobs.set({ mode: 'commenting', taskId: task.id })).toEqual({ ok: true });
  const shown = of(await owners.until((state) => of(state, bob) !== undefined), bob);
  expect(shown?.mode).toBe('commenting');
  expect(shown).not.toHaveProperty('taskId');
});

test('a mode on a task that is not on this board names no task', async () => {
  const other = await createTask(server, await createProject(server));
  const mine = await openWindow(project.owner);
  await mine.set({ mode: 'dragging', taskId: other.id });
  const shown = of(await mine.until((state) => state.users.length > 0), project.owner);
  expect(shown).not.toHaveProperty('taskId');
});

test('R31 a clock that is set back stops no sign of life, nor any other message', async () => {
  const realNow = Date.now;
  let ahead = 10 * 60_000;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
  const own = await startTestServer();
  try {
    const { owner, id: projectId } = await createProject(own);
    const socket = await own.socket(owner);
    const subscribe = () => socket.emitWithAck('board:subscribe', { projectId });
    const view = () => socket.emitWithAck('presence:set', { projectId, mode: 'viewing' });
    expect([await subscribe(), await view()]).toMatchObject([{ ok: true }, { ok: true }]);
    ahead = 0;
    while (!(await view()).ok) await setTimeoutPromise(RETRY_MS);
    for (let count = 0; count < 60; count++) {
      await pushesAreThere(socket);
      await setTimeoutPromise(20);
    }
    expect(await subscribe()).toMatchObject({ ok: true });
  } finally {
    await own.stop();
  }
});
