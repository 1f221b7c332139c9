import { randomUUID } from 'node:crypto';
import type { NotificationPage } from '@livelane/shared/notifications/notification.schema';
import type { mongo } from 'mongoose';
import { startTestDatabase, type TestDatabase } from './database';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';

const CHANGES = 6;
/** More than are read from the log at once. */
const MOVES = 150;

let database: TestDatabase;
let server: TestServer;
let project: TestProject;
let reader: TestUser;
/** Every command that the server has sent. */
const commands: mongo.Document[] = [];

beforeAll(async () => {
  database = await startTestDatabase({ monitorCommands: true });
  server = await startTestServer({ database });
  server.connection.getClient().on('commandStarted', ({ command }) => void commands.push(command));
  project = await createProject(server);
  reader = await createMember(server, project);
  const text = `@[Reader](user:${reader.id})`;
  for (let n = 0; n < CHANGES; n++) {
    const { id } = await createTask(server, project);
    await server.request(project.owner).post(`/tasks/${id}/comments`, { text });
  }
  await server.app.services.notifications.worker.caughtUp();
});

afterAll(async () => {
  await server.stop();
  await database.close();
});

/** Unfinished moves, due dates and texts to erase are looked for at intervals, whoever is told of what. */
const isAtIntervals = ({ filter }: mongo.Document) =>
  filter?.moving || filter?.dueDate || filter?.deletedAt?.$lt;

/** How many people were notified, and how often something was asked or written, by collection. */
async function tell(count: number): Promise<{ told: number; sent: Record<string, number> }> {
  const { notifications, oplog } = server.app.services;
  const filter = { afterV: 0, beforeV: Number.MAX_SAFE_INTEGER, types: ['comment.added' as const] };
  const ops = await oplog.latest(project.id, filter, count);
  await server.connection.collection('notifications').deleteMany({});
  const before = commands.length;
  await notifications.writer.ofOps(ops, Number.MAX_SAFE_INTEGER);
  const sent: Record<string, number> = {};
  for (const command of commands.slice(before)) {
    if (isAtIntervals(command)) continue;
    const [name = '', collection] = Object.entries(command)[0] ?? [];
    const what = `${name} ${collection}`;
    if (/tasks|comments|follows|notifications|personsettings/.test(what)) sent[what] = (sent[what] ?? 0) + 1;
  }
  return { told: await server.connection.collection('notifications').countDocuments(), sent };
}

test('people who are not connected cost no question but who follows, and are told when they look', async () => {
  const { told, sent } = await tell(CHANGES);
  expect(told).toBe(CHANGES);
  expect(sent).toEqual({ 'aggregate comments': 1, 'find follows': 1, 'insert notifications': 1 });
  const { body } = await server.request(reader).get('/notifications');
  expect(body).toMatchObject({ unread: CHANGES });
});

test('what many changes tell costs the questions of one', async () => {
  await server.socket(reader);
  const [one, all] = [await tell(1), await tell(CHANGES)];
  expect([one.told, all.told]).toEqual([1, CHANGES]);
  // The tasks are on the board in memory.
  expect(one.sent).toEqual({
    'aggregate comments': 1,
    'find follows': 1,
    'find notifications': 1,
    'find personsettings': 1,
    'insert notifications': 1,
  });
  expect(all.sent).toEqual(one.sent);
});

test('the latest unread ones are counted without looking at all of them', async () => {
  await tell(CHANGES);
  const count = commands.findLast(({ find, sort }) => find === 'notifications' && sort);
  if (!count) throw new Error('nothing was counted');
  const { filter, sort, limit, hint, projection } = count;
  const explain = { find: 'notifications', filter, sort, limit, projection, ...(hint && { hint }) };
  const plan = await server.connection.db?.command({ explain, verbosity: 'queryPlanner' });
  expect(JSON.stringify(plan?.queryPlanner.winningPlan)).toContain('IXSCAN');
  expect(JSON.stringify(plan?.queryPlanner.winningPlan)).not.toContain('"SORT"');
});

test('a page of one costs few questions, however many newer ones are out of sight', async () => {
  await tell(CHANGES);
  const notifications = server.connection.collection<{ _id: string }>('notifications');
  const hidden = { ...(await notifications.findOne({})), projectId: randomUUID(), taskId: randomUUID() };
  const at = new Date();
  await notifications.insertMany(Array.from({ length: 800 }, () => ({ ...hidden, at, _id: randomUUID() })));
  const before = commands.length;
  const { body } = await server.request(reader).get('/notifications?unread=true&limit=1');
  expect(body).toMatchObject({ items: [{ reason: 'mentioned' }], unread: CHANGES });
  expect(commands.slice(before).filter(({ find }) => find === 'notifications').length).toBeLessThan(20);
});

test('R32 a page looks at a bounded number, and the next one goes on', async () => {
  await tell(CHANGES);
  const notifications = server.connection.collection<{ _id: string }>('notifications');
  const hidden = { ...(await notifications.findOne({})), projectId: randomUUID(), taskId: randomUUID() };
  const at = new Date();
  await notifications.insertMany(Array.from({ length: 6_000 }, () => ({ ...hidden, at, _id: randomUUID() })));
  const pages: NotificationPage[] = [];
  const lookedAt: number[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const before = commands.length;
    const query: string = next && `&before=${next}`;
    const { body } = await server.request(reader).get<NotificationPage>(`/notifications?limit=4${query}`);
    const read = commands.slice(before).filter(({ find, hint }) => find === 'notifications' && !hint);
    lookedAt.push(read.reduce((sum, { limit }) => sum + limit, 0));
    pages.push(body);
    next = body.next;
  }
  expect(pages.map(({ items }) => items.length)).toEqual([0, 0, 4, 2]);
  expect(Math.max(...lookedAt)).toBeLessThanOrEqual(3_000);
  await notifications.deleteMany({ at });
});

test('the number of unread ones costs few questions, however many older ones are out of sight', async () => {
  await tell(CHANGES);
  const notifications = server.connection.collection<{ _id: string }>('notifications');
  const hidden = { ...(await notifications.findOne({})), projectId: randomUUID(), taskId: randomUUID() };
  // Not as old as what the database deletes by itself.
  const at = new Date(Date.now() - 3_600_000);
  await notifications.insertMany(
    Array.from({ length: 10_000 }, () => ({ ...hidden, at, _id: randomUUID() })),
  );
  // The server does not rely on what it knows of earlier ones.
  await server.request(reader).post('/notifications/read', { ids: ['unknown'] });
  const before = commands.length;
  const { body } = await server.request(reader).get('/notifications?limit=1');
  expect(body).toMatchObject({ unread: CHANGES });
  expect(commands.slice(before).filter(({ find }) => find === 'notifications').length).toBeLessThan(10);
  await notifications.deleteMany({ at });
});

test('what this process has heard is written at once, however many versions it was', async () => {
  const tasks = [];
  for (let n = 0; n < MOVES; n++) tasks.push(await createTask(server, project));
  const { worker } = server.app.services.notifications;
  await worker.caughtUp();
  const before = commands.length;
  const changes = tasks.map(({ id }) => ({ taskId: id, move: { state: 'DONE' } }));
  await server.request(reader).post('/kanban/bulk', { projectId: project.id, changes });
  await worker.caughtUp();
  const inserts = commands.slice(before).filter(({ insert }) => insert === 'notifications');
  expect(inserts.map(({ documents }) => documents.length)).toEqual([MOVES]);
});
