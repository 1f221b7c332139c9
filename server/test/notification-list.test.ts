import { randomUUID } from 'node:crypto';
import type { NotificationPage } from '@livelane/shared/notifications/notification.schema';
import { createTask, type TestProject, type TestUser } from './factories';
import { nextEvent, serverForTests } from './harness';
import { notificationCalls, reasonsOf } from './notificationCalls';

const server = serverForTests();
const { listOf, told, mayaAndTom } = notificationCalls(server);
let project: TestProject;
let maya: TestUser;
let tom: TestUser;
beforeEach(async () => {
  ({ project, maya, tom } = await mayaAndTom());
});

test('read on one device is read on all, by id, by task or at once; others’ ids are ignored', async () => {
  const [first, second] = [
    await createTask(server, project, { assignees: [tom.id] }),
    await createTask(server, project, { assignees: [tom.id] }),
  ];
  const { items } = await told(tom, 4);
  const [phone, desktop] = [await server.socket(tom), await server.socket(tom)];
  const heard = [nextEvent(phone, 'notification:read'), nextEvent(desktop, 'notification:read')];
  const read = (user: TestUser, body: object) => server.request(user).post('/notifications/read', body);
  expect((await read(maya, { ids: [items[0]?.id] })).status).toBe(204);
  expect((await listOf(tom)).unread).toBe(2);
  expect((await read(tom, { taskId: first.id })).status).toBe(204);
  for (const message of await Promise.all(heard)) expect(message).toEqual({ ids: [items[1]?.id], unread: 1 });
  expect((await listOf(tom, '?unread=true')).items.map(({ taskId }) => taskId)).toEqual([second.id]);
  expect((await read(tom, { ids: [randomUUID(), 'x'] })).status).toBe(204);
  expect((await read(tom, { all: true })).status).toBe(204);
  expect((await listOf(tom)).unread).toBe(0);
  expect((await read(tom, {})).status).toBe(400);
});

test('ids of notifications in other letter case are the same ids', async () => {
  await createTask(server, project, { assignees: [tom.id] });
  const { items } = await told(tom, 3);
  await server.request(tom).post('/notifications/read', { ids: items.map(({ id }) => id.toUpperCase()) });
  expect((await listOf(tom)).unread).toBe(0);
});

test('marking all as read leaves out what its reader cannot see', async () => {
  const [hidden, seen] = [
    await createTask(server, project, { assignees: [tom.id] }),
    await createTask(server, project, { assignees: [tom.id] }),
  ];
  await told(tom, 4);
  await server.request(maya).put(`/tasks/${hidden.id}`, { visibility: 'PRIVATE', assignees: [] });
  expect((await listOf(tom)).unread).toBe(1);
  await server.request(tom).post('/notifications/read', { all: true });
  expect((await listOf(tom)).unread).toBe(0);
  await server.request(maya).put(`/tasks/${hidden.id}`, { visibility: 'PUBLIC' });
  const { items, unread } = await listOf(tom);
  expect(unread).toBe(1);
  const readAt = ({ id }: { id: string }) => items.find(({ taskId }) => taskId === id)?.readAt;
  expect([readAt(hidden), readAt(seen)]).toEqual([null, expect.any(String)]);
});

describe('the number of unread ones is that of those in the list, whatever many newer ones are', () => {
  /** So many of them, made of the latest one. */
  async function many(count: number, change: object): Promise<void> {
    const notifications = server.connection.collection<{ _id: string }>('notifications');
    const latest = await notifications.findOne({ userId: tom.id }, { sort: { at: -1 } });
    if (!latest) throw new Error('Tom has been told nothing');
    const copy = () => ({ ...latest, at: new Date(), readAt: null, ...change, _id: randomUUID() });
    await notifications.insertMany(Array.from({ length: count }, copy));
    // From now on the server does not rely on what it knows of earlier ones.
    await server.request(tom).post('/notifications/read', { ids: ['unknown'] });
  }

  test.each([
    ['not wanted in the app', { reason: 'comment' }],
    ['out of sight', { projectId: randomUUID(), taskId: randomUUID() }],
  ])('%s', async (_what, change) => {
    await server.request(tom).put('/notifications/settings', { reasons: { comment: { app: false } } });
    await createTask(server, project, { assignees: [tom.id] });
    await told(tom, 3);
    await many(600, change);
    const page = await listOf(tom, '?unread=true');
    expect([reasonsOf(page), page.unread]).toEqual([['assigned'], 1]);
    const socket = await server.socket(tom);
    for (const unread of [2, 3]) {
      const pushed = nextEvent(socket, 'notification:new');
      await createTask(server, project, { assignees: [tom.id] });
      expect((await pushed).unread).toBe(unread);
    }
    await server.request(tom).post('/notifications/read', { all: true });
    expect((await listOf(tom, '?unread=true')).items).toEqual([]);
    await createTask(server, project, { assignees: [tom.id] });
    expect((await told(tom, 6)).unread).toBe(1);
    await server.request(tom).put('/notifications/settings', { reasons: { assigned: { app: false } } });
    expect((await listOf(tom)).unread).toBe(0);
  });
});

test.each([
  ['', 0],
  [', past many that are out of sight', 130],
])('pages go through the whole list without doubles%s', async (_past, hidden) => {
  for (let i = 0; i < 5; i++) await createTask(server, project, { assignees: [tom.id] });
  const all = await told(tom, 7);
  const notifications = server.connection.collection<{ _id: string }>('notifications');
  for (const shown of await notifications.find({ userId: tom.id }).toArray()) {
    const copy = () => ({ ...shown, _id: randomUUID(), projectId: randomUUID(), taskId: randomUUID() });
    if (hidden > 0) await notifications.insertMany(Array.from({ length: hidden }, copy));
  }
  const seen: string[] = [];
  for (let before = ''; ; ) {
    const page: NotificationPage = await listOf(tom, `?limit=2${before && `&before=${before}`}`);
    seen.push(...page.items.map(({ id }) => id));
    if (page.next === null) break;
    before = page.next;
  }
  expect(seen).toEqual(all.items.map(({ id }) => id));
  // No page follows one that has the last of them, even if it is full.
  const { items, next } = await listOf(tom, `?limit=${seen.length}`);
  expect([items.length, next]).toEqual([seen.length, null]);
  for (const query of ['?limit=0', '?limit=101', '?limit=x', '?before=made-up', '?unread=perhaps'])
    expect((await server.request(tom).get(`/notifications${query}`)).status).toBe(400);
});
