import { randomUUID } from 'node:crypto';
import type { User } from '@livelane/shared/users/user.schema';
import { languageTags } from '@livelane/shared/values/languages';
import { mongo } from 'mongoose';
import { secretIn, startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { createUser, createWorkspace, PASSWORD, registration } from './factories';
import { startTestServer, type TestServer } from './harness';

const ADMIN = 'admin@example.org';
const NEW_PASSWORD = 'another long one';

let smtp: TestMailServer;
let server: TestServer;
beforeEach(async () => {
  smtp = await startMailServer();
  server = await startTestServer({
    config: { mail: smtp.settings, mailRetrySeconds: 0.2, adminEmails: [ADMIN] },
  });
});
afterEach(async () => {
  await server.stop();
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
  // Away until then: an attempt that began before the withdrawal fails.
  while ((await mails.countDocuments({})) > 0);
  await smtp.setAway(false);
  const email = newEmail();
  await inviter.post(path, { roleId: 'member', email });
  while ((await mails.countDocuments({})) > 0);
  expect(smtp.received.map(({ to }) => to)).toEqual([email]);
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
