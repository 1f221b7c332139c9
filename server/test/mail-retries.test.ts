import { randomUUID } from 'node:crypto';
import { secretIn, startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { createUser, type TestUser } from './factories';
import { startTestServer, type TestServer } from './harness';

// Links in mails about accounts that are tried again: the retry begins when the test says so.

let smtp: TestMailServer;
let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  smtp = await startMailServer();
  server = await startTestServer({ config: { mail: smtp.settings, mailRetrySeconds: 3_600 } });
  user = await createUser(server);
});
afterEach(async () => {
  await server.stop();
  await smtp.close();
});

const mails = () => server.connection.collection('mails');
const hasFailed = async () => {
  while ((await mails().countDocuments({ lastError: { $exists: true } })) === 0);
};
/** Resolves once the mails that wait have been sent or dropped. */
async function tryAgain(): Promise<void> {
  await mails().updateMany({}, { $set: { nextAt: new Date(0) } });
  while ((await mails().countDocuments({})) > 0);
}
const expireLinks = () =>
  server.connection.collection('links').updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } });
const subjects = () => smtp.received.map(({ headers }) => headers.subject);
const secretOf = (index: number, page: 'reset' | 'confirm') => secretIn(smtp.received[index] as never, page);

const forgot = () => server.request().post('/auth/forgot', { email: user.email });
const reset = async (secret: string) =>
  (await server.request().post('/auth/reset', { secret, password: 'another long one' })).status;
const confirm = async (secret: string) => (await server.request().post('/auth/confirm', { secret })).status;
const change = (email: string) =>
  server.request(user).put(`/users/${user.id}`, { firstName: 'A', surname: 'B', email });

const ASKED = 'Choose a new password';
const TOLD = 'Your password was changed';

describe('the link for a new password', () => {
  test('opens nothing once it was used, also when its mail is tried again', async () => {
    smtp.next('lose the answer');
    await forgot();
    await smtp.arrived(1);
    const secret = secretOf(0, 'reset');
    expect(await reset(secret)).toBe(204);
    await smtp.arrived(2);
    await tryAgain();
    expect(subjects()).toEqual([ASKED, TOLD]);
    expect(await reset(secret)).toBe(404);
  });

  test('is not mailed once another one was used that was asked for later; a new one is', async () => {
    smtp.next({ refuse: 451 });
    await forgot();
    await hasFailed();
    await forgot();
    await smtp.arrived(1);
    expect(await reset(secretOf(0, 'reset'))).toBe(204);
    await smtp.arrived(2);
    await tryAgain();
    expect(subjects()).toEqual([ASKED, TOLD]);
    await forgot();
    await smtp.arrived(3);
    expect(await reset(secretOf(2, 'reset'))).toBe(204);
  });

  test('ends with another one that is used while its mail is being written', async () => {
    await forgot();
    await smtp.arrived(1);
    const { users } = server.app.services;
    const findByEmail = users.findByEmail.bind(users);
    let used = 0;
    jest.spyOn(users, 'findByEmail').mockImplementationOnce(async (email) => {
      const found = await findByEmail(email);
      used = await reset(secretOf(0, 'reset'));
      return found;
    });
    await forgot();
    await smtp.arrived(2);
    while ((await mails().countDocuments({})) > 0);
    expect([used, subjects()]).toEqual([204, [ASKED, TOLD]]);
    expect(await server.connection.collection('links').countDocuments({ kind: 'reset' })).toBe(0);
  });

  test('lives from the attempt on that got through', async () => {
    await smtp.setAway(true);
    await forgot();
    await hasFailed();
    await expireLinks();
    await smtp.setAway(false);
    await tryAgain();
    expect(await reset(secretOf(0, 'reset'))).toBe(204);
  });
});

describe('the link for a new address', () => {
  const email = () => `${randomUUID()}@example.org`;

  test('lives from the attempt on that got through', async () => {
    await smtp.setAway(true);
    await change(email());
    await hasFailed();
    await expireLinks();
    await smtp.setAway(false);
    await tryAgain();
    expect(await confirm(secretOf(0, 'confirm'))).toBe(204);
  });

  test('is not mailed again once it was used, nor once it was withdrawn', async () => {
    smtp.next('lose the answer');
    const first = email();
    await change(first);
    await smtp.arrived(1);
    const secret = secretOf(0, 'confirm');
    expect(await confirm(secret)).toBe(204);
    await smtp.arrived(2);
    smtp.next({ refuse: 451 });
    await change(email());
    while ((await mails().countDocuments({ lastError: { $exists: true } })) < 2);
    await change(first);
    await tryAgain();
    expect(smtp.received.map(({ to }) => to)).toEqual([first, user.email]);
    expect(await confirm(secret)).toBe(404);
  });
});
