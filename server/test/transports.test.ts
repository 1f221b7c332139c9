import { createMember, createProject, createTask } from './factories';
import { nextEvent, serverForTests } from './harness';

const server = serverForTests();

test.each(['websocket', 'polling'] as const)('a change reaches another member over %s', async (transport) => {
  const project = await createProject(server);
  const member = await createMember(server, project);
  const socket = await server.socket(member, { transports: [transport] });
  const answer = await socket.emitWithAck('board:subscribe', { projectId: project.id });
  expect(answer).toMatchObject({ ok: true, role: 'member' });
  const pushed = nextEvent(socket, 'board:ops');
  const task = await createTask(server, project, { title: 'Push me' });
  expect((await pushed).ops).toMatchObject([{ type: 'task.created', taskId: task.id }]);
});
