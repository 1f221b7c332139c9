import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { serverForTests, type TestSocket } from './harness';

// One socket that ends a subscription while it is being answered, and begins it again: what fails late is the first one.

const server = serverForTests();
let project: TestProject;
let bob: TestUser;
let socket: TestSocket;
beforeEach(async () => {
  project = await createProject(server);
  bob = await createMember(server, project);
  socket = await server.socket(bob);
});

/** Holds up the first call that is about the project. Resolves `begun` when it comes; `go` lets it go on. */
function hold<Args extends unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
  isIt: (...args: Args) => boolean,
) {
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let isFirst = true;
  const held = async (...args: Args): Promise<Result> => {
    const isHeld = isFirst && isIt(...args);
    if (isHeld) {
      isFirst = false;
      begin();
      await gone;
    }
    return call(...args);
  };
  return { held, begun, go };
}

const viewing = () => socket.emitWithAck('presence:set', { projectId: project.id, mode: 'viewing' });

test('R9 a subscription to a board stands when an earlier one that it ended is refused', async () => {
  const { boards } = server.app.services;
  const { held, begun, go } = hold(
    boards.subscribe.bind(boards),
    (_userId, projectId) => projectId === project.id,
  );
  jest.spyOn(boards, 'subscribe').mockImplementation(held);
  const cursor = { projectId: project.id };
  const first = socket.emitWithAck('board:subscribe', cursor);
  await begun;
  await socket.emitWithAck('board:unsubscribe', cursor);
  const second = await socket.emitWithAck('board:subscribe', cursor);
  go();
  expect([await first, second]).toMatchObject([{ ok: false, code: 'not_found' }, { ok: true }]);
  const heard: VisibleOp[] = [];
  socket.on('board:ops', ({ ops }) => heard.push(...ops));
  const { v } = await createTask(server, project, { visibility: 'PRIVATE', assignees: [] });
  await socket.emitWithAck('sync:ping', {});
  expect(heard).toEqual([{ v, type: 'noop' }]);
  expect(await viewing()).toEqual({ ok: true });
});

test('R34 a personal board stays open when an earlier subscription that it ended is refused', async () => {
  const { oplog, notifications } = server.app.services;
  // It asks for heads as well.
  await notifications.worker.caughtUp();
  const { held, begun, go } = hold(oplog.headsOf.bind(oplog), (ids) => ids.includes(project.id));
  jest.spyOn(oplog, 'headsOf').mockImplementation(held);
  const first = socket.emitWithAck('personal:subscribe', {});
  await begun;
  await socket.emitWithAck('personal:unsubscribe', {});
  const second = await socket.emitWithAck('personal:subscribe', {});
  go();
  expect([await first, second]).toMatchObject([{ ok: false, code: 'not_found' }, { ok: true }]);
  const heard: number[] = [];
  socket.on('personal:ops', ({ to }) => heard.push(to));
  const { v } = await createTask(server, project, { assignees: [bob.id] });
  expect(await viewing()).toEqual({ ok: true });
  while (!heard.includes(v)) await socket.emitWithAck('sync:ping', {});
});
