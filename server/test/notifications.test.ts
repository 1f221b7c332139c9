import type {
  NotificationPage,
  NotificationSettings,
} from '@livelane/shared/notifications/notification.schema';
import type { Project } from '@livelane/shared/projects/project.schema';
import { startTestDatabase } from './database';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  type TestProject,
  type TestUser,
} from './factories';
import { nextEvent, serverForTests, startTestServer } from './harness';
import { notificationCalls, reasonsOf } from './notificationCalls';
import { zoneAtNoon } from './zoneAtNoon';

const server = serverForTests({
  config: {
    notifications: {
      mailWindowSeconds: 600,
      mailDigestSeconds: undefined,
      dueCheckSeconds: 0.2,
      pushAllowsPrivate: true,
    },
  },
});
const { listOf, told, mayaAndTom } = notificationCalls(server);
let project: TestProject;
let maya: TestUser;
let tom: TestUser;
beforeEach(async () => {
  ({ project, maya, tom } = await mayaAndTom());
});

async function projectBeside({ workspaceId, owner }: TestProject): Promise<Project> {
  const fields = { name: 'Beside', description: 'For tests', workspaceId };
  return (await server.request(owner).post<Project>('/projects', fields)).body;
}

const comment = (author: TestUser, taskId: string, text: string, on = server) =>
  on.request(author).post<{ id: string }>(`/tasks/${taskId}/comments`, { text });
const mention = (user: TestUser) => `@[${user.firstName}](user:${user.id})`;

test('R29 each reason is told to whom it concerns, once, with the names of now', async () => {
  expect(reasonsOf(await listOf(tom))).toEqual(['added', 'added']);
  const task = await createTask(server, project, { title: 'Button', assignees: [tom.id] });
  await comment(maya, task.id, `${mention(tom)} ${mention(tom)} please look`);
  await comment(maya, task.id, 'and now?');
  await server.request(maya).post('/kanban/moveTask', { taskId: task.id, position: 0, state: 'DONE' });
  await server.request(maya).put(`/tasks/${task.id}`, { title: 'Checkout button' });
  await server.request(maya).put(`/projectUsers/${project.id}`, { userId: tom.id, roleId: 'maintainer' });
  const page = await told(tom, 7);
  expect(reasonsOf(page)).toEqual([
    'role_changed',
    'completed',
    'comment',
    'mentioned',
    'assigned',
    'added',
    'added',
  ]);
  expect(page.unread).toBe(5);
  expect(page.items.map(({ roleId }) => roleId)).toEqual(['maintainer', ...Array(6).fill(undefined)]);
  expect(page.items[1]).toMatchObject({
    title: 'Checkout button',
    name: project.name,
    workspaceId: project.workspaceId,
    actor: { id: maya.id, firstName: maya.firstName },
  });
  // What one does oneself is not news, and neither is a change that concerns nobody else.
  expect((await listOf(maya)).items).toEqual([]);
});

test('a deletion and a removal stay in the list, all else goes with the sight and comes back', async () => {
  const task = await createTask(server, project, { title: 'Secret', assignees: [tom.id] });
  const gone = await createTask(server, project, { title: 'Gone', assignees: [tom.id] });
  await told(tom, 4);
  await server.request(maya).delete(`/tasks/${gone.id}`);
  expect(reasonsOf(await told(tom, 4))).toEqual(['deleted', 'assigned', 'added', 'added']);
  await server.request(maya).put(`/tasks/${task.id}`, { visibility: 'PRIVATE', assignees: [] });
  expect(reasonsOf(await listOf(tom))).toEqual(['deleted', 'added', 'added']);
  await server.request(maya).put(`/projects/${project.id}`, { name: 'Renamed', description: 'For tests' });
  expect((await listOf(tom)).items[0]).toMatchObject({ title: 'Gone', name: 'Renamed' });
  expect((await listOf(tom)).unread).toBe(1);
  await comment(maya, task.id, `${mention(tom)} nothing for you`);
  await server.request(maya).put(`/tasks/${task.id}`, { visibility: 'PUBLIC' });
  await comment(maya, task.id, `${mention(tom)} now it is`);
  // What someone could not see when it was written is not notified later.
  expect(reasonsOf(await told(tom, 5))).toEqual(['mentioned', 'deleted', 'assigned', 'added', 'added']);
  await server.request(maya).delete(`/projectUsers/${project.id}/${tom.id}`);
  const after = await told(tom, 3);
  expect(reasonsOf(after)).toEqual(['removed', 'deleted', 'added']);
  expect(after.items[0]).toMatchObject({ name: 'Renamed', title: '' });
});

test('R29 a move to another project notifies of what it changes: new assignees, and completion', async () => {
  const other = await projectBeside(project);
  const ann = await createMember(server, project);
  for (const { id: userId } of [tom, ann])
    await server.request(maya).post(`/projectUsers/${other.id}`, { userId, roleId: 'member' });
  await told(tom, 3);
  const task = await createTask(server, project, { assignees: [ann.id] });
  await told(ann, 4);
  const change = { projectId: other.id, assignees: [ann.id, tom.id], state: 'DONE' };
  expect((await server.request(maya).put(`/tasks/${task.id}`, change)).status).toBe(200);
  expect((await told(tom, 4)).items[0]).toMatchObject({ reason: 'assigned', projectId: other.id });
  expect(reasonsOf(await told(ann, 5)).slice(0, 2)).toEqual(['completed', 'assigned']);
});

test('R29 someone who falls back to the role of the workspace is notified of that', async () => {
  const ann = await createUser(server);
  const [ofWorkspace, ofProject] = [`/workspaceUsers/${project.workspaceId}`, `/projectUsers/${project.id}`];
  await server.request(maya).post(ofWorkspace, { userId: ann.id, roleId: 'maintainer' });
  await server.request(maya).post(ofProject, { userId: ann.id, roleId: 'owner' });
  await told(ann, 2);
  expect((await server.request(maya).delete(`${ofProject}/${ann.id}`)).status).toBe(204);
  await server.app.services.notifications.worker.caughtUp();
  expect(reasonsOf(await listOf(ann))).toEqual(['role_changed', 'role_changed', 'added']);
});

test('R29 what a lower role in the workspace takes is notified once, not once per project', async () => {
  const projects: Project[] = [project];
  for (let count = 1; count < 3; count++) projects.push(await projectBeside(project));
  const ann = await createUser(server);
  const membership = `/workspaceUsers/${project.workspaceId}`;
  await server.request(maya).post(membership, { userId: ann.id, roleId: 'maintainer' });
  await told(ann, 1);
  await server.request(maya).put(membership, { userId: ann.id, roleId: 'member' });
  await server.app.services.notifications.worker.caughtUp();
  const page = await told(ann, 2);
  expect(reasonsOf(page)).toEqual(['role_changed', 'added']);
  expect(page.items[0]?.roleId).toBe('member');
  for (const { id } of projects)
    expect((await server.request(ann).get(`/kanban/project/${id}`)).status).toBe(404);
});

test('R29 each change of a role in the workspace names the role that it gave, also if the next one comes first', async () => {
  const ann = await createUser(server);
  const membership = `/workspaceUsers/${project.workspaceId}`;
  await server.request(maya).post(membership, { userId: ann.id, roleId: 'member' });
  const { propagation } = server.app.services.team;
  let carryFirst = async (): Promise<void> => undefined;
  const carry = jest.spyOn(propagation, 'carry').mockImplementationOnce(async (...which) => {
    carryFirst = () => propagation.carry(...which);
  });
  for (const roleId of ['maintainer', 'owner'])
    await server.request(maya).put(membership, { userId: ann.id, roleId });
  await carryFirst();
  carry.mockRestore();
  const { items } = await told(ann, 3);
  expect(new Set(items.map(({ roleId }) => roleId))).toEqual(new Set(['owner', 'maintainer', undefined]));
});

test('R29 someone who has left the workspace and is back is notified of that, not of each project', async () => {
  const { worker, writer } = server.app.services.notifications;
  const ofOps = writer.ofOps.bind(writer);
  let goOn = () => {};
  const isBack = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  jest.spyOn(writer, 'ofOps').mockImplementation(async (...ops) => {
    await isBack;
    await ofOps(...ops);
  });
  const membership = `/workspaceUsers/${project.workspaceId}`;
  await server.request(maya).delete(`${membership}/${tom.id}`);
  await server.request(maya).post(membership, { userId: tom.id, roleId: 'member' });
  goOn();
  await worker.caughtUp();
  expect(reasonsOf(await listOf(tom))).toEqual(['added', 'removed', 'added']);
});

test.each([
  ['viewing', true],
  ['commenting', true],
  ['dragging', false],
] as const)('what happens on the task that someone is %s comes as read: %s', async (mode, isRead) => {
  const task = await createTask(server, project, {});
  const socket = await server.socket(tom);
  const seen = nextEvent(socket, 'presence:state');
  await socket.emitWithAck('board:subscribe', { projectId: project.id });
  await socket.emitWithAck('presence:set', { projectId: project.id, taskId: task.id, mode });
  await seen;
  await comment(maya, task.id, mention(tom));
  const { items, unread } = await told(tom, 3);
  expect(items[0]).toMatchObject({ reason: 'mentioned', readAt: isRead ? expect.any(String) : null });
  expect(unread).toBe(isRead ? 0 : 1);
});

test('a task is followed, muted or left to itself', async () => {
  const task = await createTask(server, project, { assignees: [] });
  const path = `/tasks/${task.id}/following`;
  const set = (mode: string) => server.request(tom).put(path, { mode });
  expect((await server.request(tom).get(path)).body).toEqual({ mode: 'auto', isFollowing: false });
  await comment(maya, task.id, 'nobody hears');
  await createTask(server, project, { assignees: [tom.id] });
  expect(reasonsOf(await told(tom, 3))).toEqual(['assigned', 'added', 'added']);
  expect((await set('follow')).body).toEqual({ mode: 'follow', isFollowing: true });
  await comment(maya, task.id, 'Tom hears');
  expect(reasonsOf(await told(tom, 4))[0]).toBe('comment');
  await set('mute');
  await comment(maya, task.id, 'Tom has had enough');
  await comment(maya, task.id, `${mention(tom)} but this is for you`);
  const page = await told(tom, 5);
  expect(reasonsOf(page)).toEqual(['mentioned', 'comment', 'assigned', 'added', 'added']);
  // Also for whoever has muted it on another device, or before a reload.
  expect(page.items.map(({ isMuted }) => isMuted)).toEqual([true, true, undefined, undefined, undefined]);
  await set('auto');
  expect((await listOf(tom)).items.some(({ isMuted }) => isMuted)).toBe(false);
  expect((await set('loudly')).status).toBe(400);
  const stranger = await createUser(server);
  expect((await server.request(stranger).get(path)).status).toBe(404);
  await server.request(maya).put(`/tasks/${task.id}`, { visibility: 'PRIVATE' });
  expect((await set('follow')).status).toBe(404);
  await server.request(maya).put(`/tasks/${task.id}`, { visibility: 'PUBLIC' });
  await server.request(maya).delete(`/tasks/${task.id}`);
  expect((await set('follow')).status).toBe(410);
  expect((await server.request(stranger).get(path)).status).toBe(404);
});

test('settings are kept piece by piece, and a reason that is not wanted is neither listed nor counted', async () => {
  const put = (body: object) =>
    server.request(tom).put<NotificationSettings>('/notifications/settings', body);
  const usual = (await server.request(tom).get<NotificationSettings>('/notifications/settings')).body;
  expect(usual).toMatchObject({
    language: 'en-GB',
    timeZone: 'UTC',
    quietHours: null,
    // Later than the reminders of 09:00.
    digestAt: '09:30',
    reasons: {
      assigned: { app: true, mail: 'now' },
      overdue: { mail: 'digest' },
      removed: { mail: 'never' },
    },
  });
  await put({ reasons: { assigned: { app: false } }, timeZone: 'Europe/Berlin' });
  const changed = await put({ quietHours: { from: '22:00', to: '07:00' } });
  expect(changed.body).toEqual({
    ...usual,
    timeZone: 'Europe/Berlin',
    quietHours: { from: '22:00', to: '07:00' },
    reasons: { ...usual.reasons, assigned: { ...usual.reasons.assigned, app: false } },
  });
  await createTask(server, project, { assignees: [tom.id] });
  await comment(maya, (await createTask(server, project, { assignees: [] })).id, mention(tom));
  expect(reasonsOf(await told(tom, 3))).toEqual(['mentioned', 'added', 'added']);
  for (const bad of [
    { language: 'xx' },
    { timeZone: 'Mars/Base' },
    { digestAt: '24:00' },
    { quietHours: { from: '9', to: '10:00' } },
    { reasons: { assigned: { mail: 'often' } } },
    { reasons: { unknown: { app: true } } },
  ])
    expect((await put(bad)).status).toBe(400);
});

test('due dates are told once: the day before, and when they have passed', async () => {
  const { timeZone, day } = zoneAtNoon();
  await server.request(tom).put('/notifications/settings', { timeZone });
  await Promise.all(
    [1, 2, 0, -1, -3, -4].map((days) =>
      createTask(server, project, { title: String(days), dueDate: day(days), assignees: [tom.id] }),
    ),
  );
  const done = await createTask(server, project, {
    dueDate: day(-1),
    assignees: [tom.id],
    state: 'DONE',
  });
  const muted = await createTask(server, project, { title: 'muted', assignees: [tom.id] });
  await server.request(tom).put(`/tasks/${muted.id}/following`, { mode: 'mute' });
  await server.request(maya).put(`/tasks/${muted.id}`, { dueDate: day(1) });
  // Everything that is due goes out together: once this one is there, the muted one has had its turn.
  await createTask(server, project, { title: '1 as well', dueDate: day(1), assignees: [tom.id] });
  const page = await told(tom, 2 + 9 + 4);
  const due = page.items.filter(({ reason }) => reason === 'due_tomorrow' || reason === 'overdue');
  expect(due.map(({ reason, title }) => `${reason} ${title}`).sort()).toEqual([
    'due_tomorrow 1',
    'due_tomorrow 1 as well',
    'overdue -1',
    'overdue -3',
  ]);
  expect(due.every(({ actor, taskId }) => actor === null && taskId !== done.id)).toBe(true);
});

test('R29 what a process left is told by the next one, and nothing twice', async () => {
  const database = await startTestDatabase();
  const first = await startTestServer({ database });
  const board = await createProject(first);
  const reader = await createMember(first, board);
  const title = 'left behind';
  const task = await createTask(first, board, { title, assignees: [reader.id] });
  let before: string[] = [];
  while (before.length < 3)
    before = reasonsOf((await first.request(reader).get<NotificationPage>('/notifications')).body);
  // A reading that continues would note its place after it was forgotten.
  await first.app.services.notifications.worker.caughtUp();
  // As if the process had died between the op and everything that follows from it.
  await first.connection.collection('notificationcursors').deleteMany({});
  await first.connection.collection('notifications').deleteMany({});
  await first.stop();
  const second = await startTestServer({ database });
  const third = await startTestServer({ database });
  try {
    let reasons: string[] = [];
    while (!reasons.includes('assigned'))
      reasons = reasonsOf((await second.request(reader).get<NotificationPage>('/notifications')).body);
    expect(reasons.sort()).toEqual(['added', 'assigned']);
    await comment(board.owner, task.id, 'go on', second);
    while (reasons.length < 3)
      reasons = reasonsOf((await third.request(reader).get<NotificationPage>('/notifications')).body);
    expect(reasons.filter((reason) => reason === 'assigned')).toHaveLength(1);
  } finally {
    await second.stop();
    await third.stop();
    await database.close();
  }
});
