import type { NotificationPage } from '@livelane/shared/notifications/notification.schema';
import { startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { BAD_OP, breakBoard, UNKNOWN_OP } from './broken-board';
import { startTestDatabase, type TestDatabase } from './database';
import { createMember, createProject, createTask, type TestProject, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';
import { says } from './says';
import { zoneAtNoon } from './zoneAtNoon';

// R22 R29 R30: a board that cannot be read holds back its own notifications, and loses none.

let database: TestDatabase;
let first: TestServer;
let broken: TestProject;
let other: TestProject;
let reader: TestUser;
let dueDate: string;
beforeEach(async () => {
  database = await startTestDatabase();
  first = await startTestServer({ database });
  broken = await createProject(first);
  other = await createProject(first);
  // Boards are looked through in this order.
  if (other.id < broken.id) [broken, other] = [other, broken];
  reader = await createMember(first, broken);
  await createMember(first, other, { user: reader });
  const { timeZone, day } = zoneAtNoon();
  await first.request(reader).put('/notifications/settings', { timeZone });
  dueDate = day(1);
  for (const project of [broken, other])
    await createTask(first, project, { title: titleIn(project), dueDate, assignees: [reader.id] });
  await first.app.services.notifications.worker.caughtUp();
});
afterEach(async () => {
  await first.stop();
  await database.close();
});

const titleIn = ({ id }: TestProject) => `In ${id === broken.id ? 'the broken' : 'the other'} board`;
const listOn = (server: TestServer) => server.request(reader).get<NotificationPage>('/notifications');
const assignedOn = async (server: TestServer) =>
  (await listOn(server)).body.items.flatMap(({ reason, title }) => (reason === 'assigned' ? [title] : []));
/** The board can be read again, as by a node of a later version. */
const mend = (v: number) => first.connection.collection('ops').deleteOne({ projectId: broken.id, v });

test.each([
  ['an op that cannot be applied', BAD_OP],
  ['an op of a later version', UNKNOWN_OP],
])(
  'R22 R29 with %s those of other boards are listed and counted, and its own are back when it can be read',
  async (_what, op) => {
    const v = await breakBoard(first, broken, op);
    const server = await startTestServer({ database });
    try {
      const { status, body } = await listOn(server);
      const projectIds = new Set(body.items.map(({ projectId }) => projectId));
      expect([status, projectIds]).toEqual([200, new Set([other.id, null])]);
      expect(body.unread).toBe(body.items.length);
      await mend(v);
      expect(await assignedOn(server)).toEqual([titleIn(other), titleIn(broken)]);
    } finally {
      await server.stop();
    }
  },
);

test('R22 R29 others are reminded of what is due, and told what a node that died left', async () => {
  for (const name of ['notifications', 'notificationcursors'])
    await first.connection.collection(name).deleteMany({});
  await breakBoard(first, broken);
  await first.stop();
  const notifications = { mailWindowSeconds: 600, mailDigestSeconds: undefined, pushAllowsPrivate: false };
  const server = await startTestServer({
    database,
    config: { notifications: { ...notifications, dueCheckSeconds: 0.1 } },
  });
  try {
    const reasons = new Set<string>();
    while (!reasons.has('due_tomorrow') || !reasons.has('assigned')) {
      const { items } = (await listOn(server)).body;
      for (const { projectId, reason } of items) if (projectId === other.id) reasons.add(reason);
    }
  } finally {
    await server.stop();
  }
});

describe('with mail', () => {
  let smtp: TestMailServer;
  beforeEach(async () => {
    smtp = await startMailServer();
  });
  afterEach(() => smtp.close());

  /** Another node on the same database, which mails what `reader` was told of the board that cannot be read. */
  async function mailing(mail: 'now' | 'digest'): Promise<TestServer> {
    await first.request(reader).put('/notifications/settings', { reasons: { assigned: { mail } } });
    await first.connection
      .collection('notifications')
      .updateMany({ reason: 'assigned' }, { $set: { mail: 'open' } });
    return startTestServer({
      database,
      config: {
        mail: smtp.settings,
        mailRetrySeconds: 0.2,
        notifications: {
          mailWindowSeconds: 0,
          mailDigestSeconds: 1,
          dueCheckSeconds: 300,
          pushAllowsPrivate: false,
        },
      },
    });
  }
  const toldOf = async (title: string) => {
    for (let count = 1; ; count++)
      if ((await smtp.arrived(count)).some(({ text }) => text.includes(title))) return;
  };
  const mails = () => first.connection.collection('mails');
  const hasFailed = async () => {
    while ((await mails().countDocuments({ lastError: 'it could not be written' })) === 0);
  };

  test.each(['now', 'digest'] as const)('R22 R30 its mails (%s) wait until it can be read', async (mail) => {
    const v = await breakBoard(first, broken);
    const server = await mailing(mail);
    try {
      await toldOf(titleIn(other));
      await hasFailed();
      await mend(v);
      await toldOf(titleIn(broken));
    } finally {
      await server.stop();
    }
  });

  test('R22 R30 a mail that cannot be written for a day is told to the operator, and given up', async () => {
    await breakBoard(first, broken);
    const server = await mailing('now');
    try {
      await toldOf(titleIn(other));
      await hasFailed();
      await mails().updateMany({}, { $set: { failingSince: new Date(Date.now() - 25 * 60 * 60 * 1000) } });
      while ((await mails().countDocuments({})) > 0);
      expect(says(server, '24 hours')).toMatchObject([{ level: 50, kind: 'notification' }]);
    } finally {
      await server.stop();
    }
  });
});
