import type { Comment } from '@livelane/shared/comments/comment.schema';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import { createMember, createTask, type TestUser } from './factories';
import { transfers } from './transfers';

// What an edit is compared with after its task has moved to another project (SPEC.md#conflicts).

const at = transfers();

test('a description whose base is from before the move is a conflict with base, theirs and mine', async () => {
  const { id } = await createTask(at.a, at.from, { description: 'Base' });
  for (let n = 0; n < 4; n++) await createTask(at.a, at.to);
  const opened = (await at.a.request(at.bob).get<Task>(`/tasks/${id}`)).body;
  await at.put(at.a, at.owner, id, { description: 'Theirs' });
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  const seen = { baseRev: opened.rev, baseProjectId: opened.projectId };
  const late = await at.put(at.b, at.bob, id, { description: 'Mine', ...seen });
  expect(late.status).toBe(409);
  const actorId = at.owner.id;
  expect(late.body.conflict).toMatchObject({ base: 'Base', theirs: 'Theirs', mine: 'Mine', actorId });
  // What nobody else has touched goes through, and assignees are a difference against that base.
  const fine = await at.put(at.b, at.bob, id, {
    title: 'Mine',
    assignees: [at.bob.id, at.owner.id],
    ...seen,
  });
  expect(fine.body).toMatchObject({
    title: 'Mine',
    description: 'Theirs',
    assignees: [at.owner.id, at.bob.id],
  });
});

test('a version at which the task was in another project is no base: nobody has seen the task there', async () => {
  const { id } = await createTask(at.a, at.from, { description: 'Base' });
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  await createTask(at.a, at.from);
  const between = (await at.opsOf(at.from)).at(-1);
  await at.put(at.a, at.owner, id, { description: 'Theirs' });
  await at.put(at.a, at.owner, id, { projectId: at.from.id });
  const base = { baseRev: between?.v, baseProjectId: at.from.id };
  const late = await at.put(at.b, at.bob, id, { description: 'Mine', ...base });
  expect(late.status).toBe(409);
  expect(late.body.conflict).toMatchObject({ base: '', theirs: 'Theirs', mine: 'Mine' });
});

test('a base in a project that is not the caller’s is never told', async () => {
  const { id } = await createTask(at.a, at.from, { description: 'Secret' });
  await at.put(at.a, at.owner, id, { projectId: at.to.id, description: 'Theirs' });
  const { body } = await at.a.request(at.owner).get<{ id: string }>(`/projects/${at.from.id}`);
  const stranger = await createMember(at.a, at.to);
  const late = await at.put(at.a, stranger, id, { description: 'Mine', baseRev: 1, baseProjectId: body.id });
  expect(late.status).toBe(409);
  expect(JSON.stringify(late.body)).not.toContain('Secret');
});

test('nor is who wrote there', async () => {
  const { id } = await createTask(at.a, at.from);
  await at.put(at.a, at.bob, id, { description: 'Theirs' });
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  const stranger = await createMember(at.a, at.to);
  const base = { baseRev: 1, baseProjectId: at.from.id };
  const late = await at.put(at.a, stranger, id, { description: 'Mine', ...base });
  expect(late.body.conflict).toMatchObject({ base: '', theirs: 'Theirs', mine: 'Mine' });
  expect(late.body.conflict).not.toHaveProperty('actorId');
});

test('R26 nor is the past of a task that was hidden from the caller when it left', async () => {
  const { id, rev } = await createTask(at.a, at.from, { description: 'Secret' });
  await at.put(at.a, at.owner, id, { visibility: 'PRIVATE' });
  await at.put(at.a, at.owner, id, { projectId: at.to.id, visibility: 'PUBLIC', description: 'Theirs' });
  const base = { baseRev: rev, baseProjectId: at.from.id };
  const late = await at.put(at.a, at.bob, id, { description: 'Mine', ...base });
  expect(late.body.conflict).toMatchObject({ base: '', theirs: 'Theirs', mine: 'Mine' });
  expect(late.body.conflict).not.toHaveProperty('actorId');
});

test('R26 who saw the task when it left is told its base, even from when they did not see it', async () => {
  const { id, rev } = await createTask(at.a, at.from, { description: 'Base', visibility: 'PRIVATE' });
  await at.put(at.a, at.owner, id, { visibility: 'PUBLIC' });
  await at.put(at.a, at.owner, id, { projectId: at.to.id, description: 'Theirs' });
  const base = { baseRev: rev, baseProjectId: at.from.id };
  const late = await at.put(at.a, at.bob, id, { description: 'Mine', ...base });
  expect(late.body.conflict).toMatchObject({ base: 'Base', theirs: 'Theirs', mine: 'Mine' });
});

test('R26 what a comment said there is not told either', async () => {
  const { id } = await createTask(at.a, at.from);
  const written = (await at.a.request(at.bob).post<Comment>(`/tasks/${id}/comments`, { text: 'Secret' }))
    .body;
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  const edit = (user: TestUser, body: object) =>
    at.a.request(user).put<ErrorBody>(`/comments/${written.id}`, body);
  await edit(at.bob, { text: 'Theirs' });
  const base = { baseRev: written.rev, baseProjectId: at.from.id };
  expect((await edit(at.bob, { text: 'Mine', ...base })).body.conflict).toMatchObject({ base: 'Secret' });
  await at.a.request(at.owner).delete(`/projectUsers/${at.from.id}/${at.bob.id}`);
  const late = await edit(at.bob, { text: 'Mine', ...base });
  expect(late.body.conflict).toMatchObject({ base: '', theirs: 'Theirs', mine: 'Mine' });
});

test('R26 a comment’s base is found through all projects that its task has been in since', async () => {
  const { id } = await createTask(at.a, at.from);
  const { body } = await at.a.request(at.bob).post<Comment>(`/tasks/${id}/comments`, { text: 'First' });
  const edit = (text: string, baseRev?: number) =>
    at.a.request(at.bob).put<Comment & ErrorBody>(`/comments/${body.id}`, { text, baseRev, ...where });
  const where = { baseProjectId: at.from.id };
  const seen = (await edit('Base')).body.rev;
  const tour = async () => {
    for (const { id: projectId } of [at.to, at.third, at.from])
      await at.put(at.a, at.owner, id, { projectId });
  };
  await tour();
  expect((await edit('Mine', seen)).status).toBe(200);
  await tour();
  const late = await edit('Late', seen);
  expect(late.body.conflict).toMatchObject({ base: 'Base', theirs: 'Mine', mine: 'Late' });
  await at.put(at.a, at.owner, id, { projectId: at.to.id });
  await edit('There');
  await at.put(at.a, at.owner, id, { projectId: at.from.id });
  expect((await edit('Late', seen)).body.conflict).toMatchObject({ base: 'Base', theirs: 'There' });
});
