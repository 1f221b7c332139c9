import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { ApiClient } from '../../../test/api.client';
import { createMember, createProject, createTask, type TestProject } from '../../../test/factories';
import { startTestServer, type TestServer } from '../../../test/harness';
import { headOf, upkeepAfter } from '../../../test/upkeep';

// What an edit is compared with where ops have been folded away (R25, SPEC.md#conflicts).

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let project: TestProject;
let owner: ApiClient;
beforeEach(async () => {
  server = await startTestServer({ config: { historyDays: 40 } });
  project = await createProject(server);
  owner = server.request(project.owner);
});
afterEach(() => server.stop());

/** Folds all ops of the project so far, but the latest. */
async function foldAll(): Promise<void> {
  const old = new Date(Date.now() - 50 * DAY_MS).toISOString();
  await server.connection.collection('ops').updateMany({ projectId: project.id }, { $set: { at: old } });
  await upkeepAfter(server, 0);
}

/** Creates a task that is not changed before what follows on its board is folded. */
async function restedTask() {
  const bob = await createMember(server, project);
  const task = await createTask(server, project, {
    description: 'Base',
    visibility: 'PUBLIC',
    assignees: [project.owner.id],
  });
  for (let n = 0; n < 3; n++) await createTask(server, project);
  await foldAll();
  const put = (body: object) => owner.put<TaskWriteAnswer & ErrorBody>(`/tasks/${task.id}`, body);
  return { bob, task, put, seen: { baseRev: task.rev } };
}

test('R25 a base that has been folded away is no base: nothing written since is overwritten', async () => {
  const bob = await createMember(server, project);
  const task = await createTask(server, project, { description: 'Base', visibility: 'PUBLIC' });
  const commentId = randomUUID();
  const path = `/tasks/${task.id}`;
  await owner.post(`${path}/comments`, { id: commentId, text: 'Base' });
  const { v } = await headOf(server, project);
  const [seen, seenComment] = [{ baseRev: task.rev }, { baseRev: v }];
  await server.request(bob).put(path, { description: 'Theirs' });
  await owner.put(`/comments/${commentId}`, { text: 'Theirs' });
  await upkeepAfter(server, 50);
  for (const late of [
    await owner.put<ErrorBody>(path, { description: 'Mine', ...seen }),
    await owner.put<ErrorBody>(`/comments/${commentId}`, { text: 'Mine', ...seenComment }),
  ]) {
    expect(late.status).toBe(409);
    expect(late.body.conflict).toMatchObject({ base: '', theirs: 'Theirs', mine: 'Mine' });
  }
});

test('R25 R26 what is folded away while a comment is compared with its base is no base either', async () => {
  const { oplog } = server.app.services;
  const task = await createTask(server, project);
  const id = randomUUID();
  await owner.post(`/tasks/${task.id}/comments`, { id, text: 'Base' });
  const { v: baseRev } = await headOf(server, project);
  await owner.put(`/comments/${id}`, { text: 'Theirs' });
  await createTask(server, project);
  // The fold comes after the first of the questions by which the past is looked at.
  let folded: Promise<void> | undefined;
  for (const name of ['isKeptSince', 'taskHistory'] as const) {
    const ask = oplog[name].bind(oplog) as (...args: unknown[]) => Promise<never>;
    jest.spyOn(oplog, name).mockImplementation(async (...args) => {
      const answer = await ask(...args);
      folded ??= upkeepAfter(server, 50);
      await folded;
      return answer;
    });
  }
  const late = await owner.put<ErrorBody>(`/comments/${id}`, { text: 'Mine', baseRev });
  expect([late.status, late.body.conflict]).toMatchObject([409, { base: '', theirs: 'Theirs' }]);
});

test('R25 R26 a base of a comment counts only where all that followed it is known, in every project', async () => {
  const second = await createProject(server, { owner: project.owner });
  /** The answer to an edit of a comment whose task has left since it was seen here. */
  const lateEdit = async (changed: (commentId: string) => Promise<void>) => {
    const task = await createTask(server, project);
    const id = randomUUID();
    await owner.post(`/tasks/${task.id}/comments`, { id, text: 'Base' });
    const seen = { baseRev: (await headOf(server, project)).v, baseProjectId: project.id };
    await owner.put(`/tasks/${task.id}`, { projectId: second.id });
    await changed(id);
    return owner.put<ErrorBody>(`/comments/${id}`, { text: 'Mine', ...seen });
  };
  const folded = await lateEdit(async (commentId) => {
    await owner.put(`/comments/${commentId}`, { text: 'Theirs' });
    const log = server.connection.collection('ops');
    const long = new Date(Date.now() - 50 * DAY_MS).toISOString();
    await log.updateMany({ projectId: second.id }, { $set: { at: long } });
    await createTask(server, second);
    await upkeepAfter(server, 0);
  });
  expect(folded.status).toBe(409);
  expect(folded.body.conflict).toMatchObject({ base: '', theirs: 'Theirs', mine: 'Mine' });
  expect((await lateEdit(async () => undefined)).status).toBe(200);
});

test('R25 of a task that did not change before the fold, the base is known', async () => {
  const { bob, task, put, seen } = await restedTask();
  await put({ assignees: [project.owner.id, bob.id] });
  await owner.post(`/tasks/${task.id}/comments`, { text: 'Changes no description' });
  expect((await put({ description: 'Mine', assignees: [], ...seen })).body).toMatchObject({
    description: 'Mine',
    assignees: [bob.id],
  });
  const late = await put({ description: 'Late', ...seen });
  expect([late.status, late.body.conflict]).toMatchObject([
    409,
    { base: 'Base', theirs: 'Mine', mine: 'Late', actorId: project.owner.id },
  ]);
});

test('R25 a fold while the base is looked for leaves it unknown', async () => {
  const { task, put, seen } = await restedTask();
  await put({ description: 'Theirs' });
  await createTask(server, project);
  const { oplog } = server.app.services;
  const ask = oplog.oldestV.bind(oplog);
  jest.spyOn(oplog, 'oldestV').mockImplementationOnce(async (projectId) => {
    const answer = await ask(projectId);
    await foldAll();
    return answer;
  });
  const late = await put({ description: 'Mine', ...seen });
  expect([late.status, late.body.conflict]).toMatchObject([
    409,
    { base: '', theirs: 'Theirs', mine: 'Mine', rev: task.rev + 4 },
  ]);
});

test('without a base, people are added and nobody is removed', async () => {
  const { bob, task, put, seen } = await restedTask();
  const cleo = await createMember(server, project);
  await put({ assignees: [project.owner.id, bob.id] });
  await createTask(server, project);
  await foldAll();
  const { body } = await put({ assignees: [cleo.id], ...seen });
  expect(body.assignees).toEqual([project.owner.id, bob.id, cleo.id]);
  // Without a `baseRev` they are replaced.
  expect((await owner.put(`/tasks/${task.id}`, { assignees: [cleo.id] })).body).toMatchObject({
    assignees: [cleo.id],
  });
});
