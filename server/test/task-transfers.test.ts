import { randomUUID } from 'node:crypto';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { BoardListener } from './board.listener';
import type { TestDatabase } from './database';
import {
  createMember,
  createProject,
  createTask,
  createWorkspace,
  type TestProject,
  type TestUser,
} from './factories';
import { startTestServer, type TestServer } from './harness';
import { onTwoNodes } from './onTwoNodes';

// Moves of tasks between projects (SPEC.md#conflicts): the source decides, and the destination follows once.

const ROUNDS = 8;

let database: TestDatabase;
let a: TestServer;
let b: TestServer;
let [from, to, third] = [] as unknown as [TestProject, TestProject, TestProject];
let owner: TestUser;
let bob: TestUser;

onTwoNodes((first, second, both) => {
  [a, b, database] = [first, second, both];
});
beforeEach(async () => {
  const workspace = await createWorkspace(a);
  owner = workspace.owner;
  from = await createProject(a, { workspace });
  to = await createProject(a, { workspace });
  third = await createProject(a, { workspace });
  bob = await createMember(a, from);
  for (const project of [to, third]) await createMember(a, project, { user: bob });
});

const put = (node: TestServer, user: TestUser, taskId: string, body: object) =>
  node.request(user).put<TaskWriteAnswer & ErrorBody>(`/tasks/${taskId}`, body);

async function opsOf(project: TestProject, user = owner, node = a): Promise<Op[]> {
  const path = `/kanban/project/${project.id}/ops?since=0`;
  return (await node.request(user).get<{ ops: Op[] }>(path)).body.ops;
}

async function cardsOf(project: TestProject, node = a): Promise<Task[]> {
  const { body } = await node.request(owner).get<ProjectBoard>(`/kanban/project/${project.id}`);
  return body.columns.flatMap(({ tasks }) => tasks);
}

/** Where the card is, on whatever board, as both nodes show it. */
async function homesOf(taskId: string): Promise<TestProject[]> {
  const homes = [];
  for (const project of [from, to, third]) {
    const shown = [await cardsOf(project, a), await cardsOf(project, b)];
    const counts = shown.map((cards) => cards.filter(({ id }) => id === taskId).length);
    expect(counts[0]).toBe(counts[1]);
    for (let n = 0; n < (counts[0] ?? 0); n++) homes.push(project);
  }
  return homes;
}

/** A node that dies before a moved task arrives: the source's op is in the log, and nothing else has happened. */
async function dieOnTheWay(
  taskId: string,
  body: object,
  atItsEnd: () => Promise<unknown> = async () => undefined,
  isInLog = false,
): Promise<void> {
  const dying = await startTestServer({ database });
  const ops = dying.connection.models.Op?.collection as unknown as {
    insertOne(document: { type: string }, options: object): Promise<unknown>;
  };
  const insertOne = ops.insertOne.bind(ops);
  ops.insertOne = async (document, options) => {
    if (document.type !== 'task.created') return insertOne(document, options);
    if (isInLog) await insertOne(document, options);
    await atItsEnd();
    throw new Error('dead');
  };
  expect((await put(dying, owner, taskId, body)).status).toBe(500);
  await dying.stop();
}

test('17 A1 I9 two people send a task to two projects at once, on two nodes: it is on one board', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createTask(a, from);
    const answers = await Promise.all([
      put(a, owner, id, { projectId: to.id }),
      put(round % 2 ? a : b, bob, id, { projectId: third.id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await homesOf(id)).toHaveLength(1);
  }
});

test('17 A1 I9 two people send a task to the same project at once: it arrives once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createTask(a, from);
    const both = [owner, bob].map((user, n) => put(round % 2 && n ? b : a, user, id, { projectId: to.id }));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    const arrivals = (await opsOf(to)).filter((op) => op.type === 'task.created' && op.taskId === id);
    expect(arrivals).toHaveLength(1);
    expect(await homesOf(id)).toEqual([to]);
  }
});

test('17 A2 a task that is deleted while it is on its way is gone', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createTask(a, from);
    const [moved, removed] = await Promise.all([
      put(a, owner, id, { projectId: to.id }),
      (round % 2 ? a : b).request(bob).delete(`/tasks/${id}`),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 410]).toContain(moved.status);
    expect(await homesOf(id)).toEqual([]);
  }
});

test('17 A3 whatever is acknowledged while a task is on its way is there afterwards', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createTask(a, from);
    const node = round % 2 ? a : b;
    const answers = await Promise.all([
      put(a, owner, id, { projectId: to.id }),
      put(node, bob, id, { assignees: [bob.id] }),
      put(node, bob, id, { title: 'Meanwhile' }),
      node.request(bob).post('/kanban/moveTask', { taskId: id, state: 'REVIEW', position: 0 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await homesOf(id)).toEqual([to]);
    const card = (await cardsOf(to)).find((task) => task.id === id);
    expect(card).toMatchObject({ title: 'Meanwhile', assignees: [bob.id], state: 'REVIEW' });
  }
});

test('17 A4 a process dies between the two ops; an edit waits for the move and applies in the destination', async () => {
  const { id } = await createTask(a, from, { title: 'Under way' });
  await cardsOf(from, b);
  await dieOnTheWay(id, { projectId: to.id, priority: 'LOW' });
  const edited = await put(b, bob, id, { title: 'Edited' });
  expect(edited.body).toMatchObject({ projectId: to.id, title: 'Edited', priority: 'LOW' });
  await a.app.services.transfer.finishAll();
  expect(await homesOf(id)).toEqual([to]);
  expect((await cardsOf(to))[0]).toMatchObject({ title: 'Edited', priority: 'LOW', assignees: [owner.id] });
});

test('17 A4 a process dies between the two ops; the next start, a reader or the same request finishes it once', async () => {
  const finish: Array<(taskId: string) => Promise<unknown>> = [
    async () => (await startTestServer({ database })).stop(),
    async (taskId) => a.request(bob).get(`/tasks/${taskId}`),
    async () => Promise.all([a.app.services.transfer.finishAll(), b.app.services.transfer.finishAll()]),
  ];
  for (const one of finish) {
    const { id } = await createTask(a, from);
    await dieOnTheWay(id, { projectId: to.id });
    await one(id);
    const arrivals = (await opsOf(to)).filter((op) => op.type === 'task.created' && op.taskId === id);
    expect(arrivals).toHaveLength(1);
    expect(await homesOf(id)).toEqual([to]);
  }
  const { id } = await createTask(a, from);
  const key = { 'Idempotency-Key': randomUUID() };
  await dieOnTheWay(id, { projectId: to.id });
  const first = await a
    .request(owner)
    .with(key)
    .put<TaskWriteAnswer>(`/tasks/${id}`, { projectId: third.id });
  expect(first.body).toMatchObject({
    projectId: third.id,
    replayed: false,
    mutationId: key['Idempotency-Key'],
  });
  const again = await b
    .request(owner)
    .with(key)
    .put<TaskWriteAnswer>(`/tasks/${id}`, { projectId: third.id });
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect(await homesOf(id)).toEqual([third]);
});

test('17 A4 a process dies when a task has arrived in the log and not in the rows: others find it there', async () => {
  const found: Array<(id: string) => Promise<{ status: number }>> = [
    (id) => b.request(bob).get(`/tasks/${id}`),
    (id) => put(b, bob, id, { title: 'Found' }),
    (id) => put(b, bob, id, { projectId: third.id }),
  ];
  for (const [index, find] of found.entries()) {
    const { id } = await createTask(a, from);
    await dieOnTheWay(id, { projectId: to.id }, undefined, true);
    expect([index, (await find(id)).status]).toEqual([index, 200]);
    expect(await homesOf(id)).toHaveLength(1);
  }
});

test('17 A4 R7 the answer of a move carries the destination’s version, and a key of it with another body is 422', async () => {
  const { id } = await createTask(a, from);
  const key = { 'Idempotency-Key': randomUUID() };
  const moved = await a.request(owner).with(key).put<TaskWriteAnswer>(`/tasks/${id}`, { projectId: to.id });
  const arrival = (await opsOf(to)).at(-1);
  expect(moved.body).toMatchObject({ v: arrival?.v, rev: arrival?.v, projectId: to.id });
  const other = await a.request(owner).with(key).put<ErrorBody>(`/tasks/${id}`, { projectId: third.id });
  expect(other.body.code).toBe('idempotency_key_reused');
  expect(await homesOf(id)).toEqual([to]);
});

test('R7 R35 what was done before a card left is not done again where it is now, whoever knows its way', async () => {
  const { id } = await createTask(a, from, { description: 'Base' });
  const at = `/tasks/${id}`;
  const keyed = (node: TestServer, key: string) => node.request(owner).with({ 'Idempotency-Key': key });
  const sent = [
    (node: TestServer, key: string) => keyed(node, key).put<TaskWriteAnswer>(at, { title: 'Mine' }),
    (node: TestServer, key: string) =>
      keyed(node, key).post<{ task: Task; v: number; replayed?: boolean }>('/kanban/moveTask', {
        taskId: id,
        state: 'DONE',
        position: 0,
      }),
    (node: TestServer, key: string) =>
      keyed(node, key).post<Comment & { v: number; replayed: boolean }>(`${at}/comments`, { text: 'Hello' }),
    // Changes nothing: only its answer is kept.
    (node: TestServer, key: string) => keyed(node, key).put<TaskWriteAnswer>(at, { title: 'Mine' }),
  ].map((send) => ({ send, key: randomUUID() }));
  const versions: number[] = [];
  for (const { send, key } of sent) versions.push((await send(a, key)).body.v);
  for (const [destination, node] of [
    [to, a],
    [third, b],
    [from, b],
  ] as const) {
    await put(node, owner, id, { projectId: destination.id });
    const title = `Theirs in ${destination.id}`;
    await put(a, bob, id, { title, state: 'TEST' });
    const ops = (await opsOf(destination)).length;
    for (const [index, { send, key }] of sent.entries())
      for (const asked of [a, b]) {
        const { status, body } = await send(asked, key);
        expect([index, status, body.v, body.replayed]).toEqual([
          index,
          expect.any(Number),
          versions[index],
          true,
        ]);
        expect(status).toBeLessThan(300);
      }
    expect(await opsOf(destination)).toHaveLength(ops);
    expect((await cardsOf(destination, b)).find((card) => card.id === id)).toMatchObject({
      title,
      state: 'TEST',
      numOfComments: 1,
    });
  }
  // A node that has seen nothing of it reads the way from the rows.
  const late = await startTestServer({ database });
  try {
    for (const [index, { send, key }] of sent.entries())
      expect([index, (await send(late, key)).body.replayed]).toEqual([index, true]);
  } finally {
    await late.stop();
  }
});

test('17 A5 a description whose base is from before the move is a conflict with base, theirs and mine', async () => {
  const { id } = await createTask(a, from, { description: 'Base' });
  for (let n = 0; n < 4; n++) await createTask(a, to);
  const opened = (await a.request(bob).get<Task>(`/tasks/${id}`)).body;
  await put(a, owner, id, { description: 'Theirs' });
  await put(a, owner, id, { projectId: to.id });
  const seen = { baseRev: opened.rev, baseProjectId: opened.projectId };
  const late = await put(b, bob, id, { description: 'Mine', ...seen });
  expect(late.status).toBe(409);
  expect(late.body.conflict).toMatchObject({ base: 'Base', theirs: 'Theirs', mine: 'Mine' });
  // What nobody else has touched goes through, and assignees are a difference against that base.
  const fine = await put(b, bob, id, { title: 'Mine', assignees: [bob.id, owner.id], ...seen });
  expect(fine.body).toMatchObject({ title: 'Mine', description: 'Theirs', assignees: [owner.id, bob.id] });
});

test('17 A5 a version at which the task was in another project is no base: nobody has seen the task there', async () => {
  const { id } = await createTask(a, from, { description: 'Base' });
  await put(a, owner, id, { projectId: to.id });
  await createTask(a, from);
  const between = (await opsOf(from)).at(-1);
  await put(a, owner, id, { description: 'Theirs' });
  await put(a, owner, id, { projectId: from.id });
  const base = { baseRev: between?.v, baseProjectId: from.id };
  const late = await put(b, bob, id, { description: 'Mine', ...base });
  expect(late.status).toBe(409);
  expect(late.body.conflict).toMatchObject({ base: '', theirs: 'Theirs', mine: 'Mine' });
});

test('17 A5 a base in a project that is not the caller’s is never told', async () => {
  const { id } = await createTask(a, from, { description: 'Secret' });
  await put(a, owner, id, { projectId: to.id, description: 'Theirs' });
  const { body } = await a.request(owner).get<{ id: string }>(`/projects/${from.id}`);
  const stranger = await createMember(a, to);
  const late = await put(a, stranger, id, { description: 'Mine', baseRev: 1, baseProjectId: body.id });
  expect(late.status).toBe(409);
  expect(JSON.stringify(late.body)).not.toContain('Secret');
});

test('17 A5 R26 nor is what a comment said there', async () => {
  const { id } = await createTask(a, from);
  const written = (await a.request(bob).post<Comment>(`/tasks/${id}/comments`, { text: 'Secret' })).body;
  await put(a, owner, id, { projectId: to.id });
  const edit = (user: TestUser, body: object) =>
    a.request(user).put<ErrorBody>(`/comments/${written.id}`, body);
  await edit(bob, { text: 'Theirs' });
  const base = { baseRev: written.rev, baseProjectId: from.id };
  expect((await edit(bob, { text: 'Mine', ...base })).body.conflict).toMatchObject({ base: 'Secret' });
  await a.request(owner).delete(`/projectUsers/${from.id}/${bob.id}`);
  const late = await edit(bob, { text: 'Mine', ...base });
  expect(late.body.conflict).toMatchObject({ base: '', theirs: 'Theirs', mine: 'Mine' });
});

test('17 A6 a node that holds the old board does not refuse members of the destination alone', async () => {
  const { id } = await createTask(a, from);
  const member = await createMember(a, to);
  await cardsOf(from, b);
  await put(b, bob, id, { title: 'Seen by b' });
  await put(a, owner, id, { projectId: to.id });
  expect((await put(b, member, id, { title: 'Theirs' })).status).toBe(200);
  const viewer = await createMember(a, from, { roleId: 'viewer' });
  await createMember(a, to, { user: viewer });
  await put(a, owner, id, { projectId: third.id });
  await put(a, owner, id, { projectId: to.id });
  expect((await put(b, viewer, id, { title: 'Theirs too' })).status).toBe(200);
});

test('17 A6 nor does it refuse their comments', async () => {
  const comment = (user: TestUser, taskId: string) =>
    b.request(user).post<Comment & ErrorBody>(`/tasks/${taskId}/comments`, { text: 'Words' });
  const member = await createMember(a, to);
  const viewerThere = await createMember(a, from, { roleId: 'viewer' });
  await createMember(a, to, { user: viewerThere });
  for (const user of [member, viewerThere, bob]) {
    const { id } = await createTask(a, from);
    expect((await comment(bob, id)).body.projectId).toBe(from.id);
    await put(a, owner, id, { projectId: to.id });
    const { status, body } = await comment(user, id);
    expect([status, body.projectId]).toEqual([201, to.id]);
    await a.request(owner).delete(`/tasks/${id}`);
    expect((await comment(user, id)).body.code).toBe('task_deleted');
    expect((await comment(owner, id)).body.code).toBe('task_deleted');
  }
  const { id } = await createTask(a, from);
  await comment(bob, id);
  for (const change of [
    () => put(b, bob, id, { title: 'Seen' }),
    () => b.request(bob).delete(`/tasks/${id}`),
  ]) {
    await change();
    expect((await comment(viewerThere, id)).status).toBe(403);
    expect((await comment(member, id)).status).toBe(404);
    // Once more: a refusal must not leave behind where the task was.
    expect((await comment(viewerThere, id)).status).toBe(403);
  }
});

test('17 A7 only those who may see the destination are told of it', async () => {
  const onlyHere = await createMember(a, from);
  const listener = await BoardListener.on(await a.socket(onlyHere), from.id);
  const { id } = await createTask(a, from);
  const { v } = (await put(a, owner, id, { projectId: to.id, title: 'Elsewhere' })).body;
  expect(v).toBeGreaterThan(0);
  const ops = await opsOf(from, onlyHere);
  await listener.until(ops.at(-1)?.v ?? 0);
  expect(ops.at(-1)).toMatchObject({ type: 'task.deleted', taskId: id, patch: {} });
  expect(JSON.stringify([ops, listener.ops])).not.toContain(to.id);
  expect((await opsOf(from, bob)).at(-1)?.patch).toEqual({ movedTo: to.id });
});

test('17 A destination that is gone gives the task back, and its mover is told', async () => {
  const first = await createTask(a, from, { title: 'First' });
  const second = await createTask(a, from, { title: 'Second' });
  // Later, the sweep of a living node might be quicker.
  await dieOnTheWay(first.id, { projectId: to.id, title: 'Changed' }, () =>
    a.request(owner).delete(`/projects/${to.id}`),
  );
  await b.app.services.transfer.finishAll();
  expect((await cardsOf(from)).map(({ title }) => title)).toEqual(['First', 'Second']);
  const restored = (await opsOf(from)).at(-1);
  expect(restored).toMatchObject({ type: 'task.restored', actorId: owner.id, taskId: first.id });
  expect((await put(a, owner, first.id, { title: 'Usable' })).status).toBe(200);
  const late = await put(a, owner, second.id, { projectId: to.id });
  expect(late.status).toBe(404);
});

test('17 A the mover whose destination is deleted meanwhile is told so', async () => {
  const { id } = await createTask(a, from);
  const { access } = a.app.services;
  const exists = access.exists.bind(access);
  // A sweep that came first would have the task arrive before the project goes.
  for (const { app } of [a, b]) jest.spyOn(app.services.transfer, 'finishAll').mockResolvedValue();
  // The project goes after the rights to it were checked.
  access.exists = async (projectId) => {
    access.exists = exists;
    await b.request(owner).delete(`/projects/${projectId}`);
    return exists(projectId);
  };
  const answer = await put(a, owner, id, { projectId: to.id });
  expect([answer.status, answer.body.code]).toEqual([409, 'destination_gone']);
  expect((await cardsOf(from)).map((task) => task.id)).toEqual([id]);
});

test('R26 an arrival that is applied again leaves the comments that have gone back with their task', async () => {
  const { id } = await createTask(a, from);
  await put(a, owner, id, { projectId: to.id });
  await a.request(owner).post(`/tasks/${id}/comments`, { text: 'Taken along' });
  await put(a, owner, id, { projectId: from.id });
  // As a process leaves it that dies before it has noted what it applied.
  const heads = a.connection.collection<{ _id: string }>('boardheads');
  await heads.updateOne({ _id: to.id }, { $set: { appliedV: 0 } });
  const next = await startTestServer({ database });
  try {
    await cardsOf(to, next);
    expect(await heads.findOne({ _id: to.id })).not.toMatchObject({ appliedV: 0 });
    const rows = await a.connection.collection('comments').find({ taskId: id }).toArray();
    expect(rows).toMatchObject([{ text: 'Taken along', projectId: from.id }]);
  } finally {
    await next.stop();
  }
});

test('17 A a source that is deleted while its task is on the way does not take it along', async () => {
  const { id } = await createTask(a, from);
  await dieOnTheWay(id, { projectId: to.id });
  await a.request(owner).delete(`/projects/${from.id}`);
  await b.app.services.transfer.finishAll();
  expect((await cardsOf(to)).map((task) => task.id)).toEqual([id]);
});
