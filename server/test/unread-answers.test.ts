import { setImmediate } from 'node:timers/promises';
import { BackPressure } from '../src/realtime/back-pressure';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { serverForTests, type TestSocket } from './harness';
import { headOf } from './heavyLogs';
import { stopReading } from './stopReading';

/** Answers of one person that are made at once. */
const AT_ONCE = 24;
/** So many of such an answer are more than a connection takes and a person may leave unread. */
const ANSWER_BYTES = 1_500_000;

const server = serverForTests();
let project: TestProject;
let bob: TestUser;
let cursor: { projectId: string; epoch: string; sinceV: number };
beforeAll(async () => {
  project = await createProject(server);
  bob = await createMember(server, project);
  const { v, epoch } = await headOf(server, project);
  const { id } = await createTask(server, project);
  await server.request(project.owner).put(`/tasks/${id}`, { description: 'Long' });
  await server.connection
    .collection('ops')
    .updateOne(
      { taskId: id, type: 'task.patched' },
      { $set: { 'patch.description': 'x'.repeat(ANSWER_BYTES) } },
    );
  cursor = { projectId: project.id, epoch, sinceV: v };
});
beforeEach(() => {
  // Who does not read stays.
  jest.spyOn(BackPressure.prototype, 'tooSlow').mockReturnValue([]);
});

const askedFor = (socket: TestSocket) => socket.emitWithAck('board:subscribe', cursor);

test('R32 whoever reads gets all that they ask for at once, however many', async () => {
  const socket = await server.socket(bob);
  const answers = await Promise.all(Array.from({ length: 40 }, () => askedFor(socket)));
  for (const answer of answers) expect(answer).toMatchObject({ mode: 'delta' });
  socket.disconnect();
});

test('R14 R32 whoever leaves answers on sockets unread gets no more of them, and others do', async () => {
  const [deaf, other] = [await server.socket(bob), await server.socket(bob)];
  const owners = await server.socket(project.owner);
  const { boards } = server.app.services;
  const reads = jest.spyOn(boards, 'subscribe');
  const end = stopReading(deaf);
  for (let n = 0; n < AT_ONCE; n++) deaf.emit('board:subscribe', cursor, () => undefined);
  while (reads.mock.calls.length < AT_ONCE) await setImmediate();
  await Promise.all(reads.mock.results.map(({ value }) => value));

  const refused = { ok: false, code: 'too_many_requests' };
  expect(await askedFor(other)).toEqual(refused);
  expect(await other.emitWithAck('personal:subscribe', {})).toEqual(refused);
  expect(await other.emitWithAck('board:subscribe', { projectId: project.id })).toMatchObject({
    mode: 'refetch',
  });
  expect(await askedFor(owners)).toMatchObject({ mode: 'delta' });
  expect(reads).toHaveBeenCalledTimes(AT_ONCE + 2);

  // What is given up makes room.
  end();
  while (server.app.realtime.socketCount() > 2) await setImmediate();
  expect(await askedFor(other)).toMatchObject({ mode: 'delta' });
  expect(await other.emitWithAck('personal:subscribe', {})).toMatchObject({ ok: true });
});
