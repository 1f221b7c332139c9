import { randomUUID } from 'node:crypto';
import type { SubscribeManyAnswer } from '@livelane/shared/realtime/messages.schema';
import { createProject, createTask, createUser, createWorkspace, type TestProject } from './factories';
import { nextEvent, serverForTests } from './harness';

// The personal board listens to all of a person's projects, however many there are.

/** More than a socket may send messages in a second. */
const PROJECTS = 60;

const server = serverForTests();
let projects: TestProject[];
beforeAll(async () => {
  const workspace = await createWorkspace(server);
  projects = await Promise.all(Array.from({ length: PROJECTS }, () => createProject(server, { workspace })));
});

function answersOf(answered: SubscribeManyAnswer) {
  if (!answered.ok) throw new Error(answered.code);
  return answered.answers;
}

test('one message joins sixty boards, each of which is heard from then on', async () => {
  const [first] = projects as [TestProject];
  const socket = await server.socket(first.owner);
  const boards = projects.map(({ id: projectId }) => ({ projectId }));
  const answers = answersOf(await socket.emitWithAck('boards:subscribe', { boards }));
  expect(answers).toHaveLength(PROJECTS);
  for (const answer of answers) expect(answer).toMatchObject({ ok: true, role: 'owner', mode: 'refetch' });
  for (const project of [first, projects.at(-1) as TestProject]) {
    const heard = nextEvent(socket, 'board:ops');
    await createTask(server, project);
    expect((await heard).projectId).toBe(project.id);
  }
});

test('each board is answered for itself, in order and without ops', async () => {
  const [behind, current] = projects.slice(10) as [TestProject, TestProject];
  const foreign = await createProject(server);
  const socket = await server.socket(behind.owner);
  const cursors = answersOf(
    await socket.emitWithAck('boards:subscribe', {
      boards: [{ projectId: behind.id }, { projectId: current.id }],
    }),
  ).map((answer) => (answer.ok ? { epoch: answer.epoch, sinceV: answer.v } : {}));
  await createTask(server, behind);
  const answers = answersOf(
    await socket.emitWithAck('boards:subscribe', {
      boards: [
        { projectId: foreign.id },
        { projectId: behind.id, ...cursors[0] },
        { projectId: randomUUID() },
        { projectId: current.id, ...cursors[1] },
      ],
    }),
  );
  expect(answers[0]).toEqual({ ok: false, code: 'not_found' });
  expect(answers[1]).toMatchObject({ ok: true, mode: 'refetch' });
  expect(answers[1]).not.toHaveProperty('ops');
  expect(answers[2]).toEqual({ ok: false, code: 'not_found' });
  expect(answers[3]).toMatchObject({ ok: true, mode: 'current' });
});

test('R32 what was missed is not read of the log, and no board is asked for twice', async () => {
  const [project] = projects as [TestProject];
  const socket = await server.socket(project.owner);
  const [before] = answersOf(
    await socket.emitWithAck('boards:subscribe', { boards: [{ projectId: project.id }] }),
  );
  if (!before?.ok) throw new Error('no answer');
  await createTask(server, project);
  const { oplog } = server.app.services;
  const reads = [jest.spyOn(oplog, 'read'), jest.spyOn(oplog, 'readWeighed')];
  const cursor = { projectId: project.id, epoch: before.epoch, sinceV: before.v };
  const answers = answersOf(await socket.emitWithAck('boards:subscribe', { boards: [cursor] }));
  expect(answers).toMatchObject([{ mode: 'refetch', v: before.v + 1 }]);
  for (const read of reads) {
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  }

  expect(await socket.emitWithAck('boards:subscribe', { boards: [cursor, cursor] })).toEqual({
    ok: false,
    code: 'invalid_input',
  });
});

test('a person has one such message under way, on whatever socket; too many boards are none', async () => {
  const [{ owner, id: projectId }] = projects as [TestProject];
  const [one, two] = [await server.socket(owner), await server.socket(owner)];
  const boards = Array.from({ length: 200 }, () => ({ projectId: randomUUID() }));
  const first = one.emitWithAck('boards:subscribe', { boards });
  const refused = { ok: false, code: 'too_many_requests' };
  expect(await one.emitWithAck('boards:subscribe', { boards })).toEqual(refused);
  await first;
  expect(await two.emitWithAck('boards:subscribe', { boards: [{ projectId }] })).toMatchObject({ ok: true });
  for (const wrong of [[], [...boards, { projectId }]])
    expect(await one.emitWithAck('boards:subscribe', { boards: wrong })).toEqual({
      ok: false,
      code: 'invalid_input',
    });
  const stranger = await server.socket(await createUser(server));
  expect(answersOf(await stranger.emitWithAck('boards:subscribe', { boards: [{ projectId }] }))).toEqual([
    { ok: false, code: 'not_found' },
  ]);
});

test('R32 personal boards of one person that are opened at the same time are read together', async () => {
  const [{ owner }] = projects as [TestProject];
  const sockets = await Promise.all(Array.from({ length: 6 }, () => server.socket(owner)));
  const { personalBoards } = server.app.services;
  const read = personalBoards.projects.bind(personalBoards);
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const reads = jest.spyOn(personalBoards, 'projects').mockImplementation(async (userId) => {
    await gone;
    return read(userId);
  });
  const answers = sockets.flatMap((socket) => [
    socket.emitWithAck('personal:subscribe', {}),
    socket.emitWithAck('personal:subscribe', {}),
  ]);
  // What they asked for has begun once a later message is answered.
  for (const socket of sockets) await socket.emitWithAck('sync:ping', {});
  go();
  for (const answer of await Promise.all(answers))
    expect(answer.ok && Object.keys(answer.cursors)).toHaveLength(PROJECTS);
  expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
  reads.mockRestore();
});

test('the fifty-first message of a second is answered with a refusal, and the board can be joined later', async () => {
  const [{ owner, id: projectId }] = projects as [TestProject];
  const socket = await server.socket(owner);
  const answers = await Promise.all(
    Array.from({ length: 80 }, () => socket.emitWithAck('board:subscribe', { projectId })),
  );
  expect(answers.every(({ ok }) => typeof ok === 'boolean')).toBe(true);
  expect(
    answers.filter((answer) => !answer.ok && answer.code === 'too_many_requests').length,
  ).toBeGreaterThan(0);
});
