import { randomUUID } from 'node:crypto';
import type { CommentsPage, CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import type { Activity } from '@livelane/shared/history/history.schema';
import { TaskStore } from '../src/features/tasks/task.store';
import { createTask } from './factories';
import { transfers } from './transfers';

// Comments of tasks on their way to another project: what changes them waits, and then applies there (SPEC.md#conflicts).

const at = transfers();

/** A card with one comment. */
async function commented(): Promise<{ id: string; commentId: string }> {
  const { id } = await createTask(at.a, at.from);
  const commentId = randomUUID();
  await at.a.request(at.owner).post(`/tasks/${id}/comments`, { id: commentId, text: 'Taken along' });
  return { id, commentId };
}

const textsOf = async (taskId: string) =>
  (await at.b.request(at.owner).get<CommentsPage>(`/tasks/${taskId}/comments`)).body.comments.map(
    ({ text, projectId }) => [text, projectId],
  );

type Call = (ids: { id: string; commentId: string }) => Promise<{ status: number; body: unknown }>;

const calls: Array<[string, Call, number]> = [
  ['reading comments', ({ id }) => at.b.request(at.bob).get(`/tasks/${id}/comments`), 200],
  ['a new comment', ({ id }) => at.b.request(at.bob).post(`/tasks/${id}/comments`, { text: 'New' }), 201],
  [
    'an edit',
    ({ commentId }) => at.b.request(at.owner).put(`/comments/${commentId}`, { text: 'Mended' }),
    200,
  ],
  ['a deletion', ({ commentId }) => at.b.request(at.owner).delete(`/comments/${commentId}`), 200],
  ['who follows', ({ id }) => at.b.request(at.bob).get(`/tasks/${id}/following`), 200],
  ['following', ({ id }) => at.b.request(at.bob).put(`/tasks/${id}/following`, { mode: 'follow' }), 200],
];

test.each(calls)(
  'R26 a process dies between the two ops of a move; %s waits for it',
  async (_name, call, status) => {
    const ids = await commented();
    await at.cardsOf(at.from, at.b);
    await at.dieOnTheWay(ids.id, { projectId: at.to.id });
    expect(await call(ids)).toMatchObject({ status });
    expect(await at.homesOf(ids.id)).toEqual([at.to]);
  },
);

test('R26 a comment on a task that is given back applies where it is again', async () => {
  const { id } = await commented();
  await at.dieOnTheWay(id, { projectId: at.to.id }, () =>
    at.a.request(at.owner).delete(`/projects/${at.to.id}`),
  );
  const { status, body } = await at.b
    .request(at.bob)
    .post<CommentWriteAnswer>(`/tasks/${id}/comments`, { text: 'New' });
  expect([status, body.projectId]).toEqual([201, at.from.id]);
});

test('R26 a task that leaves after its row was looked at is not taken for a deleted one', async () => {
  const ids = await commented();
  const find = TaskStore.prototype.find;
  jest.spyOn(TaskStore.prototype, 'find').mockImplementationOnce(async function (this: TaskStore, taskId) {
    const row = await find.call(this, taskId);
    await at.put(at.a, at.owner, taskId, { projectId: at.to.id });
    return row;
  });
  expect(await textsOf(ids.id)).toEqual([['Taken along', at.to.id]]);
});

test('R26 a deleted task still refuses comments, wherever it was', async () => {
  const ids = await commented();
  await at.put(at.a, at.owner, ids.id, { projectId: at.to.id });
  await at.a.request(at.owner).delete(`/tasks/${ids.id}`);
  for (const [name, call] of calls) expect([name, (await call(ids)).status]).toEqual([name, 410]);
});

test('R24 R26 a source that is deleted while its task is on the way leaves it its comments, and takes all others', async () => {
  const [{ id }, other] = [await commented(), await commented()];
  await at.dieOnTheWay(id, { projectId: at.to.id });
  await at.a.request(at.owner).delete(`/projects/${at.from.id}`);
  await at.b.app.services.transfer.finishAll();
  expect(await textsOf(id)).toEqual([['Taken along', at.to.id]]);
  expect((await at.cardsOf(at.to)).map((task) => [task.id, task.numOfComments])).toEqual([[id, 1]]);
  const rows = at.a.connection.collection('comments');
  expect(await rows.countDocuments({ taskId: other.id })).toBe(0);
});

test('R24 where source and destination are deleted, nothing of the task is left once the source is purged', async () => {
  const { id } = await commented();
  await at.dieOnTheWay(id, { projectId: at.to.id }, async () => {
    for (const { id: projectId } of [at.to, at.from])
      await at.a.request(at.owner).delete(`/projects/${projectId}`);
  });
  await at.a.app.services.transfer.finishAll();
  await at.a.app.services.team.sweep.purge(new Date(Date.now() + 60_000));
  for (const rows of ['tasks', 'comments'])
    expect([rows, await at.a.connection.collection(rows).countDocuments({ taskId: id })]).toEqual([rows, 0]);
});

/** What the comments' ops of the source have changed, as its activity shows it. */
async function changedInSource(): Promise<unknown[]> {
  const { body } = await at.a.request(at.owner).get<Activity>(`/kanban/project/${at.from.id}/activity`);
  return body.items.flatMap(({ type, changes }) => (type.startsWith('comment.') ? [changes] : []));
}

test('R26 a comment that was deleted stays so in the activity of the project that its task left, when the other one goes', async () => {
  const { id, commentId } = await commented();
  await at.a.request(at.owner).delete(`/comments/${commentId}`);
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  expect(await changedInSource()).toEqual([[], []]);
  await at.a.request(at.owner).delete(`/projects/${at.to.id}`);
  expect(await changedInSource()).toEqual([[], []]);
});

test('R26 a comment whose row another node has not written yet is not taken for a deleted one', async () => {
  const { commentId } = await commented();
  const shown = [[{ field: 'text', from: null, to: 'Taken along' }]];
  expect(await changedInSource()).toEqual(shown);
  const rows = at.a.connection.collection<{ _id: string }>('comments');
  const { rev } = (await rows.findOneAndDelete({ _id: commentId })) as unknown as { rev: number };
  const heads = at.a.connection.collection<{ _id: string }>('boardheads');
  await heads.updateOne({ _id: at.from.id }, { $set: { appliedV: rev - 1 } });
  expect(await changedInSource()).toEqual(shown);
});
