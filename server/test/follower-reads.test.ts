import { effortsOf } from './effort';
import { createMember, createTask } from './factories';
import { observedServer } from './observedServer';

const CHANGES = 6;

const at = observedServer();

test('R29 who followed a task is found without looking at all of its later ops', async () => {
  const { server, project } = at;
  const { notifications, oplog } = server.app.services;
  const author = await createMember(server, project);
  const { id: taskId } = await createTask(server, project);
  const change = (fields: object) => at.owner().put(`/tasks/${taskId}`, fields);
  const comment = () => server.request(author).post(`/tasks/${taskId}/comments`, { text: 'Look' });
  await change({ state: 'DONE' });
  await comment();
  for (let n = 0; n < CHANGES; n++) await change({ description: `Edit ${n}` });
  await change({ assignees: [author.id] });
  for (let n = 0; n < CHANGES; n++) await comment();
  await notifications.worker.caughtUp();
  const filter = { taskId, types: ['task.patched' as const], afterV: 0, beforeV: Number.MAX_SAFE_INTEGER };
  const done = (await oplog.latest(project.id, filter, 100)).at(-1);
  if (!done) throw new Error('the task was done');
  const before = at.commands.length;
  await notifications.writer.ofOps([done], done.v);
  const finds = at.commands.slice(before).filter(({ find, hint }) => find === 'ops' && hint);
  const efforts = await effortsOf(server.connection, finds);
  expect(efforts.map(({ passedOver }) => passedOver)).toEqual([0, 0, 0]);
});
