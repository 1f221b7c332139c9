import type { Session } from '@livelane/shared/auth/auth.schema';
import jwt from 'jsonwebtoken';
import { hashSecret } from '../src/features/auth/refresh-token';
import { refreshTokenOf, withCookie } from './cookies';
import { startTestDatabase } from './database';
import { createUser, PASSWORD, type TestUser } from './factories';
import { holdDate } from './fakeDate';
import { serverForTests, startTestServer } from './harness';
import { endOf, sessionCalls } from './sessionCalls';

/** Past the time in which a used refresh token gives its successor again. */
const PAST_GRACE_MS = 61_000;

const server = serverForTests();
const { refresh, statusOf, signInAgain } = sessionCalls(server);

function sessionId({ token }: { token: string }): string {
  return (jwt.decode(token) as { sid: string }).sid;
}

/** The next refresh token of an answer that must have one. */
async function rotated(token: string): Promise<string> {
  const answer = await refresh(token);
  expect(answer.status).toBe(200);
  const next = refreshTokenOf(answer);
  expect(next).toMatch(/^[0-9a-f-]{36}\.[\w-]{86}$/);
  return next ?? '';
}

/** Lets the last rotation lie back, instead of waiting. */
async function age(user: TestUser, ms = PAST_GRACE_MS): Promise<void> {
  await server.connection
    .collection<{ _id: string }>('sessions')
    .updateOne({ _id: sessionId(user) }, { $set: { rotatedAt: new Date(Date.now() - ms) } });
}

describe('POST /auth/refresh', () => {
  test('gives a new token of the same session and rotates the cookie', async () => {
    const user = await createUser(server);
    const answer = await refresh(user.refreshToken);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.any(String),
      user: {
        id: user.id,
        firstName: user.firstName,
        surname: user.surname,
        email: user.email,
        hasPassword: true,
        isAdmin: false,
        pendingEmail: null,
      },
    });
    expect(refreshTokenOf(answer)).not.toBe(user.refreshToken);
    expect(sessionId(answer.body)).toBe(sessionId(user));
    expect(await statusOf(answer.body)).toBe(200);
    expect(await statusOf(user)).toBe(200);
  });

  test('a session that nobody has used for its time is over: neither its cookie nor its token is good', async () => {
    const user = await createUser(server);
    const { expiresAt } = (await server.connection
      .collection<{ _id: string; expiresAt: Date }>('sessions')
      .findOne({ _id: sessionId(user) })) as { expiresAt: Date };
    expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(30);
    await server.connection
      .collection<{ _id: string }>('sessions')
      .updateOne({ _id: sessionId(user) }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await refresh(user.refreshToken)).body).toMatchObject({ code: 'invalid_refresh_token' });
    expect(await statusOf(user)).toBe(401);
  });

  test('the database holds no usable refresh token', async () => {
    const user = await createUser(server);
    const next = await rotated(user.refreshToken);
    const [stored] = await server.connection
      .collection<{ _id: string }>('sessions')
      .find({ _id: sessionId(user) })
      .toArray();
    const text = JSON.stringify(stored);
    for (const token of [user.refreshToken, next]) expect(text).not.toContain(token.split('.')[1]);
  });

  test('without, with a garbage, an unknown and an ended cookie: 401 with one text', async () => {
    const user = await createUser(server);
    const gone = await createUser(server);
    await server.request(gone).post('/auth/logout');
    const unknown = `${sessionId(user)}.${'A'.repeat(43)}`;
    const answers = [
      await server.request().post('/auth/refresh'),
      await refresh('garbage'),
      await refresh(`${'0'.repeat(36)}.${'A'.repeat(43)}`),
      await refresh(gone.refreshToken),
      await refresh(unknown),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        code: 'invalid_refresh_token',
        message: 'Your session has ended. Please log in again',
      });
      expect(refreshTokenOf(answer)).toBe('');
    }
  });

  test('five clients that refresh at once get one rotation and nobody is logged out', async () => {
    const user = await createUser(server);
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(user.refreshToken)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    const successors = new Set(answers.map(refreshTokenOf));
    expect(successors.size).toBe(1);
    const [successor] = successors;
    expect((await refresh(successor ?? '')).status).toBe(200);
    for (const answer of answers) expect(await statusOf(answer.body)).toBe(200);
  });

  test('twenty rounds of five at once stay signed in', async () => {
    const user = await createUser(server);
    let token = user.refreshToken;
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(token)));
      expect(new Set(answers.map(refreshTokenOf)).size).toBe(1);
      token = refreshTokenOf(answers[0] as (typeof answers)[number]) ?? '';
    }
    expect((await refresh(token)).status).toBe(200);
  });

  test('a lost answer does no harm: the same successor is given again for 60 seconds', async () => {
    const user = await createUser(server);
    const lost = await rotated(user.refreshToken);
    await age(user, 55_000);
    expect(await rotated(user.refreshToken)).toBe(lost);
    await rotated(lost);
  });

  test('two tabs that refresh at once stay signed in on nodes whose clocks differ', async () => {
    const user = await createUser(server);
    const successor = await rotated(user.refreshToken);
    for (const aheadMs of [-PAST_GRACE_MS, PAST_GRACE_MS]) {
      holdDate(Date.now() + aheadMs);
      expect(await rotated(user.refreshToken)).toBe(successor);
      jest.useRealTimers();
    }
  });

  test('a stolen token that is replayed later ends the whole family and its sockets', async () => {
    const user = await createUser(server);
    const other = await signInAgain(user);
    const socket = await server.socket(user);
    const newest = await rotated(user.refreshToken);
    await age(user);
    let replay: Awaited<ReturnType<typeof refresh>> | undefined;
    const reason = await endOf(socket, async () => {
      replay = await refresh(user.refreshToken);
    });
    expect(replay?.status).toBe(401);
    expect(reason).toBe('reuse_detected');
    expect((await refresh(newest)).status).toBe(401);
    expect(await statusOf(user)).toBe(401);
    expect(await statusOf(other)).toBe(200);
    expect(server.log).toContainEqual(
      expect.objectContaining({ kind: 'audit', event: 'refresh.reused', userId: user.id }),
    );
  });

  test('a token of two rotations ago ends the family also within the 60 seconds', async () => {
    const user = await createUser(server);
    const newest = await rotated(await rotated(user.refreshToken));
    expect((await refresh(user.refreshToken)).status).toBe(401);
    expect((await refresh(newest)).status).toBe(401);
  });

  test.each([43, 86])(
    'a made-up secret of %d characters with a known session id changes nothing',
    async (length) => {
      const user = await createUser(server);
      const newest = await rotated(user.refreshToken);
      for (const letter of ['A', 'b', '-']) {
        const answer = await refresh(`${sessionId(user)}.${letter.repeat(length)}`);
        expect([answer.status, answer.body]).toMatchObject([401, { code: 'invalid_refresh_token' }]);
      }
      // Neither does a real random part without the server's signature, nor the signature of another session.
      const other = await createUser(server);
      const [, secret = ''] = user.refreshToken.split('.');
      const [, others = ''] = other.refreshToken.split('.');
      for (const forged of [secret.slice(0, 43) + others.slice(43), others]) {
        expect((await refresh(`${sessionId(user)}.${forged}`)).status).toBe(401);
      }
      expect(await statusOf(user)).toBe(200);
      expect((await refresh(newest)).status).toBe(200);
      expect(server.log).not.toContainEqual(
        expect.objectContaining({ event: 'refresh.reused', userId: user.id }),
      );
    },
  );

  test('a token that version 0.1.0 issued, without a signature, is still exchanged', async () => {
    const user = await createUser(server);
    const unsigned = 'x'.repeat(43);
    await server.connection
      .collection<{ _id: string }>('sessions')
      .updateOne({ _id: sessionId(user) }, { $set: { currentHash: hashSecret(unsigned) } });
    await rotated(`${sessionId(user)}.${unsigned}`);
  });

  test.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
    'from the foreign origin %s: refused, and nothing is rotated',
    async (origin) => {
      const user = await createUser(server);
      const answer = await server
        .request()
        .with({ ...withCookie(user.refreshToken), Origin: origin })
        .post('/auth/refresh');
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe('foreign_origin');
      expect(answer.headers.getSetCookie()).toEqual([]);
      await age(user);
      await rotated(user.refreshToken);
    },
  );

  test('the log names a refused origin once, and not any number of them', async () => {
    const own = await startTestServer({});
    const askFrom = (origin: string) => own.request().with({ Origin: origin }).post('/auth/refresh');
    const told = () => own.log.filter(({ msg }) => String(msg).includes('set PUBLIC_URL'));
    await askFrom(own.url);
    await askFrom('null');
    expect(told()).toEqual([]);
    for (let n = 0; n < 2; n++) await askFrom('http://192.0.2.7:3000');
    expect(told()).toMatchObject([{ origin: 'http://192.0.2.7:3000' }]);
    for (let n = 0; n < 30; n++) await askFrom(`http://h${n}.example`);
    expect(told()).toHaveLength(10);
    await own.stop();
  });

  test('from our own origin: accepted', async () => {
    const user = await createUser(server);
    const headers = { ...withCookie(user.refreshToken), Origin: server.url };
    expect((await server.request().with(headers).post('/auth/refresh')).status).toBe(200);
  });

  test('localhost in PUBLIC_URL is 127.0.0.1, too, at the same port only', async () => {
    const local = await startTestServer({ config: { publicUrl: new URL('http://localhost:5173') } });
    const statusFrom = async (origin: string) => {
      const user = await createUser(local);
      const headers = { ...withCookie(user.refreshToken), Origin: origin };
      return (await local.request().with(headers).post('/auth/refresh')).status;
    };
    expect(await statusFrom('http://localhost:5173')).toBe(200);
    expect(await statusFrom('http://127.0.0.1:5173')).toBe(200);
    expect(await statusFrom('http://127.0.0.1:5174')).toBe(403);
    expect(await statusFrom('https://127.0.0.1:5173')).toBe(403);
    await local.stop();
  });
});

describe('POST /auth/logout', () => {
  test('ends this session everywhere and no other one', async () => {
    const user = await createUser(server);
    const other = await signInAgain(user);
    const socket = await server.socket(user);
    let answer: Awaited<ReturnType<typeof refresh>> | undefined;
    const reason = await endOf(socket, async () => {
      answer = await server.request(user).post<Session>('/auth/logout');
    });
    expect(answer?.status).toBe(204);
    expect(answer && refreshTokenOf(answer)).toBe('');
    expect(reason).toBe('logout');
    expect(await statusOf(user)).toBe(401);
    expect((await refresh(user.refreshToken)).status).toBe(401);
    await expect(server.socket(user)).rejects.toThrow('unauthenticated');
    expect(await statusOf(other)).toBe(200);
  });

  test('works by the cookie alone, when the token has expired', async () => {
    const user = await createUser(server);
    const answer = await server.request().with(withCookie(user.refreshToken)).post('/auth/logout');
    expect(answer.status).toBe(204);
    expect(await statusOf(user)).toBe(401);
  });

  test('of nobody is a 204 too', async () => {
    expect((await server.request().post('/auth/logout')).status).toBe(204);
    expect((await server.request({ token: 'x' }).with(withCookie('x')).post('/auth/logout')).status).toBe(
      204,
    );
  });

  test('from a foreign origin is refused and ends nothing', async () => {
    const user = await createUser(server);
    const answer = await server
      .request()
      .with({ ...withCookie(user.refreshToken), Origin: 'https://evil.example' })
      .post('/auth/logout');
    expect(answer.status).toBe(403);
    expect(await statusOf(user)).toBe(200);
  });
});

test('a socket handshake without, with a garbage or a foreign token is refused', async () => {
  for (const token of ['', 'garbage', jwt.sign({ sid: 'x' }, 'another key', { subject: 'x' })]) {
    await expect(server.socket({ token })).rejects.toThrow('unauthenticated');
  }
});

test('a socket handshake from a foreign origin is refused, from ours accepted', async () => {
  const user = await createUser(server);
  await expect(server.socket(user, { headers: { Origin: 'https://evil.example' } })).rejects.toThrow();
  const socket = await server.socket(user, { headers: { Origin: server.url } });
  expect(socket.connected).toBe(true);
});

test('tokens and cookies survive a restart of the server', async () => {
  const database = await startTestDatabase();
  const first = await startTestServer({ database });
  const user = await createUser(first);
  await first.stop();
  const second = await startTestServer({ database });
  expect((await second.request(user).get('/workspaces/user')).status).toBe(200);
  const answer = await second.request().with(withCookie(user.refreshToken)).post('/auth/refresh');
  expect(answer.status).toBe(200);
  await second.stop();
  await database.close();
});

test('on https the cookie is Secure and bound to the host', async () => {
  const https = await startTestServer({ config: { publicUrl: new URL('https://board.example') } });
  const user = await createUser(https);
  const answer = await https.request().post('/auth/login', { email: user.email, password: PASSWORD });
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-livelane=/);
  expect(cookie.split('; ')).toEqual(
    expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Strict', 'Path=/']),
  );
  const named = withCookie(refreshTokenOf(answer) ?? '', '__Host-livelane');
  expect((await https.request().with(named).post('/auth/refresh')).status).toBe(200);
  const origin = await https
    .request()
    .with({ ...named, Origin: 'https://board.example' })
    .post('/auth/refresh');
  expect(origin.status).toBe(200);
  await https.stop();
});
