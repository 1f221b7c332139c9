import { startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { checkMail } from '../src/maintenance/doctor/mail.check';
import { startTestDatabase, type TestDatabase } from './database';
import { createUser } from './factories';
import { startTestServer, type TestServer } from './harness';

// What a mail server may do, whatever the mails say.

const ADMIN = 'admin@example.org';

let smtp: TestMailServer;
let server: TestServer;
let database: TestDatabase;
const config = () => ({ mail: smtp.settings, mailRetrySeconds: 0.2 });
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

const aDayAgo = () => new Date(Date.now() - 25 * 60 * 60 * 1000);

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

  test('that names the link which it refuses gets no secret into the log', async () => {
    smtp.next({ refuse: 554, repeats: 'the link' });
    await forgot();
    await forgot();
    await smtp.arrived(1);
    const told = server.log.filter(({ msg }) => String(msg).includes('refuses a mail for good'));
    expect(told.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/blocked: http\S+\/reset#:secret$/),
    ]);
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
    await mails.updateMany({}, { $set: { failingSince: aDayAgo() } });
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

  test('that refuses for now what has waited for days gets it again: it had not been tried', async () => {
    await server.stop();
    const mails = (await database.connect()).collection('mails');
    server = await startTestServer({ database, config: { ...config(), mailRetrySeconds: 3_600 } });
    await smtp.setAway(true);
    const email = await forgot();
    while ((await mails.countDocuments({ lastError: { $exists: true } })) === 0);
    await server.stop();
    await smtp.setAway(false);
    // As one that its node had queued before it ended.
    await mails.updateMany(
      {},
      {
        $set: { createdAt: aDayAgo(), nextAt: new Date(0), attempts: 0 },
        $unset: { lastError: 1, failingSince: 1 },
      },
    );
    smtp.next({ refuse: 451 });
    server = await startTestServer({ database, config: config() });
    expect((await smtp.arrived(1))[0]?.to).toBe(email);
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

test('a mail server that repeats the sign-in gets no password into what the doctor says', async () => {
  const smtpUrl = new URL(`smtp://ann:pass%20word@${smtp.settings.smtpUrl.host}`);
  const [{ text } = { text: '' }] = await checkMail({ ...smtp.settings, smtpUrl }, ADMIN);
  expect(text).toContain('AUTH PLAIN :secret: :secret is wrong');
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
