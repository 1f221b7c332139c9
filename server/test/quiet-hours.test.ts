import { randomUUID } from 'node:crypto';
import type { NotificationSettingsInput } from '@livelane/shared/notifications/notification.schema';
import { startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  type TestProject,
  type TestUser,
} from './factories';
import { startTestServer, type TestServer } from './harness';
import { quietNow } from './quietNow';

// Mails about notifications in quiet hours. One that has failed is tried again when the test says so.

const HOUR_MS = 60 * 60 * 1000;

let smtp: TestMailServer;
let server: TestServer;
let project: TestProject;
let tom: TestUser;
beforeEach(async () => {
  smtp = await startMailServer();
  server = await startTestServer({
    config: {
      mail: smtp.settings,
      mailRetrySeconds: HOUR_MS / 1000,
      notifications: {
        mailWindowSeconds: 1,
        mailDigestSeconds: 1,
        dueCheckSeconds: 300,
        pushAllowsPrivate: false,
      },
    },
  });
  project = await createProject(server, { name: 'Shop' });
  tom = await createUser(server);
  await wish({ quietHours: quietNow(), reasons: { added: { mail: 'never' } } });
  await createMember(server, project, { user: tom });
});
afterEach(async () => {
  await server.stop();
  await smtp.close();
});

const wish = (input: NotificationSettingsInput) => server.request(tom).put('/notifications/settings', input);
const mails = () => server.connection.collection('mails');
const notifications = () => server.connection.collection<{ _id: string }>('notifications');

/** A task whose mail to Tom has failed, before their quiet hours. */
async function failed(title: string) {
  await smtp.setAway(true);
  const task = await createTask(server, project, { title, assignees: [tom.id] });
  await wish({ quietHours: null });
  while ((await mails().countDocuments({ lastError: { $exists: true } })) === 0);
  await wish({ quietHours: quietNow() });
  await smtp.setAway(false);
  return task;
}
const due = () => mails().updateMany({}, { $set: { nextAt: new Date(0) } });
/** Tries the failed mail again, until it has been put off: the attempt counts no more, or the mail is gone. */
async function tryInQuietHours(): Promise<void> {
  await due();
  while ((await mails().countDocuments({ $or: [{ nextAt: new Date(0) }, { attempts: { $ne: 1 } }] })) > 0);
}

test('R30 what failed before quiet hours comes at their end, in one mail with all that came since', async () => {
  const { id: taskId } = await failed('Urgent');
  await tryInQuietHours();
  await server.request(project.owner).post(`/tasks/${taskId}/comments`, { text: 'Even more' });
  while ((await notifications().countDocuments({ taskId, userId: tom.id })) < 2);
  expect(smtp.received).toEqual([]);
  await wish({ quietHours: null });
  const [mail] = await smtp.arrived(1);
  expect(mail?.text).toMatch(/assigned “Urgent”.*> Even more/s);
});

test('R30 a digest that failed before quiet hours comes soon after their end', async () => {
  await wish({ reasons: { assigned: { mail: 'digest' } } });
  await failed('Daily');
  await tryInQuietHours();
  const [digest] = await mails().find().toArray();
  expect(Number(digest?.nextAt) - Date.now()).toBeLessThanOrEqual(60_000);
  expect(smtp.received).toEqual([]);
  await wish({ quietHours: null });
  await due();
  expect((await smtp.arrived(1))[0]?.text).toContain('“Daily”');
});

test('R30 a mail that has failed for a day is given up, quiet hours or not', async () => {
  await failed('Unwanted');
  const dayAgo = new Date(Date.now() - 25 * HOUR_MS);
  await notifications().updateMany({}, { $set: { at: dayAgo } });
  await mails().updateMany({}, { $set: { failingSince: dayAgo } });
  await tryInQuietHours();
  smtp.next({ refuse: 451 });
  await wish({ quietHours: null });
  await due();
  while ((await mails().countDocuments({})) > 0);
  expect(server.log).toContainEqual(expect.objectContaining({ msg: expect.stringContaining('24 hours') }));
  expect(smtp.received).toEqual([]);
});

test('quiet hours of some hold up nobody else’s mails, however many wait', async () => {
  const other = await createMember(server, project);
  await smtp.arrived(1);
  const made = await notifications().findOne({ userId: tom.id });
  // Older than all others, and not as old as what the database deletes by itself.
  const at = new Date(Date.now() - HOUR_MS);
  const waiting = { ...made, at, readAt: null, mail: 'open' };
  await notifications().insertMany(Array.from({ length: 450 }, () => ({ ...waiting, _id: randomUUID() })));
  await createTask(server, project, { title: 'For one who is awake', assignees: [other.id] });
  expect((await smtp.arrived(2))[1]).toMatchObject({ to: other.email });
  expect(await notifications().countDocuments({ at, mail: 'open' })).toBe(450);
});
