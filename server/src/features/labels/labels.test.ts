import { randomUUID } from 'node:crypto';
import type { Op } from '@livelane/shared/boards/op.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { Label } from '@livelane/shared/labels/label.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { TestDatabase } from '../../../test/database';
import {
  createMember,
  createProject,
  createTask,
  createWorkspace,
  createWorkspaceMember,
  type TestProject,
  type TestUser,
  type TestWorkspace,
} from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';
import { onTwoNodes } from '../../../test/onTwoNodes';

// Labels of a workspace, and their effects on cards (SPEC.md#labels).

let database: TestDatabase;
let [a, b] = [] as unknown as [TestServer, TestServer];
let workspace: TestWorkspace;
let project: TestProject;
let owner: TestUser;

onTwoNodes((first, second, both) => {
  [a, b, database] = [first, second, both];
});
beforeEach(async () => {
  workspace = await createWorkspace(a);
  owner = workspace.owner;
  project = await createProject(a, { workspace });
});

const path = (more = '', of = workspace) => `/workspaces/${of.id}/labels${more}`;
const add = (name: string, node = a, of = workspace, more: object = {}) =>
  node.request(of.owner).post<Label & ErrorBody>(path('', of), { name, colour: 'red', ...more });
const made = async (name: string, of = workspace) => (await add(name, a, of)).body.id;
const labelsOf = async (taskId: string, node = a) =>
  (await node.request(owner).get<TaskWriteAnswer>(`/tasks/${taskId}`)).body.labels;
const setLabels = (taskId: string, labels: string[], more: object = {}, node = a) =>
  node.request(owner).put<TaskWriteAnswer & ErrorBody>(`/tasks/${taskId}`, { labels, ...more });
const opsOf = async (user = owner) =>
  (await a.request(user).get<{ ops: Op[] }>(`/kanban/project/${project.id}/ops?since=0`)).body.ops;

test('a name is taken once a workspace, whatever its case; twenty racing requests on two nodes make one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => add(n % 3 ? 'Übung' : 'ÜBUNG', n % 2 ? a : b)),
  );
  const won = answers.filter(({ status }) => status === 201);
  expect(won).toHaveLength(1);
  for (const { status, body } of answers) {
    if (status === 201) continue;
    expect([status, body.code, body.conflict]).toEqual([409, 'label_exists', { labelId: won[0]?.body.id }]);
  }
  const other = await createWorkspace(a, { owner });
  expect((await add('übung', a, other)).status).toBe(201);
});

test('an id in use is refused, the same request again is not', async () => {
  const id = randomUUID();
  expect((await add('One', a, workspace, { id })).status).toBe(201);
  expect((await add('One', b, workspace, { id })).status).toBe(200);
  const taken = await add('Two', a, workspace, { id });
  expect([taken.status, taken.body.code]).toEqual([409, 'id_taken']);
});

test('a workspace has at most 100 labels, however many are made at once', async () => {
  const id = randomUUID();
  await add('First', a, workspace, { id });
  for (let n = 1; n < 95; n++) await add(`Label ${n}`);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(`More ${n}`, n % 2 ? a : b)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
  const { body } = await a.request(owner).get<Label[]>(path());
  expect(body).toHaveLength(100);
  // A repeated request, or one that is refused for another reason, is answered as before.
  expect((await add('First', b, workspace, { id })).status).toBe(200);
  const otherColour = await add('First', a, workspace, { id, colour: 'blue' });
  expect([otherColour.status, otherColour.body.code]).toEqual([409, 'id_taken']);
  const otherId = await add('first', a);
  expect([otherId.status, otherId.body.conflict]).toEqual([409, { labelId: id }]);
});

test('the list has an ETag; members are notified of a change', async () => {
  const socket = await a.socket(owner);
  const notified = new Promise((resolve) => socket.once('entity:stale', resolve));
  const id = await made('Bug');
  expect(await notified).toEqual({ entity: 'workspaceLabels', id: workspace.id });
  socket.disconnect();
  const client = a.request(owner);
  const { headers } = await client.get(path());
  const etag = String(headers.get('etag'));
  // Compressing proxies make it a weak one.
  for (const held of [etag, `W/${etag}`])
    expect((await client.with({ 'If-None-Match': held }).get(path())).status).toBe(304);
  const renamed = await client.put<Label>(path(`/${id}`), { name: 'bug' });
  expect([renamed.status, renamed.body.name, renamed.body.colour]).toEqual([200, 'bug', 'red']);
  expect((await client.with({ 'If-None-Match': etag }).get(path())).status).toBe(200);
});

test('a member edits their own labels; those of others only with the right to', async () => {
  const member = await createWorkspaceMember(a, workspace);
  const theirs = await made('Of the owner');
  const own = (await a.request(member).post<Label>(path(), { name: 'Own', colour: 'lime' })).body.id;
  for (const [id, status] of [
    [theirs, 403],
    [own, 200],
  ] as const)
    expect((await a.request(member).put(path(`/${id}`), { colour: 'blue' })).status).toBe(status);
  expect((await a.request(member).delete(path(`/${theirs}`))).status).toBe(403);
  expect((await a.request(member).delete(path(`/${own}`))).status).toBe(204);
  expect((await a.request(member).delete(path(`/${own}`))).status).toBe(404);
});

test('a card takes labels of its own workspace alone; two people add and remove at once, and both count', async () => {
  const [one, two, three] = [await made('1'), await made('2'), await made('3')];
  const foreign = await made('x', await createWorkspace(a));
  const task = await createTask(a, project, { labels: [one, two] });
  const refused = await setLabels(task.id, [one, foreign]);
  expect([refused.status, refused.body.code]).toEqual([400, 'label_not_in_workspace']);
  await setLabels(task.id, [two], { baseRev: task.rev });
  const { body } = await setLabels(task.id, [one, two, three], { baseRev: task.rev });
  expect(body.labels).toEqual([two, three]);
});

test('SPEC.md#conflicts: labels are a difference against the list that their user saw, read through merges', async () => {
  const [one, two, three] = [await made('1'), await made('2'), await made('3')];
  const task = await createTask(a, project, { labels: [one] });
  await setLabels(task.id, [one, two], { baseRev: task.rev });
  await a.request(owner).post<Label>(path(`/${two}/merge`), { into: three });
  const seen = { baseRev: task.rev, baseLists: { labels: [one, two] } };
  expect((await setLabels(task.id, [one], seen)).body.labels).toEqual([one]);
});

test('a deleted label leaves all cards by one op a project; an edit made offline leaves it out', async () => {
  const [gone, kept] = [await made('gone'), await made('kept')];
  const other = await createProject(a, { workspace });
  const tasks = [
    await createTask(a, project, { labels: [gone, kept] }),
    await createTask(a, project, { labels: [gone] }),
    await createTask(a, other, { labels: [gone] }),
  ];
  expect((await b.request(owner).delete(path(`/${gone}`))).status).toBe(204);
  expect(await Promise.all(tasks.map(({ id }) => labelsOf(id)))).toEqual([[kept], [], []]);
  const removals = (await opsOf()).filter(({ type }) => type === 'label.removed');
  expect(removals).toMatchObject([
    { patch: { labelId: gone, into: null, tasks: [tasks[0]?.id, tasks[1]?.id] } },
  ]);
  const late = await setLabels(tasks[1]?.id ?? '', [gone, kept], { baseRev: tasks[1]?.rev });
  expect([late.status, late.body.labels]).toEqual([200, [kept]]);
});

test('a merged label becomes its target, for ever: on cards, in later edits, through two merges', async () => {
  const [one, two, three] = [await made('1'), await made('2'), await made('3')];
  const task = await createTask(a, project, { labels: [one, two] });
  const merged = await a.request(owner).post<Label>(path(`/${one}/merge`), { into: two });
  expect([merged.status, merged.body.id]).toEqual([200, two]);
  expect(await labelsOf(task.id, b)).toEqual([two]);
  await a.request(owner).post(path(`/${two}/merge`), { into: three });
  expect(await labelsOf(task.id)).toEqual([three]);
  expect((await setLabels(task.id, [one], {}, b)).body.labels).toEqual([three]);
  for (const into of [three, randomUUID(), one])
    expect((await a.request(owner).post(path(`/${three}/merge`), { into })).status).toBe(400);
});

test('whoever sees none of the cards is sent nothing; others get those that they see', async () => {
  const label = await made('Secret');
  const member = await createMember(a, project);
  const hidden = await createTask(a, project, { labels: [label], visibility: 'PRIVATE' });
  await a.request(owner).delete(path(`/${label}`));
  expect((await opsOf(member)).at(-1)).toEqual({ v: expect.any(Number), type: 'noop' });
  expect((await opsOf()).at(-1)).toMatchObject({ type: 'label.removed', patch: { tasks: [hidden.id] } });
});

test('a restored card has what its labels are by now', async () => {
  const [gone, one, two] = [await made('gone'), await made('1'), await made('2')];
  const task = await createTask(a, project, { labels: [gone, one] });
  await a.request(owner).delete(`/tasks/${task.id}`);
  await a.request(owner).delete(path(`/${gone}`));
  await a.request(owner).post(path(`/${one}/merge`), { into: two });
  const { body } = await a.request(owner).post<TaskWriteAnswer>(`/tasks/${task.id}/restore`, {});
  expect(body.labels).toEqual([two]);
});

test('in another workspace labels of the same name stay on, the others go', async () => {
  const other = await createWorkspace(a, { owner });
  const there = await createProject(a, { workspace: other });
  const [same, only] = [await made('Bug'), await made('Only here')];
  const sameThere = await made('BUG', other);
  const task = await createTask(a, project, { labels: [same, only] });
  const { status, body } = await a
    .request(owner)
    .put<TaskWriteAnswer>(`/tasks/${task.id}`, { projectId: there.id });
  expect([status, body.labels]).toEqual([200, [sameThere]]);
});

test('cards that get a label while it is deleted on another node do not keep it', async () => {
  for (let round = 0; round < 10; round++) {
    const label = await made(`Racing ${round}`);
    const tasks = await Promise.all(Array.from({ length: 4 }, () => createTask(a, project)));
    await Promise.all([
      b.request(owner).delete(path(`/${label}`)),
      ...tasks.map(({ id }, n) => setLabels(id, [label], {}, n % 2 ? a : b)),
    ]);
    for (const { id } of tasks) expect(await labelsOf(id)).toEqual([]);
  }
});

test('what a node that died left on cards is taken off by the next start', async () => {
  const label = await made('Left over');
  const task = await createTask(a, project, { labels: [label] });
  const labels = a.connection.collection<{ _id: string }>('labels');
  const removed = { removedAt: new Date(), removedBy: owner.id, isOnCards: true };
  await labels.updateOne({ _id: label }, { $set: removed, $unset: { nameKey: 1, slot: 1 } });
  const next = await startTestServer({ database });
  expect(await labelsOf(task.id, next)).toEqual([]);
  await next.stop();
});

const restore = (labelId: string, node = a, user = owner) =>
  node.request(user).post<Label & ErrorBody>(path(`/${labelId}/restore`));

test('a restored label is back on the cards that lost it, in other projects and out of sight too', async () => {
  const [gone, kept] = [await made('gone'), await made('kept')];
  const other = await createProject(a, { workspace });
  const member = await createMember(a, project);
  const [first, hidden, moved, deleted] = [
    await createTask(a, project, { labels: [gone, kept] }),
    await createTask(a, project, { labels: [gone], visibility: 'PRIVATE', user: member }),
    await createTask(a, other, { labels: [gone] }),
    await createTask(a, project, { labels: [gone] }),
  ];
  const unlabelled = await createTask(a, project, { labels: [gone] });
  await setLabels(unlabelled.id, []);
  await a.request(owner).delete(path(`/${gone}`));
  await a.request(owner).put(`/tasks/${moved.id}`, { projectId: project.id });
  await a.request(owner).delete(`/tasks/${deleted.id}`);
  const restored = await restore(gone, b);
  expect([restored.status, restored.body]).toMatchObject([200, { id: gone, name: 'gone' }]);
  expect(await labelsOf(first.id)).toEqual([gone, kept]);
  expect(await labelsOf(moved.id)).toEqual([gone]);
  expect(await labelsOf(unlabelled.id)).toEqual([]);
  const theirs = await b.request(member).get<TaskWriteAnswer>(`/tasks/${hidden.id}`);
  expect(theirs.body.labels).toEqual([gone]);
  // One push for all cards of a project.
  const returned = (await opsOf()).filter(({ bulkId }) => bulkId !== undefined);
  expect(new Set(returned.map(({ bulkId }) => bulkId)).size).toBe(1);
  // It lives: neither a card that was in the trash nor one that lost it since, and moved, gets it by another restoration.
  await a.request(owner).post(`/tasks/${deleted.id}/restore`, {});
  await setLabels(moved.id, []);
  await a.request(owner).put(`/tasks/${moved.id}`, { projectId: other.id });
  const { v } = (await opsOf()).at(-1) as Op;
  expect((await restore(gone)).status).toBe(200);
  expect(await Promise.all([deleted, moved].map(({ id }) => labelsOf(id)))).toEqual([[], []]);
  expect((await opsOf()).at(-1)?.v).toBe(v);
});

test('a restored merge gives each card the label that it had', async () => {
  const [one, two] = [await made('1'), await made('2')];
  const had = await createTask(a, project, { labels: [one] });
  const hadBoth = await createTask(a, project, { labels: [two, one] });
  await a.request(owner).post(path(`/${one}/merge`), { into: two });
  expect(await Promise.all([had, hadBoth].map(({ id }) => labelsOf(id)))).toEqual([[two], [two]]);
  await restore(one);
  expect(await Promise.all([had, hadBoth].map(({ id }) => labelsOf(id, b)))).toEqual([[one], [two, one]]);
  // It is no longer merged.
  expect((await setLabels(had.id, [one, two])).body.labels).toEqual([one, two]);
});

test('a label is not restored beside one of its name, beyond the maximum, or by those who may not', async () => {
  const gone = await made('Name');
  const member = await createWorkspaceMember(a, workspace);
  await a.request(owner).delete(path(`/${gone}`));
  expect((await restore(gone, a, member)).status).toBe(403);
  expect((await restore(randomUUID())).status).toBe(404);
  const stranger = await createWorkspace(a);
  expect((await restore(gone, a, stranger.owner)).status).toBe(404);
  const again = await made('name');
  const refused = await restore(gone);
  expect([refused.status, refused.body.code, refused.body.conflict]).toEqual([
    409,
    'label_exists',
    { labelId: again },
  ]);
  await a.request(owner).put(path(`/${again}`), { name: 'Other' });
  for (let n = 0; n < 99; n++) await add(`Label ${n}`);
  expect((await restore(gone)).status).toBe(400);
});

test('what a node that died had not given back is given back once by the next start', async () => {
  const label = await made('Half');
  const [one, two] = [
    await createTask(a, project, { labels: [label] }),
    await createTask(a, project, { labels: [label] }),
  ];
  await a.request(owner).delete(path(`/${label}`));
  const labels = a.connection.collection<{ _id: string; removedAt?: Date }>('labels');
  const { removedAt } = (await labels.findOne({ _id: label })) ?? {};
  await restore(label);
  // As if it had died before: one card was changed by a user since then, and must stay so.
  await setLabels(two.id, []);
  await labels.updateOne({ _id: label }, { $set: { 'returning.at': new Date() } });
  const next = await startTestServer({ database });
  expect([await labelsOf(one.id, next), await labelsOf(two.id, next)]).toEqual([[label], []]);
  expect(await labels.findOne({ _id: label, 'returning.at': { $exists: true } })).toBeNull();
  await setLabels(one.id, [], {}, next);
  // Nothing was given back at all.
  const returning = { id: randomUUID(), by: owner.id, at: new Date(), removedAt };
  await labels.updateOne({ _id: label }, { $set: { returning } });
  const last = await startTestServer({ database });
  expect([await labelsOf(one.id, last), await labelsOf(two.id, last)]).toEqual([[label], [label]]);
  await next.stop();
  await last.stop();
});
