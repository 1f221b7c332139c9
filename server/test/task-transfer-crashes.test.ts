import { randomUUID } from 'node:crypto';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { TaskReferences } from '../src/features/tasks/task.references';
import { createTask } from './factories';
import { startTestServer } from './harness';
import { transfers } from './transfers';

// Moves of tasks between projects that are interrupted, by a crash or because a project goes (SPEC.md#conflicts).

const at = transfers();

test('a process dies between the two ops; an edit waits for the move and applies in the destination', async () => {
  const { id } = await createTask(at.a, at.from, { title: 'Under way' });
  await at.cardsOf(at.from, at.b);
  await at.dieOnTheWay(id, { projectId: at.to.id, priority: 'LOW' });
  const edited = await at.put(at.b, at.bob, id, { title: 'Edited' });
  expect(edited.body).toMatchObject({ projectId: at.to.id, title: 'Edited', priority: 'LOW' });
  await at.a.app.services.transfer.finishAll();
  expect(await at.homesOf(id)).toEqual([at.to]);
  expect((await at.cardsOf(at.to))[0]).toMatchObject({
    title: 'Edited',
    priority: 'LOW',
    assignees: [at.owner.id],
  });
});

test('a process dies between the two ops; the next start, a reader or the same request finishes it once', async () => {
  const finish: Array<(taskId: string) => Promise<unknown>> = [
    async () => (await startTestServer({ database: at.database })).stop(),
    async (taskId) => at.a.request(at.bob).get(`/tasks/${taskId}`),
    async () => Promise.all([at.a.app.services.transfer.finishAll(), at.b.app.services.transfer.finishAll()]),
  ];
  for (const one of finish) {
    const { id } = await createTask(at.a, at.from);
    await at.dieOnTheWay(id, { projectId: at.to.id });
    await one(id);
    const arrivals = (await at.opsOf(at.to)).filter((op) => op.type === 'task.created' && op.taskId === id);
    expect(arrivals).toHaveLength(1);
    expect(await at.homesOf(id)).toEqual([at.to]);
  }
  const { id } = await createTask(at.a, at.from);
  const key = { 'Idempotency-Key': randomUUID() };
  await at.dieOnTheWay(id, { projectId: at.to.id });
  const first = await at.a
    .request(at.owner)
    .with(key)
    .put<TaskWriteAnswer>(`/tasks/${id}`, { projectId: at.third.id });
  expect(first.body).toMatchObject({
    projectId: at.third.id,
    replayed: false,
    mutationId: key['Idempotency-Key'],
  });
  const again = await at.b
    .request(at.owner)
    .with(key)
    .put<TaskWriteAnswer>(`/tasks/${id}`, { projectId: at.third.id });
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect(await at.homesOf(id)).toEqual([at.third]);
});

test('R7 a process dies before it writes the row of a departure; the same request finishes the move', async () => {
  for (const { app } of [at.a, at.b]) jest.spyOn(app.services.transfer, 'finishAll').mockResolvedValue();
  const { id } = await createTask(at.a, at.from);
  await at.dieOnTheWay(id, { projectId: at.to.id });
  const collection = (name: string) =>
    at.a.connection.collection<{ _id: string; v: number; mutationId: string }>(name);
  const departure = await collection('ops').findOne({ taskId: id, type: 'task.deleted' });
  const before = (departure?.v ?? 0) - 1;
  await collection('tasks').updateOne(
    { _id: `${at.from.id}/${id}` },
    { $set: { rev: before }, $unset: { deletedAt: 1, deletedBy: 1, movedTo: 1, moving: 1 } },
  );
  await collection('boardheads').updateOne({ _id: at.from.id }, { $set: { appliedV: before } });
  const again = await at.a
    .request(at.owner)
    .with({ 'Idempotency-Key': departure?.mutationId ?? '' })
    .put<TaskWriteAnswer>(`/tasks/${id}`, { projectId: at.to.id });
  expect(again.body).toMatchObject({ projectId: at.to.id, replayed: true });
  expect(await at.homesOf(id)).toEqual([at.to]);
});

test('a process dies when a task has arrived in the log and not in the rows: others find it there', async () => {
  const found: Array<(id: string) => Promise<{ status: number }>> = [
    (id) => at.b.request(at.bob).get(`/tasks/${id}`),
    (id) => at.put(at.b, at.bob, id, { title: 'Found' }),
    (id) => at.put(at.b, at.bob, id, { projectId: at.third.id }),
  ];
  for (const [index, find] of found.entries()) {
    const { id } = await createTask(at.a, at.from);
    await at.dieOnTheWay(id, { projectId: at.to.id }, undefined, true);
    expect([index, (await find(id)).status]).toEqual([index, 200]);
    expect(await at.homesOf(id)).toHaveLength(1);
  }
});

test('a destination that is gone gives the task back, and its mover is told', async () => {
  const first = await createTask(at.a, at.from, { title: 'First' });
  const second = await createTask(at.a, at.from, { title: 'Second' });
  // The sweep of a living node might be quicker than the one who deletes.
  const sweeps = [at.a, at.b].map(({ app }) =>
    jest.spyOn(app.services.transfer, 'finishAll').mockResolvedValue(),
  );
  await at.dieOnTheWay(first.id, { projectId: at.to.id, title: 'Changed' }, () =>
    at.a.request(at.owner).delete(`/projects/${at.to.id}`),
  );
  for (const sweep of sweeps) sweep.mockRestore();
  await at.b.app.services.transfer.finishAll();
  expect((await at.cardsOf(at.from)).map(({ title }) => title)).toEqual(['First', 'Second']);
  const restored = (await at.opsOf(at.from)).at(-1);
  expect(restored).toMatchObject({ type: 'task.restored', actorId: at.owner.id, taskId: first.id });
  expect((await at.put(at.a, at.owner, first.id, { title: 'Usable' })).status).toBe(200);
  const late = await at.put(at.a, at.owner, second.id, { projectId: at.to.id });
  expect(late.status).toBe(404);
});

test('the mover whose destination is deleted meanwhile is told so', async () => {
  const { id } = await createTask(at.a, at.from);
  const { access } = at.a.app.services;
  const exists = access.exists.bind(access);
  // A sweep that came first would have the task arrive before the project goes.
  for (const { app } of [at.a, at.b]) jest.spyOn(app.services.transfer, 'finishAll').mockResolvedValue();
  // The project goes after the rights to it were checked.
  access.exists = async (projectId) => {
    access.exists = exists;
    await at.b.request(at.owner).delete(`/projects/${projectId}`);
    return exists(projectId);
  };
  const answer = await at.put(at.a, at.owner, id, { projectId: at.to.id });
  expect([answer.status, answer.body.code]).toEqual([409, 'destination_gone']);
  expect((await at.cardsOf(at.from)).map((task) => task.id)).toEqual([id]);
});

test('R26 an arrival that is applied again leaves the comments that have gone back with their task', async () => {
  const { id } = await createTask(at.a, at.from);
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  await at.a.request(at.owner).post(`/tasks/${id}/comments`, { text: 'Taken along' });
  await at.put(at.a, at.owner, id, { projectId: at.from.id });
  // As a process leaves it that dies before it has noted what it applied.
  const heads = at.a.connection.collection<{ _id: string }>('boardheads');
  await heads.updateOne({ _id: at.to.id }, { $set: { appliedV: 0 } });
  const next = await startTestServer({ database: at.database });
  try {
    await at.cardsOf(at.to, next);
    expect(await heads.findOne({ _id: at.to.id })).not.toMatchObject({ appliedV: 0 });
    const rows = await at.a.connection.collection('comments').find({ taskId: id }).toArray();
    expect(rows).toMatchObject([{ text: 'Taken along', projectId: at.from.id }]);
  } finally {
    await next.stop();
  }
});

test('a source that is deleted while its task is on the way does not take it along', async () => {
  const { id } = await createTask(at.a, at.from);
  await at.dieOnTheWay(id, { projectId: at.to.id });
  await at.a.request(at.owner).delete(`/projects/${at.from.id}`);
  await at.b.app.services.transfer.finishAll();
  expect((await at.cardsOf(at.to)).map((task) => task.id)).toEqual([id]);
});

test('a label that is deleted while others finish a move does not stay on the card', async () => {
  for (const { app } of [at.a, at.b]) jest.spyOn(app.services.transfer, 'finishAll').mockResolvedValue();
  const path = `/workspaces/${at.from.workspaceId}/labels`;
  const label = await at.a.request(at.owner).post<Label>(path, { name: 'Bug', colour: 'red' });
  const { id } = await createTask(at.a, at.from, { labels: [label.body.id] });
  await at.dieOnTheWay(id, { projectId: at.to.id });
  const { keptIn } = TaskReferences.prototype;
  jest.spyOn(TaskReferences.prototype, 'keptIn').mockImplementationOnce(async function (
    this: TaskReferences,
    ...of
  ) {
    const kept = await keptIn.apply(this, of);
    expect((await at.b.request(at.owner).delete(`${path}/${label.body.id}`)).status).toBe(204);
    return kept;
  });
  expect((await at.a.request(at.bob).get(`/tasks/${id}`)).status).toBe(200);
  expect(await at.cardsOf(at.to)).toMatchObject([{ id, labels: [] }]);
});
