import { randomUUID } from 'node:crypto';
import { type CatchUp, MAX_DELTA_OPS, type ProjectBoard } from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import type { BoardOps, SubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import { startTestDatabase } from './database';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { nextEvent, serverForTests, startTestServer, type TestSocket } from './harness';
import { headOf } from './upkeep';

/** Only ends a wait for a push that does not come. */
const PUSH_LIMIT_MS = 60_000;

const server = serverForTests();
let project: TestProject;
let member: TestUser;

beforeEach(async () => {
  project = await createProject(server);
  member = await createMember(server, project);
});

const subscribe = (socket: TestSocket, cursor: { epoch?: string; sinceV?: number } = {}) =>
  socket.timeout(PUSH_LIMIT_MS).emitWithAck('board:subscribe', { projectId: project.id, ...cursor });

function accepted(answer: SubscribeAnswer) {
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
  return answer;
}

/** Collects what is pushed to a socket, and waits for a version. */
function follow(socket: TestSocket) {
  const pushes: BoardOps[] = [];
  const waiting: Array<() => void> = [];
  socket.on('board:ops', (push) => {
    pushes.push(push);
    for (const look of waiting) look();
  });
  return {
    pushes,
    ops: (): VisibleOp[] => pushes.flatMap((push) => push.ops),
    until(v: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`version ${v} was not pushed`)), PUSH_LIMIT_MS);
        const look = () => {
          if (!pushes.some((push) => push.to >= v)) return;
          clearTimeout(timer);
          resolve();
        };
        waiting.push(look);
        look();
      });
    },
  };
}

test('R8 ops reach each socket in version order, the author’s too, whoever writes at once', async () => {
  const [mine, theirs] = [await server.socket(project.owner), await server.socket(member)];
  const { v } = accepted(await subscribe(mine));
  accepted(await subscribe(theirs));
  const feeds = [follow(mine), follow(theirs)];
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      createTask(server, project, { user: n % 2 ? member : project.owner }),
    ),
  );
  for (const feed of feeds) {
    await feed.until(v + 20);
    expect(feed.pushes.map((push) => [push.from, push.to])).toEqual(
      Array.from({ length: 20 }, (_, n) => [v + n + 1, v + n + 1]),
    );
  }
});

test('R9 whatever commits while a client subscribes is in its answer or pushed to it', async () => {
  for (let round = 0; round < 10; round++) {
    const socket = await server.socket(member);
    const feed = follow(socket);
    const held = (await server.request(member).get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
    const [answer, created] = await Promise.all([
      subscribe(socket, { epoch: held.epoch, sinceV: held.v }).then(accepted),
      createTask(server, project, { title: `Race ${round}` }),
    ]);
    if (answer.v < created.v) await feed.until(created.v);
    const known = [...(answer.ops ?? []), ...feed.ops()].map((op) => op.v);
    expect(known).toContain(created.v);
    socket.disconnect();
  }
});

test('R10 R13 a client that is behind gets what it missed, and nothing when it is not', async () => {
  const socket = await server.socket(member);
  const held = (await server.request(member).get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
  const cursor = { epoch: held.epoch, sinceV: held.v };
  expect(accepted(await subscribe(socket, cursor))).toMatchObject({
    mode: 'current',
    v: held.v,
    role: 'member',
  });
  const made = [await createTask(server, project), await createTask(server, project)];
  const delta = accepted(await subscribe(socket, cursor));
  expect(delta).toMatchObject({ mode: 'delta', v: made[1]?.v });
  expect(delta.ops?.map((op) => op.v)).toEqual(made.map((task) => task.v));
  expect(accepted(await subscribe(socket))).toMatchObject({ mode: 'refetch' });
  expect(accepted(await subscribe(socket, { sinceV: held.v }))).toMatchObject({ mode: 'refetch' });
  expect(accepted(await subscribe(socket, { epoch: randomUUID(), sinceV: held.v }))).toMatchObject({
    mode: 'refetch',
  });
  expect(accepted(await subscribe(socket, { epoch: held.epoch, sinceV: 999 }))).toMatchObject({
    mode: 'refetch',
  });
});

test(`R13 at most ${MAX_DELTA_OPS} ops are caught up one by one; further behind the board is read again`, async () => {
  const held = (await server.request(member).get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
  const task = await createTask(server, project);
  const owner = server.request(project.owner);
  for (let n = 0; n < MAX_DELTA_OPS; n++) await owner.put(`/tasks/${task.id}`, { title: `Title ${n}` });
  const socket = await server.socket(member);
  const mode = async (sinceV: number) =>
    accepted(await subscribe(socket, { epoch: held.epoch, sinceV })).mode;
  expect(await mode(held.v)).toBe('refetch');
  expect(await mode(held.v + 1)).toBe('delta');
});

test('R11 a removed member hears nothing later, and REST refuses them', async () => {
  const socket = await server.socket(member);
  accepted(await subscribe(socket));
  const feed = follow(socket);
  const revoked = nextEvent(socket, 'access:revoked');
  await server.request(project.owner).delete(`/projectUsers/${project.id}/${member.id}`);
  expect(await revoked).toEqual({ scope: 'project', id: project.id });
  const heard = feed.pushes.length;
  // A socket that is still there proves that the push happened.
  const other = await server.socket(project.owner);
  accepted(await subscribe(other));
  const pushed = nextEvent(other, 'board:ops');
  await createTask(server, project, { title: 'Secret from now on' });
  await pushed;
  await socket.timeout(PUSH_LIMIT_MS).emitWithAck('sync:ping', {});
  expect(feed.pushes.length).toBe(heard);
  expect(feed.ops().map((op) => op.type)).not.toContain('member.removed');
  expect((await server.request(member).get(`/kanban/project/${project.id}`)).status).toBe(404);
  expect(await subscribe(socket)).toEqual({ ok: false, code: 'not_found' });
});

test('R13 whoever has been removed or has joined since reads the board again, unless they hold none', async () => {
  const read = async () =>
    (await server.request(member).get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
  await createTask(server, project, { visibility: 'PRIVATE', assignees: [member.id] });
  const { epoch, v: sinceV } = await read();
  await server.request(project.owner).delete(`/projectUsers/${project.id}/${member.id}`);
  await createMember(server, project, { user: member });
  const caughtUp = async (user: TestUser, since: number) =>
    (await server.request(user).get<CatchUp>(`/kanban/project/${project.id}/ops?since=${since}`)).body;
  expect(await caughtUp(member, sinceV)).toEqual({ reset: true });
  expect(await caughtUp(project.owner, sinceV)).toMatchObject({ from: sinceV + 1, to: sinceV + 2 });
  const socket = await server.socket(member);
  expect(accepted(await subscribe(socket, { epoch, sinceV }))).toMatchObject({ mode: 'refetch' });
  const { v } = await read();
  expect(accepted(await subscribe(socket, { epoch, sinceV: v }))).toMatchObject({ mode: 'current' });
  const newcomer = await createMember(server, project);
  expect(await caughtUp(newcomer, v)).toEqual({ reset: true });
  expect(await caughtUp(newcomer, 0)).toMatchObject({ from: 1, to: v + 1 });
});

test('R8 a second node’s changes are pushed here too, within its sweep, in order and once', async () => {
  const database = await startTestDatabase();
  const [here, there] = [await startTestServer({ database }), await startTestServer({ database })];
  try {
    const shared = await createProject(here);
    const socket = await here.socket(shared.owner);
    const feed = follow(socket);
    const { v } = accepted(await socket.emitWithAck('board:subscribe', { projectId: shared.id }));
    const made = [];
    for (let n = 0; n < 5; n++)
      made.push(await createTask(n % 2 ? here : there, shared, { title: `Card ${n}` }));
    await feed.until(v + 5);
    expect(feed.ops().map((op) => op.v)).toEqual(made.map((task) => task.v));
  } finally {
    await here.stop();
    await there.stop();
    await database.close();
  }
});

test('R12 an unchanged board is answered 304 to its ETag', async () => {
  const client = server.request(member);
  const path = `/kanban/project/${project.id}`;
  const first = await client.get<ProjectBoard>(path);
  const etag = first.headers.get('ETag') ?? '';
  expect(etag).toBe(`"${first.body.epoch}:${first.body.v}"`);
  const again = await client.with({ 'If-None-Match': etag }).get(path);
  expect([again.status, again.body]).toEqual([304, undefined]);
  await createTask(server, project);
  expect((await client.with({ 'If-None-Match': etag }).get(path)).status).toBe(200);
});

test('a PRIVATE task exists for its creator, its assignees and the owners; others see a noop, and learn of it when they may', async () => {
  const outsider = await createMember(server, project);
  const [seeing, blind] = [await server.socket(member), await server.socket(outsider)];
  accepted(await subscribe(seeing));
  accepted(await subscribe(blind));
  const [seen, unseen] = [follow(seeing), follow(blind)];
  const secret = await createTask(server, project, {
    user: member,
    title: 'Secret',
    visibility: 'PRIVATE',
    assignees: [],
  });
  await seen.until(secret.v);
  await unseen.until(secret.v);
  expect(seen.ops().at(-1)).toMatchObject({ type: 'task.created', taskId: secret.id });
  expect(unseen.ops().at(-1)).toEqual({ v: secret.v, type: 'noop' });

  const client = server.request(outsider);
  for (const answer of [
    await client.get(`/tasks/${secret.id}`),
    await client.put(`/tasks/${secret.id}`, { title: 'Mine now' }),
    await client.delete(`/tasks/${secret.id}`),
    await client.post('/kanban/moveTask', { taskId: secret.id, state: 'DONE', position: 0 }),
  ]) {
    expect(answer.status).toBe(404);
  }
  const board = (await client.get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
  expect(JSON.stringify(board)).not.toContain(secret.id);

  await server.request(member).put(`/tasks/${secret.id}`, { assignees: [outsider.id] });
  await unseen.until(secret.v + 1);
  expect(unseen.ops().at(-1)).toMatchObject({ type: 'task.created', patch: { title: 'Secret' } });
  await server.request(member).put(`/tasks/${secret.id}`, { assignees: [] });
  await unseen.until(secret.v + 2);
  expect(unseen.ops().at(-1)).toMatchObject({ type: 'task.deleted', taskId: secret.id, patch: {} });
});

test('the head’s hash is that of the PUBLIC tasks', async () => {
  const task = await createTask(server, project);
  await createTask(server, project, { visibility: 'PRIVATE' });
  const { v, hash } = await headOf(server, project);
  expect(hash).toBe(boardHash([{ ...task, rev: task.v }]));
  expect(v).toBe(task.v + 1);
});
