import { randomUUID } from 'node:crypto';
import type { UserSession } from '@livelane/shared/auth/account.schema';
import type { Session } from '@livelane/shared/auth/auth.schema';
import type { linkModel } from '../src/features/auth/link.model';
import { PasswordHasher } from '../src/features/auth/password.hasher';
import { issueReset, RESET_MS } from '../src/features/auth/password-reset';
import { withCookie } from './cookies';
import { startTestDatabase } from './database';
import { createInvitation, createUser, createWorkspace, PASSWORD, type TestUser } from './factories';
import { disconnected, nextEvent, serverForTests, startTestServer, type TestServer } from './harness';

const ADMIN = 'admin@example.org';
const NEW_PASSWORD = 'another long one';

const server = serverForTests();

const login = (target: TestServer, email: string, password: string) =>
  target.request().post<{ token: string }>('/auth/login', { email, password });

const register = (target: TestServer, fields: { invitation?: string }) => {
  const person = { firstName: 'A', surname: 'B', password: PASSWORD, password_confirm: PASSWORD };
  return target
    .request()
    .post('/auth/register', { ...person, email: `${randomUUID()}@example.org`, ...fields });
};

async function resetSecret({ email }: TestUser, { app, connection } = server): Promise<string> {
  const { users } = app.services;
  const links = connection.models.Link as ReturnType<typeof linkModel>;
  const user = await users.findByEmail(email);
  if (!user) throw new Error('no such account');
  return issueReset(links, user, new Date(), RESET_MS);
}

describe('a forgotten password', () => {
  test('is replaced by a link, once; every session and every other link ends', async () => {
    const user = await createUser(server);
    const [secret, other] = [await resetSecret(user), await resetSecret(user)];
    const socket = await server.socket(user);
    const ended = nextEvent(socket, 'session:ended');
    const body = { secret, password: NEW_PASSWORD };
    expect((await server.request().post('/auth/reset', { secret, password: 'short' })).status).toBe(400);
    const answers = await Promise.all([
      server.request().post('/auth/reset', body),
      server.request().post('/auth/reset', body),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await ended).toEqual({ reason: 'password_changed' });
    await disconnected(socket);
    expect((await server.request(user).get('/workspaces/user')).status).toBe(401);
    expect((await login(server, user.email, PASSWORD)).status).toBe(401);
    expect((await login(server, user.email, NEW_PASSWORD)).status).toBe(200);
    const late = await server.request().post('/auth/reset', { secret: other, password: NEW_PASSWORD });
    expect(late).toMatchObject({ status: 404, body: { code: 'invalid_link' } });
  });

  test('is replaced once by a link that is sent twice; the second request ends nothing', async () => {
    const user = await createUser(server);
    const body = { secret: await resetSecret(user), password: NEW_PASSWORD };
    const hash = PasswordHasher.prototype.hash;
    const first = { status: 0, session: { token: '' } };
    // Behind the other one's hash the first request is answered, and its user signs in.
    jest.spyOn(PasswordHasher.prototype, 'hash').mockImplementationOnce(async function (
      this: PasswordHasher,
      ...args
    ) {
      const passwordHash = await hash.apply(this, args);
      first.status = (await server.request().post('/auth/reset', body)).status;
      first.session = (await login(server, user.email, NEW_PASSWORD)).body;
      return passwordHash;
    });
    expect(await server.request().post('/auth/reset', body)).toMatchObject({
      status: 404,
      body: { code: 'invalid_link' },
    });
    expect(first.status).toBe(204);
    expect((await server.request(first.session).get('/workspaces/user')).status).toBe(200);
  });

  test('is replaced neither by an expired link nor by one of another kind, and no link is stored as it is', async () => {
    const user = await createUser(server);
    const secret = await resetSecret(user);
    const links = server.connection.collection('links');
    const kept = await links.find({ userId: user.id }).toArray();
    expect(kept).toMatchObject([{ kind: 'reset' }]);
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect((await server.request().post('/auth/confirm', { secret })).body.code).toBe('invalid_link');
    await links.updateMany({ userId: user.id }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    const late = await server.request().post('/auth/reset', { secret, password: NEW_PASSWORD });
    expect(late).toMatchObject({ status: 404, body: { code: 'invalid_link' } });
    expect((await login(server, user.email, PASSWORD)).status).toBe(200);
  });

  test('is replaced by no link that was made for another address, which that would prove', async () => {
    const links = server.connection.collection('links');
    const user = await createUser(server);
    const made = await resetSecret(user);
    const { firstName } = user;
    const email = `${randomUUID()}@example.org`;
    expect(
      (await server.request(user).put(`/users/${user.id}`, { firstName, surname: 'B', email })).status,
    ).toBe(200);
    expect(await links.countDocuments({ userId: user.id })).toBe(0);
    // The address changes after a mail's account has been looked up.
    const late = await resetSecret({ ...user, email });
    await links.updateMany({ userId: user.id }, { $set: { email: user.email } });
    for (const secret of [made, late]) {
      const answer = await server.request().post('/auth/reset', { secret, password: NEW_PASSWORD });
      expect(answer).toMatchObject({ status: 404, body: { code: 'invalid_link' } });
    }
    expect((await login(server, email, PASSWORD)).status).toBe(200);
    expect((await server.app.services.users.find(user.id))?.emailProvenAt).toBeUndefined();
  });

  test('is asked for with one answer, whether the address is known or not', async () => {
    const { email } = await createUser(server);
    for (const known of [email, `${randomUUID()}@example.org`]) {
      expect(await server.request().post('/auth/forgot', { email: known })).toMatchObject({
        status: 204,
        body: undefined,
      });
    }
    expect((await server.request().post('/auth/forgot', { email: 'no address' })).status).toBe(400);
  });
});

test('secrets that open nothing are limited by network address', async () => {
  const limited = await startTestServer();
  try {
    for (let i = 0; i < 60; i++)
      expect((await limited.request().get(`/invitations/${randomUUID()}`)).status).toBe(404);
    expect((await limited.request().get(`/invitations/${randomUUID()}`)).status).toBe(429);
    const body = { secret: 'x', password: NEW_PASSWORD };
    expect((await limited.request().post('/auth/reset', body)).status).toBe(429);
    expect((await register(limited, { invitation: 'x' })).status).toBe(429);
    expect((await register(limited, {})).status).toBe(201);
  } finally {
    await limited.stop();
  }
});

test('malformed secrets open nothing either, and no log holds the secret of a link', async () => {
  const malformed = 'A'.repeat(5_000);
  const user = await createUser(server);
  const workspace = await createWorkspace(server);
  const { secret } = await createInvitation(server, workspace);
  const reset = { secret: malformed, password: NEW_PASSWORD };
  const person = { firstName: 'A', surname: 'B', password: PASSWORD, password_confirm: PASSWORD };
  for (const answer of [
    await server.request().post('/auth/reset', reset),
    await server.request().post('/auth/confirm', { secret: malformed }),
    await server.request().post('/auth/register', {
      ...person,
      email: `${randomUUID()}@example.org`,
      invitation: malformed,
    }),
    await server.request().post('/auth/register', {
      ...person,
      email: `${randomUUID()}@example.org`,
      invitation: '',
    }),
    await server.request().post('/auth/register', {
      ...person,
      email: `${randomUUID()}@example.org`,
      invitation: 5,
    }),
    await server.request().post('/auth/reset', { secret: null, password: PASSWORD }),
    await server.request().post('/auth/confirm', {}),
    await server.request().get(`/invitations/${malformed}`),
    await server.request(user).post(`/invitations/${malformed}/accept`),
    await server.request().post(`/mail/unsubscribe/${secret}`),
  ])
    expect(answer).toMatchObject({ status: 404, body: { code: 'invalid_link' } });
  expect((await server.request().get(`/invitations/${secret}`)).status).toBe(200);
  expect((await server.request(user).post(`/invitations/${secret}/accept`)).status).toBe(200);
  expect(JSON.stringify(server.log)).toContain('/v1/invitations/:secret');
  expect(JSON.stringify(server.log)).not.toContain(secret);
});

test('with REGISTRATION=invited only the invited and administrators register', async () => {
  const closed = await startTestServer({ config: { registration: 'invited', adminEmails: [ADMIN] } });
  try {
    const options = await closed.request().get('/auth/options');
    expect(options.body).toEqual({ registration: 'invited', mail: false, passwords: true, oidc: null });
    const person = { firstName: 'A', surname: 'B', password: PASSWORD, password_confirm: PASSWORD };
    const email = `${randomUUID()}@example.org`;
    for (const body of [
      { ...person, email },
      { ...person, email, invitation: 'x' },
    ]) {
      expect(await closed.request().post('/auth/register', body)).toMatchObject({
        status: 403,
        body: { code: 'registration_closed' },
      });
    }
    expect((await closed.request().post('/auth/register', { ...person, email: ADMIN })).status).toBe(201);
    const workspace = await createWorkspace(closed);
    const { secret } = await createInvitation(closed, workspace, { maxUses: 1 });
    const register = (invitation: string) =>
      closed
        .request()
        .post('/auth/register', { ...person, email: `${randomUUID()}@example.org`, invitation });
    expect((await register(secret)).status).toBe(201);
    // One that is used up is no better than a wrong one, which counts as a guess.
    for (let guesses = 1; guesses < 60; guesses++)
      expect((await register(guesses === 1 ? secret : 'x')).body.code).toBe('registration_closed');
    expect((await register('x')).body.code).toBe('too_many_requests');
  } finally {
    await closed.stop();
  }
});

describe('sessions of an account', () => {
  test('are listed to its owner, and end one by one or all others at once', async () => {
    const user = await createUser(server);
    const firefox = {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
    };
    const away = await server
      .request()
      .with(firefox)
      .post<{ token: string }>('/auth/login', { email: user.email, password: PASSWORD });
    const third = await login(server, user.email, PASSWORD);
    const path = `/users/${user.id}/sessions`;
    const { body } = await server.request(user).get<UserSession[]>(path);
    expect(body).toHaveLength(3);
    expect(body.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const there = body.find(({ device }) => device === 'Firefox on Linux');
    expect(there).toMatchObject({ address: '127.0.0.1', isCurrent: false });

    const socket = await server.socket(away.body);
    const ended = nextEvent(socket, 'session:ended');
    expect((await server.request(user).delete(`${path}/${there?.id}`)).status).toBe(204);
    expect(await ended).toEqual({ reason: 'revoked' });
    expect((await server.request(away.body).get('/workspaces/user')).status).toBe(401);
    expect((await server.request(user).delete(`${path}/${there?.id}`)).status).toBe(404);

    expect((await server.request(user).delete(path)).status).toBe(204);
    expect((await server.request(third.body).get('/workspaces/user')).status).toBe(401);
    expect((await server.request(user).get<UserSession[]>(path)).body).toHaveLength(1);
  });

  test('are nobody else’s business', async () => {
    const [user, other] = [await createUser(server), await createUser(server)];
    const path = `/users/${user.id}/sessions`;
    const { body } = await server.request(user).get<UserSession[]>(path);
    expect((await server.request(other).get(path)).status).toBe(404);
    expect((await server.request(other).delete(path)).status).toBe(404);
    expect((await server.request(other).delete(`/users/${other.id}/sessions/${body[0]?.id}`)).status).toBe(
      404,
    );
    expect((await server.request(user).get<UserSession[]>(path)).body).toHaveLength(1);
  });
});

test('with another JWT_SECRET access tokens are invalid; sessions go on, and links are good', async () => {
  const database = await startTestDatabase();
  const first = await startTestServer({ database });
  const user = await createUser(first);
  const secret = await resetSecret(user, first);
  await first.stop();
  const second = await startTestServer({ database, config: { jwtSecret: 'another '.repeat(6) } });
  expect((await second.request(user).get('/workspaces/user')).status).toBe(401);
  const answer = await second.request().with(withCookie(user.refreshToken)).post<Session>('/auth/refresh');
  expect(answer.status).toBe(200);
  expect((await second.request(answer.body).get('/workspaces/user')).status).toBe(200);
  const reset = { secret, password: NEW_PASSWORD };
  expect((await second.request().post('/auth/reset', reset)).status).toBe(204);
  await second.stop();
  await database.close();
});
