import { setImmediate } from 'node:timers/promises';
import type {
  NotificationPage,
  NotificationSettingsInput,
} from '@livelane/shared/notifications/notification.schema';
import { startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { NotificationMails } from '../src/features/notifications/notification.mails';
import { NotificationStore } from '../src/features/notifications/notification.store';
import { MailQueue } from '../src/mail/mail.queue';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  type TestProject,
  type TestUser,
} from './factories';
import { holdDate } from './fakeDate';
import { startTestServer, type TestServer } from './harness';
import { quietNow } from './quietNow';
import { zoneAtNoon } from './zoneAtNoon';

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
        pushAllowsPrivate: false,
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
  jest.useRealTimers();
  await server.stop();
  await smtp.close();
});

const comment = (taskId: string, text: string) =>
  server.request(maya).post<{ id: string }>(`/tasks/${taskId}/comments`, { text });
const wish = (input: NotificationSettingsInput) => server.request(tom).put('/notifications/settings', input);
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
  // Quoted-printable for “Shop\u00a0: <Bouton>”.
  expect(mail?.headers.subject).toBe('=?UTF-8?Q?Shop=C2=A0=3A_=3CBouton=3E?=');
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

test('R30 a comment that was edited meanwhile is mailed as it is then, and once', async () => {
  const task = await createTask(server, project, { title: 'Edited' });
  await server.request(tom).put(`/tasks/${task.id}/following`, { mode: 'follow' });
  const { body } = await comment(task.id, 'The password is hunter2');
  const edited = { text: `@[Tom](user:${tom.id}) The password comes separately` };
  await server.request(maya).put(`/comments/${body.id}`, edited);
  await told(tom, 4);
  await wish({ quietHours: null });
  const { text } = await mailTo(tom);
  expect(text).toMatch(/commented.*mentioned you/s);
  expect(text.match(/^> .*/gm)).toEqual(['> @Tom The password comes separately']);
  expect(text).not.toContain('hunter2');
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

test.each([10, -10])(
  'R30 a mail waits no longer for a node whose clock is %d minutes off, once it has written on the board',
  async (off) => {
    holdDate(Date.now() + off * 60_000);
    const task = await createTask(server, project, { title: 'Elsewhere', assignees: [tom.id] });
    jest.useRealTimers();
    await comment(task.id, `@[Tom](user:${tom.id}) Here`);
    await told(tom, 4);
    await wish({ quietHours: null });
    const { text } = await mailTo(tom);
    // In the order in which they came.
    expect(text.match(/assigned|> @Tom Here/g)).toEqual(['assigned', '> @Tom Here']);
  },
);

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
  const { timeZone, day } = zoneAtNoon();
  await wish({ timeZone, quietHours: { from: '11:00', to: '14:00' } });
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
