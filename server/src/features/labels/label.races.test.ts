import { randomUUID } from 'node:crypto';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { BulkAnswer } from '@livelane/shared/tasks/bulk.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { mongo } from 'mongoose';
import type { TestDatabase } from '../../../test/database';
import {
  createProject,
  createTask,
  createWorkspace,
  type TestProject,
  type TestUser,
} from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';
import { ReplicaCache } from '../boards/replica.cache';
import { ProjectStore } from '../projects/project.store';
import { TaskReferences } from '../tasks/task.references';
import { LabelReferences } from './label.references';
import { LabelRemoval } from './label.removal';
import { LabelStore } from './label.store';

/** Changes of labels that meet others, on two nodes (SPEC.md#labels). */
let database: TestDatabase;
let [a, b] = [] as unknown as [TestServer, TestServer];
let owner: TestUser;
let project: TestProject;
let path: string;

onTwoNodes((first, second, both) => {
  [a, b, database] = [first, second, both];
});
beforeEach(async () => {
  const workspace = await createWorkspace(a);
  owner = workspace.owner;
  project = await createProject(a, { workspace });
  path = `/workspaces/${workspace.id}/labels`;
});

const made = async (name: string) =>
  (await a.request(owner).post<Label>(path, { name, colour: 'red' })).body.id;
const put = (labelId: string, fields: object, node = a) =>
  node.request(owner).put<Label>(`${path}/${labelId}`, fields);

/** Does something between the reading and the writing of the next change. */
function beforeWriting(meanwhile: () => Promise<unknown>): void {
  const { update } = LabelStore.prototype;
  jest.spyOn(LabelStore.prototype, 'update').mockImplementationOnce(async function (this: LabelStore, ...of) {
    await meanwhile();
    return update.apply(this, of);
  });
}

test('two people who change the name and the colour at once change both', async () => {
  const id = await made('Bug');
  for (const [first, second] of [
    [{ name: 'Fault' }, { colour: 'blue' }],
    [{ colour: 'lime' }, { name: 'Error' }],
  ] as const) {
    beforeWriting(() => put(id, second, b));
    const { status, body } = await put(id, first);
    expect([status, body]).toMatchObject([200, { ...first, ...second }]);
    const { body: listed } = await b.request(owner).get<Label[]>(path);
    expect(listed).toEqual([body]);
  }
  // Names that were given up are free, the present one is not.
  expect((await a.request(owner).post(path, { name: 'fault', colour: 'red' })).status).toBe(201);
  expect((await a.request(owner).post(path, { name: 'error', colour: 'red' })).status).toBe(409);
});

test('a label that is deleted while it is changed is 404', async () => {
  const id = await made('Bug');
  beforeWriting(() => b.request(owner).delete(`${path}/${id}`));
  expect((await put(id, { colour: 'blue' })).status).toBe(404);
});

const remove = (labelId: string, node = b) => node.request(owner).delete(`${path}/${labelId}`);
const merge = (labelId: string, into: string, node = b) =>
  node.request(owner).post(`${path}/${labelId}/merge`, { into });
const labelsOf = async (taskId: string, node = a) =>
  (await node.request(owner).get<TaskWriteAnswer>(`/tasks/${taskId}`)).body.labels;

test('a merge that is finished late puts on cards what its target has become', async () => {
  const [one, two, three] = [await made('1'), await made('2'), await made('3')];
  const [four, five] = [await made('4'), await made('5')];
  const merged = await createTask(a, project, { labels: [one] });
  const deleted = await createTask(a, project, { labels: [four] });
  const labels = a.connection.collection<{ _id: string }>('labels');
  // As if its node had died before the cards.
  for (const [_id, into] of [
    [one, two],
    [four, five],
  ] as const) {
    const removed = { removedAt: new Date(), removedBy: owner.id, isOnCards: true, into };
    await labels.updateOne({ _id }, { $set: removed, $unset: { nameKey: 1, slot: 1 } });
  }
  await merge(two, three);
  await remove(five);
  const next = await startTestServer({ database });
  expect([await labelsOf(merged.id, next), await labelsOf(deleted.id, next)]).toEqual([[three], []]);
  await next.stop();
});

test('a target that is merged itself before it is on the cards does not stay there', async () => {
  const [one, two, three] = [await made('1'), await made('2'), await made('3')];
  const task = await createTask(a, project, { labels: [one] });
  const { resolved } = LabelReferences.prototype;
  jest.spyOn(LabelReferences.prototype, 'resolved').mockImplementationOnce(async function (
    this: LabelReferences,
    ids,
  ) {
    const targets = await resolved.call(this, ids);
    await merge(two, three);
    return targets;
  });
  await merge(one, two, a);
  expect(await labelsOf(task.id)).toEqual([three]);
});

test('of two merges into each other on two nodes the later one is refused', async () => {
  const [one, two] = [await made('1'), await made('2')];
  const tasks = [
    await createTask(a, project, { labels: [one] }),
    await createTask(a, project, { labels: [two] }),
  ];
  const { remove: mark } = LabelStore.prototype;
  jest.spyOn(LabelStore.prototype, 'remove').mockImplementationOnce(async function (this: LabelStore, ...of) {
    expect((await merge(two, one, b)).status).toBe(200);
    return mark.apply(this, of);
  });
  expect((await merge(one, two, a)).status).toBe(404);
  for (const { id } of tasks) expect(await labelsOf(id)).toEqual([one]);
  const { body } = await b.request(owner).get<Label[]>(path);
  expect(body.map(({ id }) => id)).toEqual([one]);
});

/** Something that a test waits for. */
function event() {
  let happen!: () => void;
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happen, happened };
}

test('two merges into each other that are stored at once lose no label', async () => {
  const [one, two] = [await made('1'), await made('2')];
  const task = await createTask(a, project, { labels: [one, two] });
  const { remove: mark } = LabelStore.prototype;
  // Each finds the other label alive before either is stored, and looks at it again when both are.
  const [ready, stored] = [
    [event(), event()],
    [event(), event()],
  ];
  const meet = async (events: ReturnType<typeof event>[], own: number) => {
    events[own]?.happen();
    await Promise.all(events.map(({ happened }) => happened));
  };
  for (const own of [0, 1])
    jest.spyOn(LabelStore.prototype, 'remove').mockImplementationOnce(async function (
      this: LabelStore,
      ...of
    ) {
      await meet(ready, own);
      const removed = await mark.apply(this, of);
      await meet(stored, own);
      return removed;
    });
  const statuses = (await Promise.all([merge(one, two, a), merge(two, one, b)])).map(({ status }) => status);
  expect(statuses).toEqual([404, 404]);
  expect(await labelsOf(task.id)).toEqual([one, two]);
  expect((await merge(one, two, a)).status).toBe(200);
  expect(await labelsOf(task.id)).toEqual([two]);
});

test('a merge whose cards meet the opposite one leaves them to the next look', async () => {
  const [one, two] = [await made('1'), await made('2')];
  const task = await createTask(a, project, { labels: [one] });
  const [{ remove: mark }, { resolved }] = [LabelStore.prototype, LabelReferences.prototype];
  const [found, stored] = [event(), event()];
  const marked = jest.spyOn(LabelStore.prototype, 'remove');
  // Has found the other's source alive, and is stored when the other one looks for what its target has become.
  marked.mockImplementationOnce(async function (this: LabelStore, ...of) {
    jest.spyOn(LabelReferences.prototype, 'resolved').mockImplementationOnce(async function (
      this: LabelReferences,
      ids,
    ) {
      found.happen();
      await stored.happened;
      return resolved.call(this, ids);
    });
    const first = merge(one, two, a);
    await found.happened;
    const removed = await mark.apply(this, of);
    stored.happen();
    expect((await first).status).toBe(200);
    return removed;
  });
  expect((await merge(two, one, b)).status).toBe(404);
  expect(await labelsOf(task.id)).toEqual([one]);
  const next = await startTestServer({ database });
  expect(await labelsOf(task.id, next)).toEqual([two]);
  await next.stop();
});

const bulk = (change: object) =>
  a.request(owner).post<BulkAnswer>('/kanban/bulk', { projectId: project.id, changes: [change] });

test('a card that many are restored with does not keep a label that is deleted meanwhile', async () => {
  const label = await made('Bug');
  const task = await createTask(a, project, { labels: [label] });
  await a.request(owner).delete(`/tasks/${task.id}`);
  const { keptIn } = TaskReferences.prototype;
  jest.spyOn(TaskReferences.prototype, 'keptIn').mockImplementationOnce(async function (
    this: TaskReferences,
    ...of
  ) {
    const kept = await keptIn.apply(this, of);
    await remove(label);
    return kept;
  });
  expect((await bulk({ taskId: task.id, restore: true })).body.results[0]?.status).toBe(200);
  expect(await labelsOf(task.id)).toEqual([]);
});

test('a card that many are edited with does not keep what a merged label became and is no longer', async () => {
  const [one, two] = [await made('1'), await made('2')];
  await merge(one, two);
  const task = await createTask(a, project);
  const { assertKnown } = TaskReferences.prototype;
  jest.spyOn(TaskReferences.prototype, 'assertKnown').mockImplementationOnce(async function (
    this: TaskReferences,
    ...of
  ) {
    await assertKnown.apply(this, of);
    await remove(two);
  });
  const edit = { labels: { add: [one] } };
  expect((await bulk({ taskId: task.id, edit })).body.results[0]?.status).toBe(200);
  expect(await labelsOf(task.id)).toEqual([]);
});

test('R7 the repetition of an edit whose node died takes off a label that was deleted meanwhile', async () => {
  const label = await made('Bug');
  const task = await createTask(a, project);
  const { assertKnown } = TaskReferences.prototype;
  jest.spyOn(TaskReferences.prototype, 'assertKnown').mockImplementationOnce(async function (
    this: TaskReferences,
    ...of
  ) {
    await assertKnown.apply(this, of);
    await remove(label);
  });
  jest.spyOn(LabelRemoval.prototype, 'recheck').mockRejectedValueOnce(new Error('dead'));
  const client = a.request(owner).with({ 'Idempotency-Key': randomUUID() });
  const send = () => client.put<TaskWriteAnswer>(`/tasks/${task.id}`, { labels: [label] });
  expect((await send()).status).toBe(500);
  const { status, body } = await send();
  expect([status, body.replayed]).toEqual([200, true]);
  expect(await labelsOf(task.id)).toEqual([]);
});

const restore = (labelId: string) => b.request(owner).post(`${path}/${labelId}/restore`);

test('a label that is restored before it is off all cards stays on the others', async () => {
  const label = await made('Bug');
  const task = await createTask(a, project, { labels: [label] });
  const { idsInWorkspace } = ProjectStore.prototype;
  jest.spyOn(ProjectStore.prototype, 'idsInWorkspace').mockImplementationOnce(async function (
    this: ProjectStore,
    ...of
  ) {
    expect((await restore(label)).status).toBe(200);
    return idsInWorkspace.apply(this, of);
  });
  expect((await remove(label, a)).status).toBe(204);
  expect(await labelsOf(task.id)).toEqual([label]);
});

test('a label that is restored while it is taken off a card comes back to it', async () => {
  const label = await made('Bug');
  const task = await createTask(a, project, { labels: [label] });
  const { forCommit } = ReplicaCache.prototype;
  jest.spyOn(ReplicaCache.prototype, 'forCommit').mockImplementationOnce(async function (
    this: ReplicaCache,
    ...of
  ) {
    expect((await restore(label)).status).toBe(200);
    return forCommit.apply(this, of);
  });
  expect((await remove(label, a)).status).toBe(204);
  expect(await labelsOf(task.id)).toEqual([]);
  await b.app.services.team.sweep.sweep(new Date(Date.now() + 1_000));
  expect(await labelsOf(task.id)).toEqual([label]);
});

test('R22 while an older node lives, no label is deleted, merged or restored', async () => {
  const [label, into, gone] = [await made('Bug'), await made('Fault'), await made('Gone')];
  const task = await createTask(a, project, { labels: [label, gone] });
  expect((await remove(gone)).status).toBe(204);
  const nodes = a.connection.collection<{ _id: string }>('nodes');
  await nodes.insertOne({ _id: 'older', protocol: 2, at: new Date() } as never);
  const restore = () => b.request(owner).post(`${path}/${gone}/restore`);
  const calls = [() => remove(label), () => merge(label, into), restore];
  for (const call of calls) {
    const { status, headers } = await call();
    expect([status, Number(headers.get('Retry-After'))]).toEqual([503, 5]);
  }
  expect(await labelsOf(task.id)).toEqual([label]);
  const { body: listed } = await a.request(owner).get<Label[]>(path);
  expect(listed.map(({ id }) => id)).toEqual([label, into]);
  await nodes.deleteOne({ _id: 'older' });
  expect((await merge(label, into)).status).toBe(200);
  expect((await restore()).status).toBe(200);
  expect(new Set(await labelsOf(task.id))).toEqual(new Set([into, gone]));
});

test.each(['insertOne', 'updateOne'] as const)(
  'a label that has taken the place of another and is deleted at once is in the way of none (%s)',
  async (command) => {
    const gone = await made('Gone');
    expect((await remove(gone)).status).toBe(204);
    const write = mongo.Collection.prototype[command] as (...of: unknown[]) => Promise<never>;
    let isFirst = true;
    jest.spyOn(mongo.Collection.prototype, command).mockImplementation(async function (
      this: mongo.Collection,
      ...of: unknown[]
    ) {
      if (!isFirst || this.collectionName !== 'labels') return write.apply(this, of);
      isFirst = false;
      const quick = await made('Quick');
      try {
        return await write.apply(this, of);
      } finally {
        expect((await remove(quick, a)).status).toBe(204);
      }
    });
    const label = { name: 'Slow', colour: 'red' };
    const { status } =
      command === 'insertOne' ? await a.request(owner).post(path, label) : await restore(gone);
    expect(status).toBe(command === 'insertOne' ? 201 : 200);
    expect(isFirst).toBe(false);
  },
);
