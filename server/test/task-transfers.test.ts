import { randomUUID } from 'node:crypto';
import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { BoardListener } from './board.listener';
import { createMember, createTask, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';
import { transfers } from './transfers';

// Moves of tasks between projects (SPEC.md#conflicts): the source decides, and the destination follows once.

const ROUNDS = 8;

const at = transfers();

test('I9 two people send a task to two projects at once, on two nodes: it is on one board', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createTask(at.a, at.from);
    const answers = await Promise.all([
      at.put(at.a, at.owner, id, { projectId: at.to.id }),
      at.put(round % 2 ? at.a : at.b, at.bob, id, { projectId: at.third.id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await at.homesOf(id)).toHaveLength(1);
  }
});

test('I9 two people send a task to the same project at once: it arrives once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createTask(at.a, at.from);
    const both = [at.owner, at.bob].map((user, n) =>
      at.put(round % 2 && n ? at.b : at.a, user, id, { projectId: at.to.id }),
    );
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    const arrivals = (await at.opsOf(at.to)).filter((op) => op.type === 'task.created' && op.taskId === id);
    expect(arrivals).toHaveLength(1);
    expect(await at.homesOf(id)).toEqual([at.to]);
  }
});

test('a task that is deleted while it is on its way is gone', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createTask(at.a, at.from);
    const [moved, removed] = await Promise.all([
      at.put(at.a, at.owner, id, { projectId: at.to.id }),
      (round % 2 ? at.a : at.b).request(at.bob).delete(`/tasks/${id}`),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 410]).toContain(moved.status);
    expect(await at.homesOf(id)).toEqual([]);
  }
});

test('whatever is acknowledged while a task is on its way is there afterwards', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createTask(at.a, at.from);
    const node = round % 2 ? at.a : at.b;
    const answers = await Promise.all([
      at.put(at.a, at.owner, id, { projectId: at.to.id }),
      at.put(node, at.bob, id, { assignees: [at.bob.id] }),
      at.put(node, at.bob, id, { title: 'Meanwhile' }),
      node.request(at.bob).post('/kanban/moveTask', { taskId: id, state: 'REVIEW', position: 0 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await at.homesOf(id)).toEqual([at.to]);
    const card = (await at.cardsOf(at.to)).find((task) => task.id === id);
    expect(card).toMatchObject({ title: 'Meanwhile', assignees: [at.bob.id], state: 'REVIEW' });
  }
});

test('R7 the answer of a move carries the destination’s version, and a key of it with another body is 422', async () => {
  const { id } = await createTask(at.a, at.from);
  const key = { 'Idempotency-Key': randomUUID() };
  const moved = await at.a
    .request(at.owner)
    .with(key)
    .put<TaskWriteAnswer>(`/tasks/${id}`, { projectId: at.to.id });
  const arrival = (await at.opsOf(at.to)).at(-1);
  expect(moved.body).toMatchObject({ v: arrival?.v, rev: arrival?.v, projectId: at.to.id });
  const other = await at.a
    .request(at.owner)
    .with(key)
    .put<ErrorBody>(`/tasks/${id}`, { projectId: at.third.id });
  expect(other.body.code).toBe('idempotency_key_reused');
  expect(await at.homesOf(id)).toEqual([at.to]);
});

test('R7 R35 what was done before a card left is not done again where it is now, whoever knows its way', async () => {
  const { id } = await createTask(at.a, at.from, { description: 'Base' });
  const path = `/tasks/${id}`;
  const keyed = (node: TestServer, key: string) => node.request(at.owner).with({ 'Idempotency-Key': key });
  const sent = [
    (node: TestServer, key: string) => keyed(node, key).put<TaskWriteAnswer>(path, { title: 'Mine' }),
    (node: TestServer, key: string) =>
      keyed(node, key).post<{ task: Task; v: number; replayed?: boolean }>('/kanban/moveTask', {
        taskId: id,
        state: 'DONE',
        position: 0,
      }),
    (node: TestServer, key: string) =>
      keyed(node, key).post<Comment & { v: number; replayed: boolean }>(`${path}/comments`, {
        text: 'Hello',
      }),
    // Changes nothing: only its answer is kept.
    (node: TestServer, key: string) => keyed(node, key).put<TaskWriteAnswer>(path, { title: 'Mine' }),
  ].map((send) => ({ send, key: randomUUID() }));
  const versions: number[] = [];
  for (const { send, key } of sent) versions.push((await send(at.a, key)).body.v);
  for (const [destination, node] of [
    [at.to, at.a],
    [at.third, at.b],
    [at.from, at.b],
  ] as const) {
    await at.put(node, at.owner, id, { projectId: destination.id });
    const title = `Theirs in ${destination.id}`;
    await at.put(at.a, at.bob, id, { title, state: 'TEST' });
    const ops = (await at.opsOf(destination)).length;
    for (const [index, { send, key }] of sent.entries())
      for (const asked of [at.a, at.b]) {
        const { status, body } = await send(asked, key);
        expect([index, status, body.v, body.replayed]).toEqual([
          index,
          expect.any(Number),
          versions[index],
          true,
        ]);
        expect(status).toBeLessThan(300);
      }
    expect(await at.opsOf(destination)).toHaveLength(ops);
    expect((await at.cardsOf(destination, at.b)).find((card) => card.id === id)).toMatchObject({
      title,
      state: 'TEST',
      numOfComments: 1,
    });
  }
  // A node that has seen nothing of it reads the way from the rows.
  const late = await startTestServer({ database: at.database });
  try {
    for (const [index, { send, key }] of sent.entries())
      expect([index, (await send(late, key)).body.replayed]).toEqual([index, true]);
  } finally {
    await late.stop();
  }
});

test('R7 what was done before a card left is known after the project between is deleted', async () => {
  const { id } = await createTask(at.a, at.from);
  const key = { 'Idempotency-Key': randomUUID() };
  const send = (node: TestServer) =>
    node.request(at.owner).with(key).put<TaskWriteAnswer>(`/tasks/${id}`, { title: 'Mine' });
  const { v } = (await send(at.a)).body;
  await at.put(at.a, at.bob, id, { projectId: at.to.id, title: 'Theirs' });
  await at.put(at.a, at.bob, id, { projectId: at.third.id });
  expect((await at.a.request(at.owner).delete(`/projects/${at.to.id}`)).status).toBe(204);
  // A node that has seen nothing of it.
  const late = await startTestServer({ database: at.database });
  try {
    expect((await send(late)).body).toMatchObject({ v, replayed: true });
    expect(await at.cardsOf(at.third, late)).toMatchObject([{ id, title: 'Theirs' }]);
  } finally {
    await late.stop();
  }
});

test('a node that holds the old board does not refuse members of the destination alone', async () => {
  const { id } = await createTask(at.a, at.from);
  const member = await createMember(at.a, at.to);
  await at.cardsOf(at.from, at.b);
  await at.put(at.b, at.bob, id, { title: 'Seen by b' });
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  expect((await at.put(at.b, member, id, { title: 'Theirs' })).status).toBe(200);
  const viewer = await createMember(at.a, at.from, { roleId: 'viewer' });
  await createMember(at.a, at.to, { user: viewer });
  await at.put(at.a, at.owner, id, { projectId: at.third.id });
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  expect((await at.put(at.b, viewer, id, { title: 'Theirs too' })).status).toBe(200);
});

test('nor does it refuse their comments', async () => {
  const comment = (user: TestUser, taskId: string) =>
    at.b.request(user).post<Comment & ErrorBody>(`/tasks/${taskId}/comments`, { text: 'Words' });
  const member = await createMember(at.a, at.to);
  const viewerThere = await createMember(at.a, at.from, { roleId: 'viewer' });
  await createMember(at.a, at.to, { user: viewerThere });
  for (const user of [member, viewerThere, at.bob]) {
    const { id } = await createTask(at.a, at.from);
    expect((await comment(at.bob, id)).body.projectId).toBe(at.from.id);
    await at.put(at.a, at.owner, id, { projectId: at.to.id });
    const { status, body } = await comment(user, id);
    expect([status, body.projectId]).toEqual([201, at.to.id]);
    await at.a.request(at.owner).delete(`/tasks/${id}`);
    expect((await comment(user, id)).body.code).toBe('task_deleted');
    expect((await comment(at.owner, id)).body.code).toBe('task_deleted');
  }
  const { id } = await createTask(at.a, at.from);
  await comment(at.bob, id);
  for (const change of [
    () => at.put(at.b, at.bob, id, { title: 'Seen' }),
    () => at.b.request(at.bob).delete(`/tasks/${id}`),
  ]) {
    await change();
    expect((await comment(viewerThere, id)).status).toBe(403);
    expect((await comment(member, id)).status).toBe(404);
    // Once more: a refusal must not leave behind where the task was.
    expect((await comment(viewerThere, id)).status).toBe(403);
  }
});

test.each([
  ['changed', (node: TestServer, id: string) => at.put(node, at.bob, id, { title: `As of ${node.url}` })],
  [
    'commented',
    (node: TestServer, id: string) =>
      node.request(at.bob).post<Comment>(`/tasks/${id}/comments`, { text: 'Words' }),
  ],
])(
  'a card that outlives its former project is %s, also where a node has both in memory',
  async (_, write) => {
    const { id } = await createTask(at.a, at.from);
    await at.cardsOf(at.from, at.b);
    expect((await at.put(at.a, at.owner, id, { projectId: at.to.id })).status).toBe(200);
    expect((await at.a.request(at.owner).delete(`/projects/${at.from.id}`)).status).toBe(204);
    await at.a.app.services.team.sweep.purge(new Date(Date.now() + 1));
    for (const node of [at.a, at.b])
      expect((await write(node, id)).body).toMatchObject({ projectId: at.to.id });
  },
);

test('a card that has arrived is changed there at once, without a look at where it was', async () => {
  const { id } = await createTask(at.a, at.from);
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  const committed = jest.spyOn(at.a.app.services.oplog, 'commit');
  try {
    expect((await at.put(at.a, at.owner, id, { title: 'There' })).status).toBe(200);
    expect(committed.mock.calls.map(([{ projectId }]) => projectId)).toEqual([at.to.id]);
  } finally {
    committed.mockRestore();
  }
});

test('a destination that is not open to someone tells them nothing of hidden tasks', async () => {
  const member = await createMember(at.a, at.from);
  await createMember(at.a, at.to, { user: member, roleId: 'viewer' });
  const shown = await createTask(at.a, at.from);
  const hidden = await createTask(at.a, at.from, { visibility: 'PRIVATE' });
  const deleted = await createTask(at.a, at.from, { visibility: 'PRIVATE' });
  await at.a.request(at.owner).delete(`/tasks/${deleted.id}`);
  const send = async (taskId: string) => {
    const { status, body } = await at.put(at.a, member, taskId, { projectId: at.to.id });
    return [status, body.code];
  };
  expect(await send(shown.id)).toEqual([403, 'forbidden']);
  for (const taskId of [hidden.id, deleted.id, randomUUID()])
    expect(await send(taskId)).toEqual([404, 'not_found']);
});

test('only those who may see the destination are told of it', async () => {
  const onlyHere = await createMember(at.a, at.from);
  const listener = await BoardListener.on(await at.a.socket(onlyHere), at.from.id);
  const { id } = await createTask(at.a, at.from);
  const { v } = (await at.put(at.a, at.owner, id, { projectId: at.to.id, title: 'Elsewhere' })).body;
  expect(v).toBeGreaterThan(0);
  const ops = await at.opsOf(at.from, onlyHere);
  await listener.until(ops.at(-1)?.v ?? 0);
  expect(ops.at(-1)).toMatchObject({ type: 'task.deleted', taskId: id, patch: {} });
  expect(JSON.stringify([ops, listener.ops])).not.toContain(at.to.id);
  expect((await at.opsOf(at.from, at.bob)).at(-1)?.patch).toEqual({ movedTo: at.to.id });
});
