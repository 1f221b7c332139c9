import type { OpsPage } from '@livelane/shared/boards/board.schema';
import type { CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import type { Activity, PastBoard } from '@livelane/shared/history/history.schema';
import { BULK_MAX } from '@livelane/shared/http/limits';
import type { ApiClient } from '../../../test/api.client';
import { hashOf } from '../../../test/board.listener';
import { createMember, createProject, createTask, type TestProject } from '../../../test/factories';
import { holdDate } from '../../../test/fakeDate';
import { startTestServer, type TestServer } from '../../../test/harness';
import { headOf, upkeepAfter } from '../../../test/upkeep';
import { whereIs } from '../../../test/whereIs';
import { NotificationStore } from '../notifications/notification.store';
import { CHECKPOINT_OPS } from './past-boards';

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET = 'Xanthippe';

let server: TestServer;
let project: TestProject;
let owner: ApiClient;
beforeEach(async () => {
  server = await startTestServer();
  project = await createProject(server);
  owner = server.request(project.owner);
});
afterEach(() => server.stop());

/** Removes the last rows of the deleted project, as after its time. */
async function purge(): Promise<void> {
  const ended = { $set: { deletedAt: new Date(Date.now() - DAY_MS) } };
  await server.connection.collection<{ _id: string }>('projects').updateOne({ _id: project.id }, ended);
  await server.app.services.team.sweep.purge();
}

/** A task full of words that are then gone, in log, rows, notifications and answers. */
async function secretTask(): Promise<string> {
  const ines = await createMember(server, project);
  const task = await createTask(server, project, {
    title: `${SECRET} 1`,
    description: `${SECRET} 2`,
    checklist: [{ text: `${SECRET} 3`, isDone: false }],
    visibility: 'PRIVATE',
    assignees: [ines.id],
  });
  const path = `/tasks/${task.id}`;
  const { body: first } = await server
    .request(ines)
    .post<CommentWriteAnswer>(`${path}/comments`, { text: `${SECRET} @[Ada](user:${project.owner.id})` });
  for (const call of [
    () => owner.put(path, { title: `${SECRET} 4`, visibility: 'PUBLIC' }),
    () => owner.put(path, { title: `${SECRET} 4` }),
    () => owner.post('/kanban/moveTask', { taskId: task.id, state: 'DONE', position: 0 }),
    () => owner.put(`${path}/checklist/${task.checklist[0]?.id}`, { text: `${SECRET} 5` }),
    () => server.request(ines).put(`/comments/${first.id}`, { text: `${SECRET} 6` }),
  ])
    expect((await call()).status).toBe(200);
  return task.id;
}

test('R24 a node whose clock is a month ahead erases nothing before its time', async () => {
  const taskId = await secretTask();
  expect((await owner.delete(`/tasks/${taskId}`)).status).toBe(200);
  const before = await whereIs(server, SECRET);
  holdDate(Date.now() + 31 * DAY_MS);
  try {
    await server.app.services.historyUpkeep.run();
  } finally {
    jest.useRealTimers();
  }
  expect(await whereIs(server, SECRET)).toEqual(before);
});

test('R24 30 days after its deletion a task’s words are nowhere, and its history holds together', async () => {
  const hashes = [await headOf(server, project)];
  const taskId = await secretTask();
  hashes.push(await headOf(server, project));
  const kept = await createTask(server, project, { title: 'Kept' });
  hashes.push(await headOf(server, project));
  expect((await owner.delete(`/tasks/${taskId}`)).status).toBe(200);
  hashes.push(await headOf(server, project));
  const before = await whereIs(server, SECRET);
  expect(before).toEqual(expect.arrayContaining(['comments', 'notifications', 'ops', 'tasks']));
  // Answers of requests that changed nothing have a time of their own, which ends before.
  await server.connection.collection('ops').deleteMany({ type: 'unchanged' });

  await upkeepAfter(server, 30);
  expect(await whereIs(server, SECRET)).toEqual(before);
  await upkeepAfter(server, 31);
  expect(await whereIs(server, SECRET)).toEqual([]);

  for (const { v, hash } of hashes) {
    const past = (await owner.get<PastBoard>(`/kanban/project/${project.id}/at?v=${v}`)).body;
    expect([v, hashOf(past)]).toEqual([v, hash]);
  }
  const { ops, to } = (await owner.get<OpsPage>(`/kanban/project/${project.id}/ops?since=0`)).body;
  expect(ops.map(({ v }) => v)).toEqual(Array.from({ length: to }, (_, index) => index + 1));
  const { items } = (await owner.get<Activity>(`/kanban/project/${project.id}/activity?taskId=${taskId}`))
    .body;
  const state = (from: string | null, to: string | null) => ({ field: 'state', from, to });
  const erased = (field: string) => ({ field, from: null, to: null });
  expect(items.map(({ type, title, changes }) => [type, title, changes])).toEqual([
    ['task.deleted', null, [state('DONE', null)]],
    ['comment.edited', null, [erased('text')]],
    ['checklist.changed', null, [erased('checklist')]],
    ['task.moved', null, [state('READY', 'DONE')]],
    ['task.patched', null, [erased('title'), { field: 'visibility', from: 'PRIVATE', to: 'PUBLIC' }]],
    ['comment.added', null, [erased('text')]],
    ['task.created', null, [state(null, 'READY')]],
  ]);
  expect((await owner.get(`/tasks/${kept.id}`)).body).toMatchObject({ title: 'Kept' });
  expect(await server.app.services.boardCheck.check(project.id)).toBe('same');
});

test('R24 of a deleted comment the words go, those of its task and of others stay', async () => {
  const task = await createTask(server, project, { title: 'Stays' });
  const add = async (text: string) =>
    (await owner.post<CommentWriteAnswer>(`/tasks/${task.id}/comments`, { text })).body;
  const [gone, kept] = [await add(`${SECRET} @[Ada](user:${project.owner.id})`), await add('Kept')];
  await owner.put(`/comments/${gone.id}`, { text: `${SECRET}, mended` });
  await owner.put(`/comments/${kept.id}`, { text: 'Kept, mended' });
  await owner.delete(`/comments/${gone.id}`);
  await owner.delete(`/comments/${kept.id}`);
  await owner.post(`/comments/${kept.id}/restore`);
  await upkeepAfter(server, 31);
  expect(await whereIs(server, SECRET)).toEqual([]);
  const comments = (await owner.get<{ comments: unknown[] }>(`/tasks/${task.id}/comments`)).body.comments;
  expect(comments).toMatchObject([{ text: 'Kept, mended' }]);
  const { items } = (await owner.get<Activity>(`/kanban/project/${project.id}/activity`)).body;
  expect(items.flatMap(({ changes }) => changes.map(({ to }) => to))).toContain('Kept, mended');
  expect((await owner.get(`/tasks/${task.id}`)).body).toMatchObject({ title: 'Stays', numOfComments: 1 });
});

test('R24 what was restored, or moved and lives on, keeps its words; a moved one that is deleted loses them everywhere', async () => {
  const workspace = { id: project.workspaceId, owner: project.owner } as never;
  const other = await createProject(server, { workspace });
  const [restored, moved, gone] = [
    await createTask(server, project, { title: 'Restored' }),
    await createTask(server, project, { title: 'Moved' }),
    await createTask(server, project, { title: `${SECRET} in the source` }),
  ];
  await owner.delete(`/tasks/${restored.id}`);
  await owner.post(`/tasks/${restored.id}/restore`);
  for (const { id } of [moved, gone]) await owner.put(`/tasks/${id}`, { projectId: other.id });
  await owner.put(`/tasks/${gone.id}`, { title: `${SECRET} in the destination` });
  await owner.delete(`/tasks/${gone.id}`);
  await upkeepAfter(server, 31);
  expect(await whereIs(server, SECRET)).toEqual([]);
  expect((await owner.get(`/tasks/${restored.id}`)).body).toMatchObject({ title: 'Restored' });
  expect((await owner.get(`/tasks/${moved.id}`)).body).toMatchObject({ title: 'Moved' });
  const titles = (await owner.get<Activity>(`/kanban/project/${project.id}/activity?type=task.created`)).body
    .items;
  expect(titles.map(({ title }) => title)).toEqual([null, 'Moved', 'Restored']);
});

test('R24 R25 checkpoints lose the words, too', async () => {
  const task = await createTask(server, project, { title: SECRET });
  const kept = await Promise.all(Array.from({ length: BULK_MAX }, () => createTask(server, project)));
  for (let round = 0; (await headOf(server, project)).v < CHECKPOINT_OPS; round++) {
    const { v } = await headOf(server, project);
    const changes = kept
      .slice(0, CHECKPOINT_OPS - v)
      .map(({ id }) => ({ taskId: id, move: { state: round % 2 === 0 ? 'DONE' : 'READY' } }));
    expect((await owner.post('/kanban/bulk', { projectId: project.id, changes })).status).toBe(200);
  }
  const { v, hash } = await headOf(server, project);
  expect(v).toBe(CHECKPOINT_OPS);
  await owner.delete(`/tasks/${task.id}`);
  await owner.get(`/kanban/project/${project.id}/at?v=${v}`);
  await server.app.services.pastBoards.bringUpToDate(project.id);
  expect(await whereIs(server, SECRET)).toContain('checkpoints');
  await upkeepAfter(server, 31);
  expect(await whereIs(server, SECRET)).toEqual([]);
  const past = (await owner.get<PastBoard>(`/kanban/project/${project.id}/at?v=${v}`)).body;
  expect(hashOf(past)).toBe(hash);
  const titles = past.columns.flatMap(({ tasks }) => tasks.map(({ title }) => title)).sort();
  expect(titles).toEqual(['', ...kept.map(({ title }) => title)]);
});

test('R24 of a deleted project the words go at once, but for its log, which follows; a task that moved away keeps its own', async () => {
  const workspace = { id: project.workspaceId, owner: project.owner } as never;
  const other = await createProject(server, { workspace });
  await secretTask();
  await owner.delete(`/tasks/${await secretTask()}`);
  const ines = await createMember(server, project);
  const moved = await createTask(server, project, { title: 'Moved', assignees: [ines.id] });
  await createMember(server, other, { user: ines });
  await owner.put(`/tasks/${moved.id}`, { projectId: other.id });
  expect(await whereIs(server, SECRET)).toEqual(['comments', 'notifications', 'ops', 'tasks']);
  expect((await owner.delete(`/projects/${project.id}`)).status).toBe(204);
  expect(await whereIs(server, SECRET)).toEqual(['ops']);
  expect(await whereIs(server, 'Moved')).toEqual(expect.arrayContaining(['notifications', 'tasks']));
  await purge();
  expect(await whereIs(server, SECRET)).toEqual([]);
});

test('R24 with the log of a deleted project goes the place in it up to which notifications are made', async () => {
  const { notifications } = server.app.services;
  await createMember(server, project);
  await notifications.worker.caughtUp();
  expect((await owner.delete(`/projects/${project.id}`)).status).toBe(204);
  await purge();
  // Places that are not stored yet are stored now.
  await notifications.stop();
  const places = server.connection.collection<{ _id: string }>('notificationcursors');
  expect(await places.countDocuments({ _id: project.id })).toBe(0);
});

test('R24 one node at a time erases, and what it leaves undone the next run does', async () => {
  const taskId = await secretTask();
  await owner.delete(`/tasks/${taskId}`);
  await server.connection.collection('ops').deleteMany({ type: 'unchanged' });
  const leases = server.connection.collection<{ _id: string; holder: string; until: Date }>('leases');
  const until = new Date(Date.now() + 60_000);
  await leases.updateOne({ _id: 'history' }, { $set: { holder: 'another node', until } }, { upsert: true });
  await upkeepAfter(server, 31);
  expect(await whereIs(server, SECRET)).toContain('ops');
  await leases.deleteOne({ _id: 'history' });

  // The process dies when only the log has been rewritten.
  const dies = jest.spyOn(NotificationStore.prototype, 'erase').mockRejectedValue(new Error('dies here'));
  await expect(upkeepAfter(server, 31)).rejects.toThrow('dies here');
  expect(await whereIs(server, SECRET)).toContain('tasks');
  dies.mockRestore();
  await upkeepAfter(server, 31);
  expect(await whereIs(server, SECRET)).toEqual([]);
});
