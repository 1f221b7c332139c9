import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Session } from '@livelane/shared/auth/auth.schema';
import { verify } from '@node-rs/argon2';
import { mongo } from 'mongoose';
import { createUser, PASSWORD, type TestUser } from './factories';
import { type LogLine, startTestServer, type TestServer } from './harness';
import { lengthenWaits } from './lengthenWaits';

jest.mock('@node-rs/argon2', () => {
  const argon2 = jest.requireActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  return { ...argon2, verify: jest.fn(argon2.verify) };
});

let behindProxy: TestServer;
let direct: TestServer;
beforeAll(async () => {
  behindProxy = await startTestServer({ config: { trustProxy: 1 } });
  direct = await startTestServer();
});
beforeEach(lengthenWaits);
afterAll(async () => {
  await behindProxy.stop();
  await direct.stop();
});

function login(server: TestServer, email: string, password: string, from?: string) {
  return server
    .request()
    .with(from === undefined ? {} : { 'X-Forwarded-For': from })
    .post<Session & { code?: string }>('/auth/login', { email, password });
}

function auditOf(log: readonly LogLine[], event: string, email: string): LogLine[] {
  return log.filter((line) => line.kind === 'audit' && line.event === event && line.email === email);
}

test('60 wrong passwords are limited while the right user gets in from elsewhere', async () => {
  const { email } = await createUser(behindProxy);
  const statuses: number[] = [];
  for (let i = 0; i < 60; i++) {
    statuses.push((await login(behindProxy, email, `guess ${i}`, '192.0.2.66')).status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(statuses.slice(10)).toContain(429);
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(14);
  const limited = await login(behindProxy, email, PASSWORD, '192.0.2.66');
  expect(limited.status).toBe(429);
  expect(limited.body.code).toBe('too_many_requests');
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await login(behindProxy, email, PASSWORD, '198.51.100.7')).status).toBe(200);
});

test('60 wrong passwords sent at once are limited too', async () => {
  const { email } = await createUser(behindProxy);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => login(behindProxy, email, `guess ${i}`, '192.0.2.77')),
  );
  expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(12);
  expect(answers.every((answer) => answer.status === 401 || answer.status === 429)).toBe(true);
});

test('without a trusted proxy a spoofed X-Forwarded-For does not move the limit', async () => {
  const { email } = await createUser(direct);
  for (let i = 0; i < 10; i++) await login(direct, email, 'guess', `203.0.113.${i}`);
  expect((await login(direct, email, 'guess', '203.0.113.99')).status).toBe(429);
  expect((await login(direct, email, PASSWORD, '203.0.113.100')).status).toBe(429);
});

test('behind one proxy only its entry counts: what the client puts before it does not move the limit', async () => {
  const { email } = await createUser(behindProxy);
  for (let i = 0; i < 10; i++) await login(behindProxy, email, 'guess', `203.0.113.${i}, 192.0.2.88`);
  expect((await login(behindProxy, email, 'guess', '203.0.113.99, 192.0.2.88')).status).toBe(429);
  expect((await login(behindProxy, email, PASSWORD, '192.0.2.89')).status).toBe(200);
});

test('the email in another case or with spaces does not move the limit', async () => {
  const { email } = await createUser(behindProxy);
  const forms = [email, email.toUpperCase(), ` ${email} `];
  for (let i = 0; i < 10; i++) await login(behindProxy, forms[i % 3] ?? email, 'guess', '192.0.2.90');
  expect((await login(behindProxy, email, 'guess', '192.0.2.90')).status).toBe(429);
});

test('successes are not limited', async () => {
  const { email } = await createUser(behindProxy);
  for (let i = 0; i < 25; i++) {
    expect((await login(behindProxy, email, PASSWORD, '192.0.2.91')).status).toBe(200);
  }
});

test('the right password of a deactivated account is a failure like a wrong one', async () => {
  const { id, email } = await createUser(behindProxy);
  await behindProxy.app.services.users.deactivate(id, new Date());
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++)
    statuses.push((await login(behindProxy, email, PASSWORD, '192.0.2.94')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('login checks one password for unknown emails as for known ones; the benchmark measures the times', async () => {
  const { email } = await createUser(behindProxy);
  const checks = async (address: string) => {
    jest.mocked(verify).mockClear();
    expect((await login(behindProxy, address, 'wrong password', '192.0.3.1')).status).toBe(401);
    return jest.mocked(verify).mock.calls.length;
  };
  expect(await checks(email)).toBe(1);
  expect(await checks('nobody@example.org')).toBe(1);
});

test('the audit log tells of successes, failures and limits, and holds no secret', async () => {
  const secret = 'a very secret password';
  const user = await createUser(behindProxy, { password: secret });
  for (let i = 0; i < 11; i++) await login(behindProxy, user.email, `${secret}!`, '192.0.2.92');
  const answer = await login(behindProxy, user.email, secret, '192.0.2.93');
  await behindProxy.request(answer.body).post('/auth/logout');
  const { log } = behindProxy;
  expect(auditOf(log, 'login.failed', user.email)).toHaveLength(10);
  expect(auditOf(log, 'login.limited', user.email)).toHaveLength(1);
  expect(log).toContainEqual(
    expect.objectContaining({ event: 'login.ok', userId: user.id, address: '192.0.2.93' }),
  );
  expect(log).toContainEqual(expect.objectContaining({ event: 'logout', userId: user.id }));
  const text = JSON.stringify(log);
  for (const hidden of [secret, user.token, user.refreshToken, answer.body.token, '$argon2id']) {
    expect(text).not.toContain(hidden);
  }
});

test('whoever is limited cannot fill the audit log: a limit is recorded once, however often it is met', async () => {
  const { email } = await createUser(behindProxy);
  const limitsOf = (address: string) =>
    behindProxy.log.filter((line) => line.event === 'login.limited' && line.address === address);
  for (let i = 0; i < 30; i++) await login(behindProxy, email, 'guess', '192.0.2.96');
  expect(limitsOf('192.0.2.96')).toMatchObject([{ email }]);
  await login(behindProxy, email, 'guess', '192.0.2.97');
  for (let i = 0; i < 130; i++) await login(behindProxy, `nobody${i}@example.org`, 'guess', '192.0.2.97');
  expect(limitsOf('192.0.2.97')).toMatchObject([{ email: 'nobody99@example.org' }]);
});

test('look-ups by email are limited by user, wherever they ask from; a colleague at the same address does not notice', async () => {
  const [user, colleague] = [await createUser(behindProxy), await createUser(behindProxy)];
  const lookUp = async (who: TestUser, from: string) =>
    (await behindProxy.request(who).with({ 'X-Forwarded-For': from }).get('/users?email=a@example.org'))
      .status;
  const statuses: number[] = [];
  for (let i = 0; i < 60; i++) statuses.push(await lookUp(user, `192.0.2.${i % 2}`));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await lookUp(user, '192.0.2.0')).toBe(429);
  expect(await lookUp(user, '192.0.2.200')).toBe(429);
  expect(await lookUp(colleague, '192.0.2.0')).toBe(200);
});

test('whether others have an address is told no more often by a change of one’s own', async () => {
  const [user, colleague] = [await createUser(direct), await createUser(direct)];
  const client = direct.request(user);
  const change = async (email: string) =>
    (await client.put(`/users/${user.id}`, { firstName: 'Ada', surname: 'Byron', email })).status;
  for (let i = 0; i < 58; i++) await client.get('/users?email=a@example.org');
  expect(await change(colleague.email)).toBe(409);
  expect(await change(colleague.email)).toBe(409);
  expect(await change(colleague.email)).toBe(429);
  expect(await change(`new-${user.email}`)).toBe(429);
  expect((await client.get('/users?email=a@example.org')).status).toBe(429);
  expect(await change(user.email)).toBe(200);
});

test('old passwords cannot be guessed with a stolen token: the attempts of one user are limited', async () => {
  const NEW = 'another password';
  const [user, colleague] = [await createUser(direct), await createUser(direct)];
  const guess = async (who: TestUser, oldPassword: string) =>
    direct
      .request(who)
      .put(`/users/${who.id}/password`, { oldPassword, newPassword: NEW, newPasswordConfirm: NEW });
  for (let i = 0; i < 20; i++) {
    expect((await guess(user, `guess ${i}`)).body.message).toBe('Old password is wrong');
  }
  const limited = await guess(user, PASSWORD);
  expect([limited.status, limited.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await guess(colleague, PASSWORD)).status).toBe(204);
});

test('without a sign-in: 401, however often; it counts against no limit', async () => {
  const statuses = new Set<number>();
  for (let i = 0; i < 70; i++)
    statuses.add((await direct.request({ token: 'none' }).get('/users?email=a@example.org')).status);
  expect(statuses).toEqual(new Set([401]));
});

test('/readyz asks the database on a connection of its own, however busy the others are', async () => {
  const { db } = direct.connection;
  if (!db) throw new Error('not connected');
  jest.spyOn(db, 'admin').mockReturnValue({ ping: () => new Promise(() => {}) } as never);
  expect((await fetch(`${direct.url}/readyz`)).status).toBe(200);
});

test('R32 /readyz asks the database once for all who call at one moment', async () => {
  const asked = jest.spyOn(mongo.MongoClient.prototype, 'db');
  const { hostname, port } = new URL(direct.url);
  const socket = connect(Number(port), hostname);
  const call = (headers = '') => `GET /readyz HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n`;
  socket.write(call().repeat(19) + call('Connection: close\r\n'));
  expect((await text(socket)).match(/HTTP\/1\.1 200 /g)).toHaveLength(20);
  expect(asked.mock.calls.filter(([name]) => name === 'admin').length).toBeLessThanOrEqual(2);
});
