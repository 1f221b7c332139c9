import { randomUUID } from 'node:crypto';
import type { User } from '@livelane/shared/users/user.schema';
import { languageTags } from '@livelane/shared/values/languages';
import { mongo } from 'mongoose';
import { secretIn, startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { checkMail } from '../src/maintenance/doctor/mail.check';
import { startTestDatabase, type TestDatabase } from './database';
import { createUser, createWorkspace, PASSWORD, registration } from './factories';
import { startTestServer, type TestServer } from './harness';

const ADMIN = 'admin@example.org';
const NEW_PASSWORD = 'another long one';

let smtp: TestMailServer;
let server: TestServer;
let database: TestDatabase;
const config = () => ({ mail: smtp.settings, mailRetrySeconds: 0.2, adminEmails: [ADMIN] });
beforeEach(async () => {
  smtp = await startMailServer();
  database = await startTestDatabase();
  server = await startTestServer({ database, config: config() });
});
afterEach(async () => {
  await server.stop();
  await database.close();
  await smtp.close();
});

const login = (email: string, password: string) =>
  server.request().post<{ token: string; user: User }>('/auth/login', { email, password });
const newEmail = () => `${randomUUID()}@example.org`;
const change = (user: { id: string; token: string }, email: string) =>
  server.request(user).put<User>(`/users/${user.id}`, { firstName: 'A', surname: 'B', email });

describe('a forgotten password', () => {
  test('is mailed a link in the asker’s language, and its change is told', async () => {
    const { email } = await createUser(server, { email: ADMIN });
    const asker = server.request().with({ 'Accept-Language': 'de-AT, en;q=0.5' });
    expect((await asker.post('/auth/forgot', { email: newEmail() })).status).toBe(204);
    expect((await asker.post('/auth/forgot', { email })).status).toBe(204);
    const [mail] = await smtp.arrived(1);
    expect(mail).toMatchObject({
      to: email,
      headers: { 'auto-submitted': 'auto-generated', 'content-language': 'de' },
    });
    expect(mail?.headers['list-unsubscribe']).toBeUndefined();
    expect(mail?.text).toContain('Neues Passwort');
    const body = { secret: secretIn(mail as never, 'reset'), password: NEW_PASSWORD };
    expect((await server.request().post('/auth/reset', body)).status).toBe(204);
    const signedIn = await login(email, NEW_PASSWORD);
    expect(signedIn.body.user).toMatchObject({ isAdmin: true, hasPassword: true, pendingEmail: null });
    const [, told] = await smtp.arrived(2);
    expect(told?.text).toContain('has just been changed');
    expect(smtp.received).toHaveLength(2);
    expect(JSON.stringify(server.log)).not.toContain(body.secret);
  });

  test('is mailed five times an hour, and asking again ends no earlier link', async () => {
    const { email } = await createUser(server);
    for (let i = 0; i < 7; i++)
      expect((await server.request().post('/auth/forgot', { email })).status).toBe(204);
    // The queue is in order: what comes after them has seen them go.
    const other = await createUser(server);
    await server.request().post('/auth/forgot', { email: other.email });
    const mails = await smtp.arrived(6);
    expect(mails.map(({ to }) => to)).toEqual([...Array(5).fill(email), other.email]);
    const [first] = mails;
    const body = { secret: secretIn(first as never, 'reset'), password: NEW_PASSWORD };
    expect((await server.request().post('/auth/reset', body)).status).toBe(204);
  });
});

test('someone who has changed their password is told so, and someone who was refused is not', async () => {
  const user = await createUser(server);
  const put = (oldPassword: string) =>
    server.request(user).put(`/users/${user.id}/password`, {
      oldPassword,
      newPassword: NEW_PASSWORD,
      newPasswordConfirm: NEW_PASSWORD,
    });
  expect((await put('not the one')).status).toBe(400);
  expect((await put(PASSWORD)).status).toBe(204);
  const [told] = await smtp.arrived(1);
  expect(told).toMatchObject({ to: user.email, headers: { subject: 'Your password was changed' } });
});

describe('another address', () => {
  test('waits until the mail that went there has been answered; the old address is told', async () => {
    const user = await createUser(server);
    const email = newEmail();
    const asked = await change(user, email);
    expect(asked).toMatchObject({ status: 200, body: { email: user.email, pendingEmail: email } });
    const [mail] = await smtp.arrived(1);
    expect(mail?.to).toBe(email);
    const body = { secret: secretIn(mail as never, 'confirm') };
    expect((await server.request().post('/auth/confirm', body)).status).toBe(204);
    expect((await server.request().post('/auth/confirm', body)).body.code).toBe('invalid_link');
    expect((await login(user.email, PASSWORD)).status).toBe(401);
    expect((await login(email, PASSWORD)).body.user).toMatchObject({ email, pendingEmail: null });
    const [, told] = await smtp.arrived(2);
    expect(told).toMatchObject({ to: user.email, text: expect.stringContaining(email) });
  });

  test('is withdrawn by the old one, and taken by nobody else’s account', async () => {
    const [user, other] = [await createUser(server), await createUser(server)];
    expect((await change(user, other.email)).status).toBe(409);
    const email = newEmail();
    await change(user, email);
    await change(other, email);
    const [mine, theirs] = await smtp.arrived(2);
    const confirm = (mail: unknown) =>
      server.request().post('/auth/confirm', { secret: secretIn(mail as never, 'confirm') });
    expect((await change(user, user.email)).body.pendingEmail).toBeNull();
    expect((await confirm(mine)).status).toBe(404);
    await change(user, email);
    const [, , again] = await smtp.arrived(3);
    expect((await confirm(theirs)).status).toBe(204);
    expect(await confirm(again)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  test('waits on while its owner saves another name beside the old one', async () => {
    const user = await createUser(server);
    const email = newEmail();
    await change(user, email);
    const base = { firstName: user.firstName, surname: user.surname, email: user.email };
    const body = { ...base, surname: 'Anew', base };
    const saved = await server.request(user).put<User>(`/users/${user.id}`, body);
    expect(saved.body).toMatchObject({ surname: 'Anew', email: user.email, pendingEmail: email });
  });

  test.each(['reset', 'changed'])(
    'that somebody else has asked for is forgotten when the password is %s',
    async (how) => {
      const user = await createUser(server);
      // By a session that the owner does not know of.
      await change(user, newEmail());
      const [asked] = await smtp.arrived(1);
      if (how === 'reset') {
        await server.request().post('/auth/forgot', { email: user.email });
        const [, mail] = await smtp.arrived(2);
        const body = { secret: secretIn(mail as never, 'reset'), password: NEW_PASSWORD };
        expect((await server.request().post('/auth/reset', body)).status).toBe(204);
      } else {
        const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, newPasswordConfirm: NEW_PASSWORD };
        expect((await server.request(user).put(`/users/${user.id}/password`, body)).status).toBe(204);
      }
      const secret = secretIn(asked as never, 'confirm');
      expect((await server.request().post('/auth/confirm', { secret })).body.code).toBe('invalid_link');
      expect((await login(user.email, NEW_PASSWORD)).body.user).toMatchObject({ pendingEmail: null });
    },
  );

  test('R30 that is forgotten with the former password is not mailed any more', async () => {
    const user = await createUser(server);
    await smtp.setAway(true);
    await change(user, newEmail());
    const mails = server.connection.collection('mails');
    while ((await mails.countDocuments({ lastError: { $exists: true } })) === 0);
    const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, newPasswordConfirm: NEW_PASSWORD };
    expect((await server.request(user).put(`/users/${user.id}/password`, body)).status).toBe(204);
    await smtp.setAway(false);
    while ((await mails.countDocuments({})) > 0);
    expect(smtp.received.map(({ to }) => to)).toEqual([user.email]);
  });

  test('that waits is mailed a new link once the earlier one has expired', async () => {
    const user = await createUser(server);
    const email = newEmail();
    await change(user, email);
    const [first] = await smtp.arrived(1);
    // Saving a new name sends the same address along: that is not a new request.
    expect((await change(user, email)).body.pendingEmail).toBe(email);
    await server.connection.collection('links').updateMany({}, { $set: { expiresAt: new Date(0) } });
    expect((await change(user, email)).body.pendingEmail).toBe(email);
    const [, second] = await smtp.arrived(2);
    const confirm = (mail: unknown) =>
      server.request().post('/auth/confirm', { secret: secretIn(mail as never, 'confirm') });
    expect((await confirm(first)).status).toBe(404);
    expect((await confirm(second)).status).toBe(204);
  });

  test('whose mail could not be queued is mailed when it is asked for again', async () => {
    const user = await createUser(server);
    const email = newEmail();
    const away = new mongo.MongoNetworkError('connection closed');
    jest.spyOn(server.app.services.mail, 'add').mockRejectedValueOnce(away);
    expect((await change(user, email)).status).toBe(503);
    expect((await change(user, email)).body.pendingEmail).toBe(email);
    const [mail] = await smtp.arrived(1);
    const secret = secretIn(mail as never, 'confirm');
    expect((await server.request().post('/auth/confirm', { secret })).status).toBe(204);
  });

  test('that a user types again is mailed again', async () => {
    const user = await createUser(server);
    const email = newEmail();
    const base = { firstName: user.firstName, surname: user.surname, email: user.email };
    const ask = () => server.request(user).put<User>(`/users/${user.id}`, { ...base, email, base });
    await ask();
    await smtp.arrived(1);
    expect(await ask()).toMatchObject({ status: 200, body: { pendingEmail: email } });
    const [, second] = await smtp.arrived(2);
    const secret = secretIn(second as never, 'confirm');
    expect((await server.request().post('/auth/confirm', { secret })).status).toBe(204);
  });

  test('is mailed when the link that lives is for another one', async () => {
    const user = await createUser(server);
    const email = newEmail();
    await change(user, email);
    await smtp.arrived(1);
    // As two tabs leave it that ask for two addresses at once.
    const links = server.connection.collection('links');
    await links.updateMany({ userId: user.id }, { $set: { email: newEmail() } });
    await change(user, email);
    const [, second] = await smtp.arrived(2);
    const secret = secretIn(second as never, 'confirm');
    expect((await server.request().post('/auth/confirm', { secret })).status).toBe(204);
  });

  test('is asked for five times an hour', async () => {
    const user = await createUser(server);
    for (let i = 0; i < 5; i++) expect((await change(user, newEmail())).status).toBe(200);
    expect((await change(user, newEmail())).status).toBe(429);
  });
});

test('an invitation with an address is mailed, and its link lets them register', async () => {
  const workspace = await createWorkspace(server, { name: '<b>Shop</b> & Co' });
  const email = newEmail();
  const inviter = server.request(workspace.owner).with({ 'Accept-Language': 'ar' });
  const path = `/workspaces/${workspace.id}/invitations`;
  expect((await inviter.post(path, { roleId: 'member', email })).status).toBe(201);
  const [mail] = await smtp.arrived(1);
  expect(mail?.html).toContain('dir="rtl"');
  expect(mail?.html).toContain('&lt;b&gt;Shop&lt;/b&gt; &amp; Co');
  expect(mail?.html).not.toMatch(/<b>|src=|url\(/);
  const invitation = secretIn(mail as never, 'invitation');
  const body = registration({ email, invitation });
  expect((await server.request().post('/auth/register', body)).status).toBe(201);
});

test('R30 an invitation that was withdrawn before its mail left is not mailed', async () => {
  const workspace = await createWorkspace(server);
  const inviter = server.request(workspace.owner);
  const path = `/workspaces/${workspace.id}/invitations`;
  await smtp.setAway(true);
  const made = await inviter.post<{ id: string }>(path, { roleId: 'member', email: newEmail() });
  const mails = server.connection.collection('mails');
  while ((await mails.countDocuments({ lastError: { $exists: true } })) === 0);
  expect((await inviter.delete(`${path}/${made.body.id}`)).status).toBe(204);
  await smtp.setAway(false);
  const email = newEmail();
  await inviter.post(path, { roleId: 'member', email });
  while ((await mails.countDocuments({})) > 0);
  expect(smtp.received.map(({ to }) => to)).toEqual([email]);
});

describe('R30 a mail server', () => {
  const forgot = async () => {
    const { email } = await createUser(server);
    await server.request().post('/auth/forgot', { email });
    return email;
  };

  test('that refuses for now, cuts or is away gets the same mail again, once', async () => {
    smtp.next({ refuse: 451 }, 'drop in the message');
    const first = await forgot();
    expect((await smtp.arrived(1))[0]?.to).toBe(first);
    await smtp.setAway(true);
    const second = await forgot();
    await smtp.setAway(false);
    await smtp.arrived(2);
    expect(smtp.received.map(({ to }) => to)).toEqual([first, second]);
    const ids = smtp.received.map(({ headers }) => headers['message-id']);
    expect(new Set(ids).size).toBe(2);
  });

  test('that refuses for good is not asked again', async () => {
    smtp.next({ refuse: 554 });
    await forgot();
    const others = [await forgot(), await forgot()];
    expect((await smtp.arrived(2)).map(({ to }) => to)).toEqual(others);
    expect(server.log.filter(({ msg }) => String(msg).includes('refuses a mail for good'))).toHaveLength(1);
  });

  test.each([
    { refuse: 530, at: 'sender' },
    { refuse: 553, at: 'sender' },
    { refuse: 530, at: 'recipient' },
  ] as const)(
    'that refuses what SMTP_URL or MAIL_FROM says, as by %j, gets the mail again',
    async (refusal) => {
      smtp.next(refusal);
      const email = await forgot();
      expect((await smtp.arrived(1)).map(({ to }) => to)).toEqual([email]);
    },
  );

  test('that does not know the recipient is not asked again', async () => {
    smtp.next({ refuse: 550, at: 'recipient' });
    await forgot();
    const other = await forgot();
    expect((await smtp.arrived(1)).map(({ to }) => to)).toEqual([other]);
  });

  test('that is away for a day is told to the operator, and the mail is given up', async () => {
    const mails = server.connection.collection('mails');
    const failed = async () => (await mails.countDocuments({ lastError: { $exists: true } })) > 0;
    await smtp.setAway(true);
    await forgot();
    while (!(await failed()));
    await mails.updateMany({}, { $set: { createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) } });
    while ((await mails.countDocuments({})) > 0);
    expect(server.log).toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: expect.stringMatching(/24 hours.*SMTP_URL and MAIL_FROM/),
        step: 'connect',
      }),
    );
    await smtp.setAway(false);
  });

  test('gets nothing that was queued with another secret, and all that comes after it', async () => {
    await smtp.setAway(true);
    await forgot();
    await server.stop();
    await smtp.setAway(false);
    server = await startTestServer({ database, config: { ...config(), jwtSecret: 'x'.repeat(32) } });
    const second = await forgot();
    await smtp.arrived(1);
    while ((await server.connection.collection('mails').countDocuments({})) > 0);
    expect(smtp.received.map(({ to }) => to)).toEqual([second]);
    expect(server.log.filter(({ msg }) => String(msg).includes('another JWT_SECRET'))).toHaveLength(1);
  });

  test('that takes its time gets each mail once, from two nodes', async () => {
    const other = await startTestServer({ database, config: config() });
    smtp.next({ delayMs: 1_500 });
    const emails = [await forgot(), await forgot(), await forgot()];
    await smtp.arrived(3);
    await other.stop();
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(emails.sort());
  });
});

test('the doctor sends a mail, and says at which step it fails', async () => {
  expect(await checkMail(smtp.settings, ADMIN)).toMatchObject([{ state: 'ok' }]);
  expect(smtp.received[0]).toMatchObject({ to: ADMIN });
  const step = async (smtpUrl: string) =>
    (await checkMail({ ...smtp.settings, smtpUrl: new URL(smtpUrl) }, ADMIN))[0];
  const { host } = smtp.settings.smtpUrl;
  smtp.next({ refuse: 554 });
  expect((await checkMail(smtp.settings, ADMIN))[0]?.text).toContain('“message”');
  smtp.next({ refuse: 550, at: 'recipient' });
  expect((await checkMail(smtp.settings, ADMIN))[0]?.text).toContain('“sender or recipient”');
  expect((await step(`smtp://u:p@${host}`))?.text).toContain('“sign in”');
  smtp.next({ refuse: 530, at: 'sender' });
  expect((await checkMail(smtp.settings, ADMIN))[0]?.text).toContain('“sign in”');
  expect((await step(`smtps://${host}`))?.text).toMatch(/^.*“encrypt”.*$/);
  await smtp.setAway(true);
  expect((await checkMail(smtp.settings, ADMIN))[0]?.text).toContain('“connect”');
  expect((await checkMail(undefined, ADMIN))[0]?.state).toBe('fault');
  await smtp.setAway(false);
});

test('a password goes to another machine by an encrypted connection only, unless SMTP_URL allows it', async () => {
  // It leads here, but is no name of this machine.
  const host = `0.0.0.0:${smtp.settings.smtpUrl.port}`;
  const check = async (smtpUrl: string) =>
    (await checkMail({ ...smtp.settings, smtpUrl: new URL(smtpUrl) }, ADMIN))[0]?.text;
  expect(await check(`smtp://u:p@${host}`)).toContain('“encrypt”');
  expect(await check(`smtp://u:p@${host}?requireTLS=false`)).toContain('“sign in”');
  expect(await check(`smtp://${host}`)).toContain('has taken a mail');
});

test('there is a text for every language, and none is left unfilled', async () => {
  for (const language of languageTags) {
    const { email } = await createUser(server);
    await server.request().with({ 'Accept-Language': language }).post('/auth/forgot', { email });
  }
  const mails = await smtp.arrived(languageTags.length);
  expect(mails.map(({ headers }) => headers['content-language'])).toEqual([...languageTags]);
  for (const { text, html } of mails) expect(text + html).not.toMatch(/\{\w+\}(?!.*important)/);
});
