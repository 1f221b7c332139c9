import { randomUUID } from 'node:crypto';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { BoardListener } from '../../test/board.listener';
import { createMember, createProject, createTask } from '../../test/factories';
import { disconnected, nextEvent, type TestServer } from '../../test/harness';
import { onTwoNodes } from '../../test/onTwoNodes';
import { upkeepAfter } from '../../test/upkeep';

const HISTORY_DAYS = 30;
const LATER_DAYS = 50;

let a: TestServer;
let b: TestServer;
onTwoNodes(
  (first, second) => {
    [a, b] = [first, second];
  },
  { historyDays: HISTORY_DAYS },
);
afterEach(() => jest.restoreAllMocks());

/** Something happens on one node, and is folded but for its last op, while the other one cannot read the log. */
async function foldedUnread(happens: () => Promise<unknown>): Promise<jest.SpyInstance> {
  const { oplog } = b.app.services;
  const read = jest.spyOn(oplog, 'read').mockRejectedValue(new Error('asleep'));
  await happens();
  await upkeepAfter(a, LATER_DAYS);
  read.mockRestore();
  return jest.spyOn(oplog, 'read');
}

test('R10 R11 R25 when ops were folded before they could be pushed, subscribers come back and read the board', async () => {
  const project = await createProject(a);
  const [owner, bob] = [project.owner, await createMember(a, project)];
  const task = await createTask(a, project);
  const rename = (title: string) => a.request(owner).put<TaskWriteAnswer>(`/tasks/${task.id}`, { title });
  const { body: held } = await b.request(owner).get<ProjectBoard>(`/kanban/project/${project.id}`);
  const [theirs, bobs] = [await b.socket(owner), await b.socket(bob)];
  for (const socket of [theirs, bobs]) await BoardListener.on(socket, project.id);

  const reads = await foldedUnread(async () => {
    await a.request(owner).delete(`/projectUsers/${project.id}/${bob.id}`);
    for (const title of ['First', 'Second']) await rename(title);
  });
  await Promise.all([theirs, bobs].map(disconnected));
  const oncePerFeed = reads.mock.calls.length;

  const cursor = { epoch: held.epoch, sinceV: held.v };
  const [again, bobsAgain] = [await b.socket(owner), await b.socket(bob)];
  expect(await again.emitWithAck('board:subscribe', { projectId: project.id, ...cursor })).toMatchObject({
    mode: 'refetch',
  });
  expect(await bobsAgain.emitWithAck('board:subscribe', { projectId: project.id, ...cursor })).toMatchObject({
    ok: false,
    code: 'not_found',
  });
  const listener = BoardListener.hearing(again, project.id);
  const { v } = (await rename('Third')).body;
  await listener.until(v);
  expect(listener.versions).toEqual([v]);
  expect(oncePerFeed).toBe(1);
});

test('R25 R34 the same makes a personal board read its project again', async () => {
  const project = await createProject(a);
  const { owner } = project;
  const task = await createTask(a, project, { assignees: [owner.id] });
  const rename = (title: string) => a.request(owner).put(`/tasks/${task.id}`, { title });
  const socket = await b.socket(owner);
  await socket.emitWithAck('personal:subscribe', {});
  const reset = nextEvent(socket, 'board:reset');
  await foldedUnread(async () => {
    for (const title of ['First', 'Second', 'Third']) await rename(title);
  });
  expect(await reset).toEqual({ projectId: project.id, reason: 'gap' });
  await socket.emitWithAck('personal:subscribe', {});
  const heard = nextEvent(socket, 'personal:ops');
  await rename('Fourth');
  expect((await heard).ops).toMatchObject([{ patch: { title: 'Fourth' } }]);
});

test('R3 R8 an op that another node has inserted is pushed once it is applied, and not with the one before it', async () => {
  const project = await createProject(a);
  const { v, rank, ...task } = await createTask(a, project);
  const listener = await BoardListener.on(await b.socket(project.owner), project.id);
  const moved = (at: number) => ({
    _id: randomUUID() as never,
    projectId: project.id,
    v: at,
    type: 'task.moved',
    taskId: task.id,
    actorId: project.owner.id,
    mutationId: randomUUID(),
    fingerprint: 'of another node',
    patch: { state: 'DONE', rank },
    before: { state: task.state, rank },
    effect: {},
    at: new Date().toISOString(),
  });
  const { connection } = a;
  await connection.collection('ops').insertMany([moved(v + 1), moved(v + 2)]);
  const apply = (appliedV: number) =>
    connection
      .collection<{ _id: string }>('boardheads')
      .updateOne({ _id: project.id }, { $set: { appliedV } });
  await apply(v + 1);
  await listener.until(v + 1);
  // What was sent in the same turn has come by then.
  await listener.socket.emitWithAck('presence:set', { projectId: project.id, mode: 'viewing' });
  expect(listener.versions).toEqual([v + 1]);
  await apply(v + 2);
  await listener.until(v + 2);
});

test('a board whose log takes long to read holds up no other one', async () => {
  const projects = [await createProject(a), await createProject(a)] as const;
  const [first, second] = await Promise.all(
    projects.map(async ({ id, owner }) => BoardListener.on(await b.socket(owner), id)),
  );
  const { oplog } = b.app.services;
  const heads = jest.spyOn(oplog, 'headsOf').mockResolvedValue(new Map());
  const tasks = [await createTask(a, projects[0]), await createTask(a, projects[1])] as const;
  let goOn = () => undefined as unknown;
  const { read } = oplog;
  jest.spyOn(oplog, 'read').mockImplementationOnce(async (...which) => {
    await new Promise((resolve) => {
      goOn = () => resolve(undefined);
    });
    return read.apply(oplog, which);
  });
  heads.mockRestore();
  const both = [first?.until(tasks[0].v), second?.until(tasks[1].v)];
  await Promise.race(both);
  goOn();
  await Promise.all(both);
});
