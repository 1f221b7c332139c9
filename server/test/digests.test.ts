import type { NotificationSettingsInput } from '@livelane/shared/notifications/notification.schema';
import { startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { startTestDatabase, type TestDatabase } from './database';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { startTestServer, type TestServer, testConfig } from './harness';
import { zoneAtNoon } from './zoneAtNoon';

// The daily digest, at a time that its reader chose.

const HOUR_MS = 60 * 60 * 1000;

let smtp: TestMailServer;
let database: TestDatabase;
let server: TestServer;
let project: TestProject;
let tom: TestUser;
beforeEach(async () => {
  smtp = await startMailServer();
  database = await startTestDatabase();
  // Without mail: nothing leaves before the test has prepared it.
  server = await startTestServer({ database });
  project = await createProject(server);
  tom = await createMember(server, project);
});
afterEach(async () => {
  await server.stop();
  await database.close();
  await smtp.close();
});

const notifications = () => server.connection.collection('notifications');

/** Something that waits for Tom's digest since so many hours. */
async function waiting(title: string, hours: number, fields: object = {}): Promise<void> {
  await createTask(server, project, { title, assignees: [tom.id] });
  await server.app.services.notifications.worker.caughtUp();
  const at = new Date(Date.now() - hours * HOUR_MS);
  const { matchedCount } = await notifications().updateOne(
    { userId: tom.id, title },
    { $set: { mail: 'digest', at, ...fields } },
  );
  expect(matchedCount).toBe(1);
}

/** Goes on with mail. It is between 12:00 and 13:00 where Tom is. */
async function withMail(wishes: NotificationSettingsInput, mailWindowSeconds = 600): Promise<void> {
  const { timeZone } = zoneAtNoon();
  await server.request(tom).put('/notifications/settings', { timeZone, ...wishes });
  await server.stop();
  const notifications = { ...testConfig().notifications, mailWindowSeconds };
  server = await startTestServer({ database, config: { mail: smtp.settings, notifications } });
}
const stateOf = async (title: string) => (await notifications().findOne({ title }))?.mail;

test('R30 a digest holds what came before its time; the rest waits for the next one', async () => {
  await waiting('Yesterday', 24);
  await waiting('Early', 3);
  await waiting('Late', 0);
  await withMail({ digestAt: '11:00', reasons: { assigned: { mail: 'digest' } } });
  const [mail] = await smtp.arrived(1);
  expect(mail?.text.match(/“.*”/g)).toEqual(['“Yesterday”', '“Early”']);
  expect(await stateOf('Late')).toBe('digest');
});

test('R30 a digest also holds what came just before its time, within the window of other mails', async () => {
  await waiting('Early', 3);
  await waiting('Just before', 2, { mail: 'open' });
  await withMail({ digestAt: '11:00', reasons: { assigned: { mail: 'digest' } } }, 6 * 60 * 60);
  const [mail] = await smtp.arrived(1);
  expect(mail?.text.match(/“.*”/g)).toEqual(['“Early”', '“Just before”']);
});

test('R30 a digest of nothing but what came just before its time leaves at that time', async () => {
  await waiting('Just before', 2, { mail: 'open' });
  await waiting('At once', 2, { mail: 'open', reason: 'completed' });
  await withMail(
    { digestAt: '11:00', reasons: { assigned: { mail: 'digest' }, completed: { mail: 'now' } } },
    6 * 60 * 60,
  );
  const [mail] = await smtp.arrived(1);
  expect(mail?.text.match(/“.*”/g)).toEqual(['“Just before”']);
  expect(await stateOf('At once')).toBe('open');
});

test('R30 what waits for a digest leaves at once, or never, when its reader wants that instead', async () => {
  await waiting('Never', 3, { reason: 'completed' });
  await waiting('At once', 3);
  await withMail({
    digestAt: '14:00',
    reasons: { completed: { mail: 'never' }, assigned: { mail: 'now' } },
  });
  const [mail] = await smtp.arrived(1);
  expect(mail?.text.match(/“.*”/g)).toEqual(['“At once”']);
  expect(await stateOf('Never')).toBe('none');
});
