import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../test-kit/freePort';
import { redisBinary, startRedis, type TestRedis } from '../../test-kit/redis.server';
import { startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { until } from '../../test-kit/until';
import { startTestDatabase, type TestDatabase } from './database';
import { createUser, createWorkspace, PASSWORD, registration } from './factories';
import { startTestServer, type TestServer } from './harness';
import { lengthenWaits } from './lengthenWaits';
import { says } from './says';

const REDIS_PASSWORD = 'only-for-this-test';
const REGISTRATIONS = 6;

let database: TestDatabase;
const servers: TestServer[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(lengthenWaits);
afterAll(async () => {
  await database.close();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function startNode(redisUrl: URL, mails?: TestMailServer): Promise<TestServer> {
  const config = { redisUrl, registrationsPerHour: REGISTRATIONS, mail: mails?.settings };
  const server = await startTestServer({ database, config });
  servers.push(server);
  return server;
}

async function login(server: TestServer, email: string, password: string): Promise<number> {
  return (await server.request().post('/auth/login', { email, password })).status;
}

/** Ten failures, the eleventh attempt is refused, and nothing is a 5xx. */
async function expectLimited(server: TestServer): Promise<void> {
  const { email } = await createUser(server);
  for (let i = 0; i < 10; i++) expect(await login(server, email, 'guess')).toBe(401);
  expect(await login(server, email, PASSWORD)).toBe(429);
}

if (redisBinary === undefined) {
  test.skip('NOT RUN: limits shared over Redis (redis-server is missing; Debian: apt-get install redis-server)', () =>
    undefined);
} else {
  describe('with a Redis', () => {
    let redis: TestRedis;
    beforeEach(async () => {
      redis = await startRedis(await freePort(), REDIS_PASSWORD);
    });
    afterEach(async () => {
      await redis.stop();
    });

    test('failed logins on one node are counted on the other, and by the next process', async () => {
      const [a, b] = [await startNode(redis.url), await startNode(redis.url)];
      const { email } = await createUser(a);
      for (let i = 0; i < 10; i++) expect(await login(i % 2 === 0 ? a : b, email, 'guess')).toBe(401);
      expect(await login(a, email, PASSWORD)).toBe(429);
      expect(await login(b, email, PASSWORD)).toBe(429);
      expect(await login(await startNode(redis.url), email, PASSWORD)).toBe(429);
      expect(says(a, 'nodes share their limits')).toHaveLength(1);
    });

    test('requests of one user and of one address on one node are counted on the other', async () => {
      const [a, b] = [await startNode(redis.url), await startNode(redis.url)];
      const user = await createUser(a);
      const lookUp = async (server: TestServer) =>
        (await server.request(user).get('/users?email=a@example.org')).status;
      for (let i = 0; i < 60; i++) expect(await lookUp(i % 2 === 0 ? a : b)).toBe(200);
      expect([await lookUp(a), await lookUp(b)]).toEqual([429, 429]);
      const register = async (server: TestServer, name: string) =>
        (await server.request().post('/auth/register', registration({ email: `${name}@example.org` })))
          .status;
      for (let i = 0; i < REGISTRATIONS; i++)
        expect(await register(i % 2 === 0 ? a : b, `new${i}`)).toBe(201);
      expect([await register(a, 'one'), await register(b, 'two')]).toEqual([429, 429]);
    });

    test('requests for a new password, and secrets that open nothing, on one node are counted on the other', async () => {
      const [a, b] = [await startNode(redis.url), await startNode(redis.url)];
      const forgot = async (server: TestServer, n: number) =>
        (await server.request().post('/auth/forgot', { email: `nobody${n}@example.org` })).status;
      for (let i = 0; i < 20; i++) expect(await forgot(i % 2 === 0 ? a : b, i)).toBe(204);
      expect([await forgot(a, 20), await forgot(b, 21)]).toEqual([429, 429]);
      const open = async (server: TestServer) =>
        (await server.request().get(`/invitations/${randomUUID()}`)).status;
      for (let i = 0; i < 60; i++) expect(await open(i % 2 === 0 ? a : b)).toBe(404);
      expect([await open(a), await open(b)]).toEqual([429, 429]);
    });

    test('invitations by one person, and those to one address, on one node are counted on the other', async () => {
      const [a, b] = [await startNode(redis.url), await startNode(redis.url)];
      const inviterTo = async (body: object) => {
        const owner = await createUser(a);
        const { id } = await createWorkspace(a, { owner });
        return async (server: TestServer) =>
          (await server.request(owner).post(`/workspaces/${id}/invitations`, { roleId: 'member', ...body }))
            .status;
      };
      const email = 'invited@example.org';
      const [one, other, byLink] = [
        await inviterTo({ email }),
        await inviterTo({ email }),
        await inviterTo({}),
      ];
      for (let i = 0; i < 5; i++) expect(await (i % 2 === 0 ? one(a) : other(b))).toBe(201);
      expect([await one(b), await other(a)]).toEqual([429, 429]);
      for (let i = 0; i < 60; i++) expect(await byLink(i % 2 === 0 ? a : b)).toBe(201);
      expect([await byLink(a), await byLink(b)]).toEqual([429, 429]);
    });

    test('a node that sends no link for a new password after five to one account knows those of the other', async () => {
      const mails = await startMailServer();
      try {
        const first = await startNode(redis.url, mails);
        const [{ email }, next] = [await createUser(first), await createUser(first)];
        const forgot = (server: TestServer, to: string) =>
          server.request().post('/auth/forgot', { email: to });
        for (let i = 1; i <= 4; i++) {
          await forgot(first, email);
          await mails.arrived(i);
        }
        await servers.splice(servers.indexOf(first), 1)[0]?.stop();
        const second = await startNode(redis.url, mails);
        await forgot(second, email);
        await mails.arrived(5);
        await forgot(second, email);
        await forgot(second, next.email);
        await mails.arrived(6);
        expect(mails.received.map(({ to }) => to)).toEqual([...Array(5).fill(email), next.email]);
      } finally {
        await mails.close();
      }
    });

    test('links that confirm a new address, asked for on one node, are counted on the other', async () => {
      const mails = await startMailServer();
      try {
        const [a, b] = [await startNode(redis.url, mails), await startNode(redis.url, mails)];
        const [user, next] = [await createUser(a), await createUser(a)];
        const change = async (server: TestServer, { id, token }: typeof user, n: number) =>
          (
            await server.request({ token }).put(`/users/${id}`, {
              firstName: 'Ada',
              surname: 'Byron',
              email: `${id}-${n}@example.org`,
            })
          ).status;
        for (let n = 0; n < 5; n++) expect(await change(n % 2 === 0 ? a : b, user, n)).toBe(200);
        expect([await change(a, user, 5), await change(b, user, 6)]).toEqual([429, 429]);
        expect(await change(b, next, 0)).toBe(200);
      } finally {
        await mails.close();
      }
    });

    test('a right login takes the failures of all nodes away', async () => {
      const [a, b] = [await startNode(redis.url), await startNode(redis.url)];
      const { email } = await createUser(a);
      for (let i = 0; i < 9; i++) await login(a, email, 'guess');
      expect(await login(b, email, PASSWORD)).toBe(200);
      for (let i = 0; i < 9; i++) expect(await login(a, email, 'guess')).toBe(401);
      expect(await login(b, email, PASSWORD)).toBe(200);
    });

    test('Redis goes away: limits are counted by the node alone, with one warning; it comes back: shared again', async () => {
      const [a, b] = [await startNode(redis.url), await startNode(redis.url)];
      await redis.stop();
      await until(() => says(a, 'does not answer').length > 0 && says(b, 'does not answer').length > 0);
      await expectLimited(a);
      expect(says(a, 'does not answer')).toHaveLength(1);
      expect(JSON.stringify(a.log)).not.toContain(REDIS_PASSWORD);

      redis = await startRedis(Number(redis.url.port), REDIS_PASSWORD);
      await until(() => [a, b].every((server) => says(server, 'nodes share their limits').length === 2));
      const { email } = await createUser(a);
      for (let i = 0; i < 10; i++) await login(a, email, 'guess');
      expect(await login(b, email, PASSWORD)).toBe(429);
    });

    test('a wrong password of Redis is told without the password', async () => {
      const url = new URL(redis.url);
      url.password = 'wrong-secret-word';
      const server = await startNode(url);
      await expectLimited(server);
      expect(says(server, 'does not answer')).toHaveLength(1);
      expect(JSON.stringify(server.log)).not.toContain('wrong-secret-word');
    });
  });
}

test('no Redis at the address: the server starts with a warning and counts alone', async () => {
  const server = await startNode(new URL(`redis://:secret-word@127.0.0.1:${await freePort()}`));
  expect(says(server, 'does not answer')).toMatchObject([{ level: 40 }]);
  await expectLimited(server);
  expect(JSON.stringify(server.log)).not.toContain('secret-word');
});

test('a Redis that takes connections and never answers: the server starts and counts alone', async () => {
  const held: Socket[] = [];
  const mute: Server = createServer((socket) => void held.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as { port: number };
  const server = await startNode(new URL(`redis://127.0.0.1:${port}`));
  expect(says(server, 'does not answer')).toHaveLength(1);
  await expectLimited(server);
  for (const socket of held) socket.destroy();
  await new Promise((resolve) => mute.close(resolve));
});
