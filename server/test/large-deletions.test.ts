import { randomUUID } from 'node:crypto';
import { createProject, createTask } from './factories';
import { observedServer } from './observedServer';

/** What one command may delete: many more documents take longer than a connection waits for an answer. */
const MOST_AT_ONCE = 1_000;
const ROWS = 2_500;
const OLD = new Date(0);

const at = observedServer();

test('R24 of a deleted project everything goes, however much there is, by commands that are answered soon', async () => {
  const { server, workspace } = at;
  const project = await createProject(server, { workspace });
  const { id: projectId } = project;
  const { id: taskId } = await createTask(server, project);
  const other = await createTask(server, at.project);
  const many = (of: (n: number) => object) =>
    Array.from({ length: ROWS }, (_, n) => ({ _id: randomUUID(), projectId, taskId, ...of(n) })) as never[];
  const written = {
    ops: many((n) => ({ v: n + 1_000, actorId: 'x', mutationId: `${n}`, type: 'task.updated' })),
    comments: many(() => ({ text: 'Words' })),
    tasks: many((n) => ({ taskId: `task ${n}`, deletedAt: OLD, erasedAt: OLD })),
    checkpoints: many((n) => ({ v: n, part: 0 })),
    notifications: many(() => ({ at: new Date(), mail: 'none' })),
    follows: many(() => ({ userId: 'x' })),
  };
  for (const [name, rows] of Object.entries(written))
    await server.connection.collection(name).insertMany(rows);
  const follow = { taskId: other.id, userId: 'x', mode: 'mute' };
  await server.connection.collection('follows').insertOne(follow);

  const deleted: number[] = [];
  server.connection.getClient().on('commandSucceeded', ({ commandName, reply }) => {
    if (commandName === 'delete') deleted.push(Number((reply as { n: unknown }).n));
  });
  expect((await at.owner().delete(`/projects/${projectId}`)).status).toBe(204);
  await server.app.services.team.sweep.purge(new Date(Date.now() + 1));
  expect(Math.max(...deleted)).toBeLessThanOrEqual(MOST_AT_ONCE);
  for (const name of Object.keys(written)) {
    const left = await server.connection
      .collection(name)
      .countDocuments({ $or: [{ projectId }, { taskId }] });
    expect([name, left]).toEqual([name, 0]);
  }
  expect(await server.connection.collection('follows').countDocuments({ taskId: other.id })).toBe(1);
});
