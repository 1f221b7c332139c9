import { randomUUID } from 'node:crypto';
import type { ProjectBoard } from '@livelane/shared/boards/board.schema';
import { COMMENTS_MAX } from '@livelane/shared/comments/comment.limits';
import {
  type Comment,
  type CommentsPage,
  type CommentWriteAnswer,
  commentSchema,
  commentsPageSchema,
  commentWriteAnswerSchema,
} from '@livelane/shared/comments/comment.schema';
import type { Activity } from '@livelane/shared/history/history.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { ApiClient } from '../../../test/api.client';
import { BoardListener, hashOf } from '../../../test/board.listener';
import {
  createMember,
  createProject,
  createTask,
  type TestProject,
  type TestUser,
} from '../../../test/factories';
import { serverForTests } from '../../../test/harness';
import { headOf } from '../../../test/upkeep';

/** Comments in flight at once while a task is filled. */
const WRITERS = 16;

const server = serverForTests();
let project: TestProject;
let ines: TestUser;
let task: TaskWriteAnswer;
let owner: ApiClient;
let member: ApiClient;
beforeEach(async () => {
  project = await createProject(server);
  ines = await createMember(server, project);
  [owner, member] = [server.request(project.owner), server.request(ines)];
  task = await createTask(server, project);
});

const path = (taskId = task.id) => `/tasks/${taskId}/comments`;
async function add(client: ApiClient, text: string, taskId = task.id): Promise<CommentWriteAnswer> {
  const { status, body } = await client.post<CommentWriteAnswer>(path(taskId), { text });
  expect(status).toBe(201);
  return commentWriteAnswerSchema.parse(body);
}
async function list(client: ApiClient, query = ''): Promise<CommentsPage> {
  const { status, body } = await client.get<CommentsPage>(`${path()}${query}`);
  expect(status).toBe(200);
  return commentsPageSchema.parse(body);
}
const texts = async (client: ApiClient) => (await list(client)).comments.map(({ text }) => text);
const refused = async (call: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await call;
  return [status, (body as { code?: string } | undefined)?.code];
};
const counted = async () => (await owner.get<TaskWriteAnswer>(`/tasks/${task.id}`)).body.numOfComments;
const mention = (user: TestUser) => `@[${user.firstName}](user:${user.id.toUpperCase()})`;

test('R26 a comment is an op of its project: counted by the fold, in the hash, pushed to the board', async () => {
  const heard = await BoardListener.on(await server.socket(ines), project.id);
  const before = (await owner.get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
  const { v, mutationId, replayed, ...comment } = await add(owner, '  **Lamps** first \n');
  expect(commentSchema.parse(comment)).toEqual({
    id: comment.id,
    taskId: task.id,
    projectId: project.id,
    authorId: project.owner.id,
    text: '  **Lamps** first \n',
    mentions: [],
    createdAt: expect.any(String),
    updatedAt: comment.createdAt,
    isEdited: false,
    rev: before.v + 1,
  });
  expect([v, replayed]).toEqual([before.v + 1, false]);
  await heard.until(v);
  expect(heard.ops.at(-1)).toMatchObject({
    type: 'comment.added',
    taskId: task.id,
    mutationId,
    patch: { comment },
  });
  const after = (await owner.get<ProjectBoard>(`/kanban/project/${project.id}`)).body;
  expect(hashOf(after)).not.toBe(hashOf(before));
  expect((await headOf(server, project)).hash).toBe(hashOf(after));
  expect(after.columns.flatMap(({ tasks }) => tasks)).toMatchObject([{ numOfComments: 1, rev: v }]);
  expect(await server.app.services.boardCheck.check(project.id)).toBe('same');
});

test('comments are edited, deleted and restored, and the number follows', async () => {
  const { id, createdAt, rev } = await add(member, 'One');
  await add(owner, 'Two');
  const edited = (await member.put<CommentWriteAnswer>(`/comments/${id}`, { text: 'One, mended' })).body;
  expect(edited).toMatchObject({ text: 'One, mended', isEdited: true, createdAt, rev: rev + 2, v: rev + 2 });
  expect(await texts(owner)).toEqual(['One, mended', 'Two']);
  const same = (await member.put<CommentWriteAnswer>(`/comments/${id}`, { text: 'One, mended' })).body;
  expect(same).toMatchObject({ rev: edited.rev, v: edited.v, replayed: false });
  const deleted = await owner.delete<CommentWriteAnswer>(`/comments/${id}`);
  expect([deleted.status, deleted.body.text]).toEqual([200, 'One, mended']);
  expect([await texts(member), await counted()]).toEqual([['Two'], 1]);
  expect(await refused(owner.delete(`/comments/${id}`))).toEqual([410, 'comment_deleted']);
  expect(await refused(member.put(`/comments/${id}`, { text: 'X' }))).toEqual([410, 'comment_deleted']);
  // Their author did not delete it.
  expect(await refused(member.post(`/comments/${id}/restore`))).toEqual([403, 'forbidden']);
  const restored = (await owner.post<CommentWriteAnswer>(`/comments/${id}/restore`)).body;
  const { updatedAt } = edited;
  expect(restored).toMatchObject({ text: 'One, mended', isEdited: true, updatedAt, rev: restored.v });
  expect(await counted()).toBe(2);
  expect((await member.post<CommentWriteAnswer>(`/comments/${id}/restore`)).body).toMatchObject({
    v: restored.v,
  });
  const past = (await owner.get<ProjectBoard>(`/kanban/project/${project.id}/at?v=${edited.v}`)).body;
  expect(past.columns.flatMap(({ tasks }) => tasks)).toMatchObject([{ numOfComments: 2 }]);
});

test('rights: viewers read; everyone edits their own only; maintainers delete any', async () => {
  const viewer = server.request(await createMember(server, project, { roleId: 'viewer' }));
  const maintainer = server.request(await createMember(server, project, { roleId: 'maintainer' }));
  const stranger = server.request((await createProject(server)).owner);
  const { id } = await add(owner, 'Of the owner');
  expect(await texts(viewer)).toEqual(['Of the owner']);
  for (const [client, status] of [
    [viewer, 403],
    [stranger, 404],
  ] as const)
    for (const call of [
      () => client.post(path(), { text: 'X' }),
      () => client.put(`/comments/${id}`, { text: 'X' }),
      () => client.delete(`/comments/${id}`),
      () => client.post(`/comments/${id}/restore`),
    ])
      expect((await call()).status).toBe(status);
  expect((await stranger.get(path())).status).toBe(404);
  for (const client of [member, maintainer])
    expect((await client.put(`/comments/${id}`, { text: 'X' })).status).toBe(403);
  expect((await member.delete(`/comments/${id}`)).status).toBe(403);
  expect((await maintainer.delete(`/comments/${id}`)).status).toBe(200);
  expect((await owner.post(`/comments/${id}/restore`)).status).toBe(403);
  expect((await maintainer.post(`/comments/${id}/restore`)).status).toBe(200);
});

test('of a task that one does not see there are no comments, not even one’s own', async () => {
  const { id } = await add(member, 'Mine');
  await owner.put(`/tasks/${task.id}`, { visibility: 'PRIVATE', assignees: [] });
  const heard = await BoardListener.on(await server.socket(ines), project.id);
  for (const call of [
    () => member.get(path()),
    () => member.post(path(), { text: 'X' }),
    () => member.put(`/comments/${id}`, { text: 'X' }),
    () => member.delete(`/comments/${id}`),
    () => member.post(`/comments/${id}/restore`),
  ])
    expect((await call()).status).toBe(404);
  const { v } = await add(owner, `Secret, ${mention(ines)}`);
  expect((await list(owner)).comments.at(-1)?.mentions).toEqual([]);
  await heard.until(v);
  expect(heard.ops).toEqual([{ v, type: 'noop' }]);
  const activity = await member.get<Activity>(`/kanban/project/${project.id}/activity`);
  expect(JSON.stringify(activity.body)).not.toContain('Mine');
});

test('mentions: who sees the task, in lower case, in order, once each', async () => {
  const tom = await createMember(server, project, { roleId: 'viewer' });
  const stranger = (await createProject(server)).owner;
  const text = `${mention(tom)} ${mention(stranger)} \`${mention(project.owner)}\` @[a\\]b](user:${tom.id})`;
  const { mentions } = await add(owner, text);
  expect(mentions).toEqual([tom.id, project.owner.id]);
  const { people } = await list(member);
  expect(people.map(({ id }) => id).sort()).toEqual([tom.id, project.owner.id].sort());
  const many = (count: number) => Array.from({ length: count }, () => `@[X](user:${randomUUID()})`).join();
  expect((await add(owner, many(50))).mentions).toEqual([]);
  expect(await refused(owner.post(path(), { text: many(51) }))).toEqual([400, 'invalid_input']);
});

test('comments come page by page, newest last', async () => {
  for (const n of [1, 2, 3, 4, 5]) await add(owner, `${n}`);
  const seen: string[][] = [];
  let next: string | null = '';
  for (let query = '?limit=2'; next !== null; query = `?limit=2&before=${next}`) {
    const page: CommentsPage = await list(member, query);
    seen.push(page.comments.map(({ text }) => text));
    next = page.next;
  }
  expect(seen).toEqual([['4', '5'], ['2', '3'], ['1']]);
  expect((await list(member)).v).toBe((await headOf(server, project)).v);
});

test('R7 a repeated key has one effect and the first answer, whatever has become of the comment', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  const id = randomUUID();
  const send = (body: object, taskId = task.id) =>
    owner.with(key).post<CommentWriteAnswer>(path(taskId), body);
  const first = (await send({ id, text: 'First' })).body;
  await owner.put(`/comments/${id}`, { text: 'Edited' });
  await owner.delete(`/comments/${id}`);
  expect((await send({ id, text: 'First' })).body).toEqual({ ...first, replayed: true });
  expect(await refused(send({ id, text: 'Other' }))).toEqual([422, 'idempotency_key_reused']);
  const other = await createTask(server, project);
  expect(await refused(send({ id, text: 'First' }, other.id))).toEqual([422, 'idempotency_key_reused']);
  expect(await refused(owner.post(path(), { id, text: 'Again' }))).toEqual([409, 'id_taken']);
  const elsewhere = await createTask(server, await createProject(server, { owner: project.owner }));
  expect(await refused(owner.post(path(elsewhere.id), { id, text: 'Again' }))).toEqual([409, 'id_taken']);
  await owner.delete(`/tasks/${task.id}`);
  expect((await send({ id, text: 'First' })).body).toEqual({ ...first, replayed: true });
});

test('R7 a repeated restoration gets its first answer, also when someone else has deleted the comment since', async () => {
  const { id } = await add(member, 'Back');
  const key = { 'Idempotency-Key': randomUUID() };
  const restore = () => member.with(key).post<CommentWriteAnswer>(`/comments/${id}/restore`);
  await member.delete(`/comments/${id}`);
  const first = await restore();
  expect(first.status).toBe(200);
  await owner.delete(`/comments/${id}`);
  const again = await restore();
  expect([again.status, again.body]).toEqual([200, { ...first.body, replayed: true }]);
  expect(await refused(member.post(`/comments/${id}/restore`))).toEqual([403, 'forbidden']);
});

test('R7 an edit that changes nothing keeps its key, too', async () => {
  const { id } = await add(owner, 'Same');
  const send = (text: string) => owner.with(key).put<CommentWriteAnswer>(`/comments/${id}`, { text });
  const key = { 'Idempotency-Key': randomUUID() };
  const first = (await send('Same')).body;
  await owner.put(`/comments/${id}`, { text: 'Other' });
  expect((await send('Same')).body).toEqual({ ...first, replayed: true });
  expect(await refused(send('Third'))).toEqual([422, 'idempotency_key_reused']);
});

test('two comments with one id, at once and in two projects: one of them wins', async () => {
  const elsewhere = await createTask(server, await createProject(server, { owner: project.owner }));
  const id = randomUUID();
  const statuses = await Promise.all(
    [task.id, elsewhere.id, task.id].map(
      async (taskId) => (await owner.post(path(taskId), { id, text: 'X' })).status,
    ),
  );
  expect(statuses.sort()).toEqual([201, 409, 409]);
});

test('an edit against an older version is a conflict unless one side changed nothing', async () => {
  const { id, rev } = await add(member, 'Base');
  const theirs = (await member.put<Comment>(`/comments/${id}`, { text: 'Theirs' })).body;
  const { status, body } = await member.put(`/comments/${id}`, { text: 'Mine', baseRev: rev });
  expect([status, body.code]).toEqual([409, 'edit_conflict']);
  expect(body.conflict).toEqual({
    field: 'text',
    base: 'Base',
    theirs: 'Theirs',
    mine: 'Mine',
    rev: theirs.rev,
  });
  expect((await member.put(`/comments/${id}`, { text: 'Theirs', baseRev: rev })).status).toBe(200);
  expect((await member.put(`/comments/${id}`, { text: 'Mine', baseRev: theirs.rev })).status).toBe(200);
});

test('a deleted task: every call is 410; restored, its comments are back', async () => {
  const [one, two] = [await add(owner, 'One'), await add(owner, 'Two')];
  await owner.delete(`/comments/${two.id}`);
  await owner.delete(`/tasks/${task.id}`);
  for (const call of [
    () => owner.get(path()),
    () => owner.post(path(), { text: 'X' }),
    () => owner.put(`/comments/${one.id}`, { text: 'X' }),
    () => owner.delete(`/comments/${one.id}`),
    () => owner.post(`/comments/${two.id}/restore`),
  ])
    expect(await refused(call())).toEqual([410, 'task_deleted']);
  // R3: the right comes before the state, as with a task that is there.
  expect(await refused(member.put(`/comments/${one.id}`, { text: 'X' }))).toEqual([403, 'forbidden']);
  expect(await refused(member.delete(`/comments/${one.id}`))).toEqual([403, 'forbidden']);
  await owner.post(`/tasks/${task.id}/restore`);
  expect([await texts(owner), await counted()]).toEqual([['One'], 1]);
});

test('a moved task takes its comments along; their past stays', async () => {
  const workspace = { id: project.workspaceId, owner: project.owner } as never;
  const other = await createProject(server, { workspace });
  const [one, two] = [await add(member, 'One'), await add(owner, 'Two')];
  await owner.delete(`/comments/${two.id}`);
  const moved = (await owner.put<TaskWriteAnswer>(`/tasks/${task.id}`, { projectId: other.id })).body;
  expect(moved.numOfComments).toBe(1);
  const { comments } = await list(owner);
  const { v: _v, mutationId: _id, replayed: _replayed, ...was } = one;
  expect(comments).toEqual([{ ...was, projectId: other.id, rev: moved.rev }]);
  expect((await member.get(path())).status).toBe(404);
  expect((await owner.post(`/comments/${two.id}/restore`)).status).toBe(200);
  expect(await counted()).toBe(2);
  const past = (await owner.get<Activity>(`/kanban/project/${project.id}/activity?type=comment.added`)).body;
  expect(past.items.map(({ commentId }) => commentId)).toEqual([two.id, one.id]);
  for (const id of [project.id, other.id])
    expect(await server.app.services.boardCheck.check(id)).toBe('same');
});

test('activity tells the texts, and none of a comment that is deleted now', async () => {
  const [kept, gone] = [await add(owner, 'Kept'), await add(owner, 'Gone')];
  await owner.put(`/comments/${kept.id}`, { text: 'Kept, mended' });
  await owner.put(`/comments/${gone.id}`, { text: 'Gone, soon' });
  await owner.delete(`/comments/${gone.id}`);
  const { items } = (await owner.get<Activity>(`/kanban/project/${project.id}/activity?taskId=${task.id}`))
    .body;
  const text = (from: string | null, to: string) => [{ field: 'text', from, to }];
  expect(items.map(({ type, commentId, changes }) => [type, commentId, changes])).toEqual([
    ['comment.deleted', gone.id, []],
    ['comment.edited', gone.id, []],
    ['comment.edited', kept.id, text('Kept', 'Kept, mended')],
    ['comment.added', gone.id, []],
    ['comment.added', kept.id, text(null, 'Kept')],
    ['task.created', undefined, expect.anything()],
  ]);
});

test('a task that has the maximum of comments takes another one once one is deleted', async () => {
  const first = await add(owner, 'The first');
  const rest = Array.from({ length: COMMENTS_MAX - 1 }, (_, n) => `Comment ${n}`);
  const write = async () => {
    for (let text = rest.pop(); text !== undefined; text = rest.pop()) await add(owner, text);
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  expect(await counted()).toBe(COMMENTS_MAX);
  const full = [409, 'too_many_comments'];
  expect(await refused(member.post(path(), { text: 'One too many' }))).toEqual(full);
  await owner.delete(`/comments/${first.id}`);
  const racers = await Promise.all([
    refused(owner.post(`/comments/${first.id}/restore`)),
    refused(member.post(path(), { text: 'The last' })),
  ]);
  expect(racers).toContainEqual(full);
  expect(await counted()).toBe(COMMENTS_MAX);
}, 240_000);

test('R22 while an older node lives, nobody writes comments', async () => {
  const nodes = server.connection.collection<{ _id: string }>('nodes');
  await nodes.insertOne({ _id: 'older', protocol: 1, at: new Date() } as never);
  const answer = await owner.post(path(), { text: 'X' });
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await texts(owner)).toEqual([]);
  await nodes.deleteOne({ _id: 'older' });
  await add(owner, 'Y');
});

test('bad input', async () => {
  const { id } = await add(owner, 'Text');
  for (const text of [
    undefined,
    null,
    5,
    '',
    ' \n\t',
    '\u200b',
    'x'.repeat(10_001),
    'a\0b',
    'a\ud800b',
    ['x'],
  ]) {
    expect(await refused(owner.post(path(), { text }))).toEqual([400, 'invalid_input']);
    expect(await refused(owner.put(`/comments/${id}`, { text }))).toEqual([400, 'invalid_input']);
  }
  expect((await owner.post(path(), { text: '😀'.repeat(10_000) })).status).toBe(201);
  for (const baseRev of [-1, 1.5, '3', null])
    expect(await refused(owner.put(`/comments/${id}`, { text: 'X', baseRev }))).toEqual([
      400,
      'invalid_input',
    ]);
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'before=made-up',
    'before=',
    `before=${Buffer.from('x y').toString('base64url')}`,
  ])
    expect(await refused(owner.get(`${path()}?${query}`))).toEqual([400, 'invalid_input']);
  for (const bad of ['5', 'not-an-id']) {
    expect((await owner.get(`/tasks/${bad}/comments`)).status).toBe(400);
    expect((await owner.put(`/comments/${bad}`, { text: 'X' })).status).toBe(400);
    expect((await owner.post(path(), { id: bad, text: 'X' })).status).toBe(400);
  }
  const unknown = randomUUID();
  expect((await owner.get(`/tasks/${unknown}/comments`)).status).toBe(404);
  expect((await owner.delete(`/comments/${unknown}`)).status).toBe(404);
  const foreign = {
    text: 'X',
    authorId: ines.id,
    rev: 99,
    mentions: [ines.id],
    createdAt: 'x',
    numOfComments: 7,
  };
  const made = (await owner.post<Comment>(path(), foreign)).body;
  expect(made).toMatchObject({ authorId: project.owner.id, mentions: [] });
  expect(made.createdAt).not.toBe('x');
});
