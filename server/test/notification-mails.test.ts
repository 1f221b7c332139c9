import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type {
  NotificationPage,
  NotificationSettingsInput,
} from '@livelane/shared/notifications/notification.schema';
import { startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { NotificationMails } from '../src/features/notifications/notification.mails';
import { NotificationStore } from '../src/features/notifications/notification.store';
import { isPrivateAddress } from '../src/http/private-address';
import { MailQueue } from '../src/mail/mail.queue';
import { startTestDatabase } from './database';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  type TestProject,
  type TestUser,
} from './factories';
import { startTestServer, type TestServer } from './harness';

/** How long a mail waits for more of its task, in seconds. */
const WINDOW_S = 1;

let smtp: TestMailServer;
let server: TestServer;
let project: TestProject;
let maya: TestUser;
let tom: TestUser;
beforeEach(async () => {
  smtp = await startMailServer();
  server = await startTestServer({
    config: {
      mail: smtp.settings,
      mailRetrySeconds: 0.2,
      notifications: {
        mailWindowSeconds: WINDOW_S,
        mailDigestSeconds: 1,
        dueCheckSeconds: 300,
        pushAllowsPrivate: true,
      },
    },
  });
  project = await createProject(server, { name: 'Shop' });
  maya = project.owner;
  tom = await createUser(server);
  // Until the test says otherwise: however long the preparations take, no mail is due before.
  await wish({ quietHours: quietNow() });
  await createMember(server, project, { user: tom });
  await readAll(tom);
});
afterEach(async () => {
  await server.stop();
  await smtp.close();
});

const comment = (taskId: string, text: string) =>
  server.request(maya).post<{ id: string }>(`/tasks/${taskId}/comments`, { text });
const wish = (input: NotificationSettingsInput) => server.request(tom).put('/notifications/settings', input);
/** Two hours in which no mail goes out, so that all is as it should be when one does. */
function quietNow() {
  const hour = new Date().getUTCHours();
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  return { from: at(0), to: at(2) };
}
/** Waits until so many notifications have been made, which follow the log. */
async function told(member: TestUser, count: number): Promise<void> {
  const list = () => server.request(member).get<NotificationPage>('/notifications');
  do await server.app.services.notifications.worker.caughtUp();
  while ((await list()).body.items.length < count);
}

/** Word of the memberships is read, and mailed to nobody. */
async function readAll(member: TestUser): Promise<void> {
  await told(member, 2);
  await server.request(member).post('/notifications/read', { all: true });
}

/** The first mail to this user; others may come before it. */
async function mailTo({ email }: TestUser) {
  for (let count = 1; ; count++) {
    const mail = (await smtp.arrived(count)).find(({ to }) => to === email);
    if (mail) return mail;
  }
}

/** Tells Tom of something that is mailed for sure: what came before has then been decided. */
async function lastWord() {
  return createTask(server, project, { title: 'Last word', assignees: [tom.id] });
}

test('R30 one mail per task and window, with all that came, in the reader’s language', async () => {
  await wish({ language: 'fr' });
  const task = await createTask(server, project, { title: '<Bouton>', assignees: [tom.id] });
  await comment(task.id, `@[Tom](user:${tom.id}) <script>alert(1)</script>\nsecond line`);
  await wish({ quietHours: null });
  const [mail] = await smtp.arrived(1);
  expect(mail).toMatchObject({ to: tom.email, headers: { 'content-language': 'fr' } });
  expect(mail?.headers.subject).toBe('Shop: <Bouton>');
  expect(mail?.text).toContain('vous a attribué');
  expect(mail?.text).toContain('> @Tom <script>alert(1)</script>\n> second line');
  expect(mail?.text).toContain(`/project/${project.id}?task=${task.id}`);
  expect(mail?.html).toContain('&lt;script&gt;');
  expect(mail?.html).not.toMatch(/<script|<img|src=/);
});

test('R30 nothing is mailed that was read, is out of sight or not wanted any more', async () => {
  const read = await createTask(server, project, { title: 'Read', assignees: [tom.id] });
  const hidden = await createTask(server, project, { title: 'Hidden', assignees: [tom.id] });
  const unwanted = await createTask(server, project, { title: 'Unwanted' });
  await comment(unwanted.id, `@[Tom](user:${tom.id})`);
  await wish({ reasons: { mentioned: { mail: 'never' } } });
  await told(tom, 4);
  await server.request(tom).post('/notifications/read', { taskId: read.id });
  await server.request(maya).put(`/tasks/${hidden.id}`, { visibility: 'PRIVATE', assignees: [] });
  await lastWord();
  await wish({ quietHours: null });
  expect((await smtp.arrived(1)).map(({ headers }) => headers.subject)).toEqual(['Shop: Last word']);
});

test('R30 a comment that was deleted meanwhile is not mailed', async () => {
  const assigned = await createTask(server, project, { title: 'Assigned', assignees: [tom.id] });
  const other = await createTask(server, project, { title: 'Other' });
  const deleted = [
    await comment(assigned.id, 'A password'),
    await comment(other.id, `@[Tom](user:${tom.id}) A password`),
  ];
  await comment(assigned.id, 'Stays');
  await told(tom, 6);
  for (const { body } of deleted) await server.request(maya).delete(`/comments/${body.id}`);
  await lastWord();
  await wish({ quietHours: null });
  const mails = await smtp.arrived(2);
  expect(mails.map(({ headers }) => headers.subject).sort()).toEqual(['Shop: Assigned', 'Shop: Last word']);
  expect(mails.map(({ text }) => text).join()).not.toContain('password');
  expect(mails.filter(({ text }) => text.includes('> Stays'))).toHaveLength(1);
});

test('what comes by mail only is mailed although all in the app was marked as read', async () => {
  await wish({ reasons: { comment: { app: false, mail: 'digest' } } });
  const task = await createTask(server, project, { title: 'Window', assignees: [tom.id] });
  await comment(task.id, 'By mail only');
  await server.app.services.notifications.worker.caughtUp();
  await server.request(tom).post('/notifications/read', { all: true });
  await wish({ reasons: { assigned: { mail: 'digest' } } });
  await lastWord();
  await wish({ quietHours: null });
  let text = '';
  for (let count = 1; !text.includes('“Last word”'); count++)
    text = (await smtp.arrived(count)).map((mail) => mail.text).join();
  expect(text).toContain('> By mail only');
  expect(text).not.toContain('assigned “Window”');
});

test('R30 the window begins with the first item that is still unread', async () => {
  const task = await createTask(server, project, { title: 'Window', assignees: [tom.id] });
  await told(tom, 3);
  await server.request(tom).post('/notifications/read', { taskId: task.id });
  const open = () => server.connection.collection('notifications').countDocuments({ mail: 'open' });
  expect(await open()).toBe(0);
  await wish({ quietHours: null });
  await comment(task.id, 'later');
  await told(tom, 4);
  const [made] = await server.connection.collection('notifications').find({ mail: 'open' }).toArray();
  const [mail] = await smtp.arrived(1);
  expect(Date.now() - Number(made?.at)).toBeGreaterThanOrEqual(WINDOW_S * 1000);
  expect(mail?.text).not.toContain('assigned');
});

test('quiet hours put mails off, and a digest gathers what is wanted in one', async () => {
  await wish({ reasons: { assigned: { mail: 'digest' } } });
  await createTask(server, project, { title: 'One', assignees: [tom.id] });
  await createTask(server, project, { title: 'Two', assignees: [tom.id] });
  const other = await createMember(server, project);
  expect((await smtp.arrived(1))[0]?.to).toBe(other.email);
  await wish({ quietHours: null });
  const digest = await mailTo(tom);
  expect(digest.headers.subject).toBe('Your Livelane digest');
  expect(digest.text).toContain('“One”');
  expect(digest.text).toContain('“Two”');
});

test('R30 a reminder says what is so on the day it leaves, and nothing of what is done or put off', async () => {
  // Where it is about noon, so that the day does not change on the way.
  const west = new Date().getUTCHours() - 12;
  const timeZone = `Etc/GMT${west < 0 ? '' : '+'}${west}`;
  await wish({ timeZone, quietHours: { from: '11:00', to: '14:00' } });
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const remind = async (title: string, dueDate: string, ...reasons: Array<'due_tomorrow' | 'overdue'>) => {
    const { id: taskId } = await createTask(server, project, { title, dueDate });
    const { id: projectId, workspaceId, name } = project;
    const of = { about: `${taskId}/${dueDate}`, userId: tom.id, workspaceId, projectId, taskId, title, name };
    for (const reason of reasons)
      await server.app.services.notifications.writer.write({ ...of, reason, at: new Date() });
    return taskId;
  };
  await remind('Tomorrow', day(1), 'due_tomorrow');
  await remind('Today', day(0), 'due_tomorrow');
  await remind('Yesterday', day(-1), 'due_tomorrow', 'overdue');
  const done = await remind('Done', day(0), 'due_tomorrow');
  const archived = await remind('Archived', day(-1), 'overdue');
  const putOff = await remind('Put off', day(-1), 'overdue');
  const undated = await remind('Undated', day(-1), 'overdue');
  const deleted = await remind('Deleted', day(0), 'due_tomorrow');
  const change = (taskId: string, fields: object) => server.request(maya).put(`/tasks/${taskId}`, fields);
  await change(done, { state: 'DONE' });
  await change(archived, { state: 'ARCHIVE' });
  await change(putOff, { dueDate: day(1) });
  await change(undated, { dueDate: null });
  await server.request(maya).delete(`/tasks/${deleted}`);
  await wish({ quietHours: null });
  const { text } = await mailTo(tom);
  expect(text.match(/“.*” is .*/g)?.sort()).toEqual([
    '“Today” is due today.',
    '“Tomorrow” is due tomorrow.',
    '“Yesterday” is overdue.',
  ]);
  expect(text).not.toMatch(/Done|Archived|Put off|Undated|Deleted/);
});

describe('R29 a database that fails while a mail is being queued holds it up, but loses none of it:', () => {
  /** The task and the comment that Tom has been mailed of, in one mail or two. */
  async function both(): Promise<void> {
    const task = await createTask(server, project, { assignees: [tom.id] });
    await comment(task.id, 'Look');
    await told(tom, 4);
    await wish({ quietHours: null });
    const toTom = async (count: number) =>
      (await smtp.arrived(count)).map(({ text }) => text).filter((text) => /assigned|> Look/.test(text));
    for (let count = 1; ; count++) {
      const texts = (await toTom(count)).join();
      if (/assigned/.test(texts) && /> Look/.test(texts)) return;
    }
  }
  /** Chooses only some of a mail's notifications before it fails, once. */
  function chooseOnly(some: (ids: readonly string[]) => readonly string[]) {
    const { setMail } = NotificationStore.prototype;
    let hasFailed = false;
    return jest.spyOn(NotificationStore.prototype, 'setMail').mockImplementation(async function (
      this: NotificationStore,
      ids,
      from,
      change,
    ) {
      if (hasFailed || change.mail !== 'queued') return setMail.call(this, ids, from, change);
      hasFailed = true;
      await setMail.call(this, some(ids), from, change);
      throw new Error('away for a moment');
    });
  }

  test('its notifications are chosen', async () => {
    const { add } = MailQueue.prototype;
    const queued = jest
      .spyOn(MailQueue.prototype, 'add')
      .mockRejectedValueOnce(new Error('away for a moment'));
    queued.mockImplementation(add);
    await both();
    expect(queued.mock.calls.length).toBeGreaterThan(1);
  });

  test('some of them are chosen', async () => {
    chooseOnly((ids) => ids.slice(0, 1));
    await both();
  });

  test('others of them are chosen, and on their way while the rest is', async () => {
    const setMail = chooseOnly((ids) => ids.slice(1));
    const { compose } = server.app.services.notifications.mails;
    jest.spyOn(NotificationMails.prototype, 'compose').mockImplementation(async function (
      this: NotificationMails,
      ...mail
    ) {
      const written = await compose.apply(this, mail);
      const ofRest = () =>
        setMail.mock.results.filter((_, n) => setMail.mock.calls[n]?.[2].mail === 'queued')[1];
      while (!ofRest()) await setImmediate();
      await ofRest()?.value;
      return written;
    });
    await both();
  });
});

test('quiet hours of some hold up nobody else’s mails, however many wait', async () => {
  const other = await createMember(server, project);
  await smtp.arrived(1);
  const notifications = server.connection.collection<{ _id: string }>('notifications');
  const [made] = await notifications.find({ userId: tom.id }).toArray();
  const waiting = { ...made, at: new Date(0), readAt: null, mail: 'open' };
  await notifications.insertMany(Array.from({ length: 450 }, () => ({ ...waiting, _id: randomUUID() })));
  await createTask(server, project, { title: 'For one who is awake', assignees: [other.id] });
  expect((await smtp.arrived(2))[1]).toMatchObject({ to: other.email });
  expect(await notifications.countDocuments({ userId: tom.id, mail: 'open' })).toBe(450);
});

test('R30 one click ends all mails, and merely opening the link does not', async () => {
  await wish({ quietHours: null });
  await createTask(server, project, { assignees: [tom.id] });
  const [mail] = await smtp.arrived(1);
  const address = /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const looked = await fetch(address, { redirect: 'manual' });
  expect(looked.status).toBe(302);
  expect(looked.headers.get('Location')).toContain('/unsubscribe#');
  const form = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  expect((await fetch(address, form)).status).toBe(204);
  expect(JSON.stringify(server.log)).not.toContain(address.split('/').at(-1));
  expect((await fetch(`${address}x`, form)).status).toBe(404);
  await server.connection.collection('links').updateMany({}, { $set: { expiresAt: new Date(0) } });
  expect((await fetch(address, form)).status).toBe(404);
  const { body } = await server.request(tom).get('/notifications/settings');
  expect(JSON.stringify(body)).not.toMatch(/"(now|digest)"/);
  await lastWord();
  const other = await createMember(server, project);
  expect((await smtp.arrived(2))[1]?.to).toBe(other.email);
});

describe('web push', () => {
  const keys = {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  };

  test('tells a browser, but in quiet hours, and forgets one that is gone or signed out', async () => {
    const calls: IncomingHttpHeaders[] = [];
    let status = 201;
    const heard: Array<() => void> = [];
    const service = createServer((req, res) => {
      calls.push(req.headers);
      req.resume();
      res.writeHead(status).end();
      for (const wake of heard.splice(0)) wake();
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/device`;
    const call = () => new Promise<void>((resolve) => heard.push(resolve));
    const subscriptions = () => server.connection.collection('pushsubscriptions').countDocuments();
    try {
      const made = await server.request(tom).post<{ id: string }>('/notifications/push', { endpoint, keys });
      expect(made.status).toBe(201);
      await createTask(server, project, { assignees: [tom.id] });
      await told(tom, 3);
      await wish({ quietHours: null });
      const first = call();
      await createTask(server, project, { assignees: [tom.id] });
      await first;
      const { publicKey } = (await server.request(tom).get<{ publicKey: string }>('/notifications/push'))
        .body;
      expect(calls[0]).toMatchObject({
        'content-encoding': 'aes128gcm',
        authorization: expect.stringMatching(`^vapid t=.+, k=${publicKey}$`),
      });
      status = 410;
      const second = call();
      await createTask(server, project, { assignees: [tom.id] });
      await second;
      while ((await subscriptions()) > 0);
      expect((await server.request(tom).delete(`/notifications/push/${made.body.id}`)).status).toBe(404);

      await server.request(tom).post('/notifications/push', { endpoint, keys });
      await server.request(tom).post('/auth/logout');
      await createTask(server, project, { assignees: [tom.id] });
      while ((await subscriptions()) > 0);
      expect(calls).toHaveLength(2);
    } finally {
      service.close();
    }
  });

  test('a browser that subscribes again ends no other one, a new one beyond twenty does', async () => {
    const subscriptions = server.connection.collection<{ _id: string }>('pushsubscriptions');
    const subscribe = async (device: number) => {
      const endpoint = `https://push.example.org/${device}`;
      const { body } = await server
        .request(maya)
        .post<{ id: string }>('/notifications/push', { endpoint, keys });
      return body.id;
    };
    const ids: string[] = [];
    for (let device = 1; device <= 20; device++) ids.push(await subscribe(device));
    expect(await subscribe(7)).toBe(ids[6]);
    const kept = () => subscriptions.countDocuments({ _id: { $in: ids } });
    expect(await kept()).toBe(20);
    await subscribe(21);
    expect(await kept()).toBe(19);
    await subscriptions.deleteMany({});
  });

  test('all nodes have the same keys from the first question on, also with another secret', async () => {
    const database = await startTestDatabase();
    const nodes: TestServer[] = [];
    const start = async () => {
      const node = await startTestServer({ database, config: { jwtSecret: randomUUID() } });
      nodes.push(node);
      return { node, user: await createUser(node) };
    };
    const keyOf = async ({ node, user }: Awaited<ReturnType<typeof start>>) =>
      (await node.request(user).get<{ publicKey: string }>('/notifications/push')).body.publicKey;
    try {
      const [first, second] = await Promise.all((await Promise.all([start(), start()])).map(keyOf));
      expect(Buffer.from(first ?? '', 'base64url')).toHaveLength(65);
      expect([second, await keyOf(await start())]).toEqual([first, first]);
    } finally {
      for (const node of nodes) await node.stop();
      await database.close();
    }
  });

  test('goes to public addresses only', async () => {
    const strict = await startTestServer();
    try {
      const user = (await createProject(strict)).owner;
      for (const endpoint of [
        'http://push.example.org/x',
        'https://127.0.0.1/x',
        'https://[::1]/x',
        'https://10.1.2.3/x',
        'https://localhost/x',
        'https://metadata.internal/x',
        'nonsense',
      ])
        expect((await strict.request(user).post('/notifications/push', { endpoint, keys })).status).toBe(400);
      const endpoint = 'https://push.example.org/x';
      expect((await strict.request(user).post('/notifications/push', { endpoint, keys })).status).toBe(201);
    } finally {
      await strict.stop();
    }
    for (const address of ['169.254.169.254', '::ffff:10.0.0.1', 'fd00::1', '192.168.1.1', 'no address'])
      expect(isPrivateAddress(address)).toBe(true);
    for (const address of ['93.184.216.34', '2606:2800:220:1::1'])
      expect(isPrivateAddress(address)).toBe(false);
  });
});
