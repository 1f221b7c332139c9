import type { PresenceState } from '@livelane/shared/realtime/messages.schema';
import pino from 'pino';
import { freePort } from '../../test-kit/freePort';
import { redisBinary, startRedis, type TestRedis } from '../../test-kit/redis.server';
import { installationOf } from '../src/database/installation';
import { copyDatabase } from '../src/maintenance/import/copy-database';
import { type NodeBus, redisBus } from '../src/nodes/node.bus';
import type { NodeMessage } from '../src/nodes/node.messages';
import { createRedisLink, type RedisLink } from '../src/nodes/redis-link';
import { startTestDatabase, type TestDatabase } from './database';
import { createMember, createProject, createUser, PASSWORD } from './factories';
import { startTestServer, type TestServer, type TestSocket } from './harness';

/** Two installations that use one Redis. */

const STEP_MS = 20;
/** How often a test reports a presence; the server takes one sign a second. */
const SIGN_OF_LIFE_MS = 1_200;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, STEP_MS));
}

if (redisBinary === undefined) {
  test.skip('NOT RUN: one Redis for two installations (redis-server is missing; Debian: apt-get install redis-server)', () =>
    undefined);
} else {
  let redis: TestRedis;
  const links: RedisLink[] = [];
  const servers: TestServer[] = [];
  const databases: TestDatabase[] = [];
  beforeEach(async () => {
    redis = await startRedis(await freePort(), 'only-for-this-test');
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    for (const database of databases.splice(0)) await database.close();
    for (const link of links.splice(0)) link.close();
    await redis.stop();
  });

  async function startBus(
    installation: string,
  ): Promise<{ bus: NodeBus; link: RedisLink; heard: NodeMessage[] }> {
    const logger = pino({ level: 'silent' });
    const link = createRedisLink(redis.url, logger);
    links.push(link);
    const bus = redisBus(link, logger);
    const heard: NodeMessage[] = [];
    let isListening = false;
    bus.listen({
      received: (_from, message) => void heard.push(message),
      returned: () => {
        isListening = true;
      },
    });
    await link.connect(installation);
    await until(() => isListening && bus.isConnected);
    return { bus, link, heard };
  }

  test('nodes hear those of their own installation, and of an older version, which names none', async () => {
    const [one, another, other] = [await startBus('one'), await startBus('one'), await startBus('other')];
    const message = (v: number): NodeMessage => ({ kind: 'board', projectId: 'p', v });
    one.bus.send(message(1));
    other.bus.send(message(2));
    // Redis has both by then.
    await other.link.commands.ping();
    const unnamed = { from: 'older', message: message(3) };
    await one.link.commands.publish('livelane:nodes', JSON.stringify(unnamed));
    const last = (heard: NodeMessage[]) => (heard.at(-1) as { v?: number } | undefined)?.v;
    await until(() => [one, another, other].every(({ heard }) => last(heard) === 3));
    expect(another.heard).toEqual([message(1), message(3)]);
    expect([one.heard, other.heard]).toEqual([[message(3)], [message(3)]]);
  });

  async function startNode(database: TestDatabase): Promise<TestServer> {
    const server = await startTestServer({ database, config: { redisUrl: redis.url } });
    servers.push(server);
    return server;
  }

  async function newDatabase(): Promise<TestDatabase> {
    const database = await startTestDatabase();
    databases.push(database);
    return database;
  }

  async function contentOf(database: TestDatabase) {
    const { db } = await database.connect();
    if (!db) throw new Error('not connected');
    return db;
  }

  test('a copy of an installation shares neither presence nor counts with it', async () => {
    const [production, staging] = [await newDatabase(), await newDatabase()];
    const first = await startNode(production);
    const project = await createProject(first);
    const [member, guest] = [await createMember(first, project), await createMember(first, project)];
    const { email } = await createUser(first);
    await first.stop();
    await copyDatabase(await contentOf(production), await contentOf(staging));
    expect(await installationOf(await contentOf(staging))).not.toBe(
      await installationOf(await contentOf(production)),
    );
    const [a, b, copy] = [await startNode(production), await startNode(production), await startNode(staging)];
    const join = async (socket: TestSocket) => {
      const seen: string[][] = [];
      socket.on('presence:state', ({ users }: PresenceState) => seen.push(users.map(({ userId }) => userId)));
      await socket.emitWithAck('board:subscribe', { projectId: project.id });
      return { socket, seen };
    };
    const owner = await join(await a.socket(project.owner));
    const onProduction = await join(await b.socket(member));
    const onCopy = await join(await copy.socket(member));
    const here = { projectId: project.id, mode: 'viewing' as const };
    const sign = () => owner.socket.emit('presence:set', here, () => undefined);
    sign();
    const signs = setInterval(sign, SIGN_OF_LIFE_MS);
    await until(() => onProduction.seen.some((ids) => ids.includes(project.owner.id)));
    clearInterval(signs);
    // What comes after it: the copy has heard of the owner by then, if at all.
    const other = await join(await copy.socket(guest));
    await other.socket.emitWithAck('presence:set', here);
    await until(() => onCopy.seen.some((ids) => ids.includes(guest.id)));
    expect(onCopy.seen.flat()).not.toContain(project.owner.id);

    const login = async (server: TestServer, password: string) =>
      (await server.request().post('/auth/login', { email, password })).status;
    for (let n = 0; n < 10; n++) expect(await login(n % 2 ? a : b, 'guess')).toBe(401);
    expect([await login(b, PASSWORD), await login(copy, PASSWORD)]).toEqual([429, 200]);
  });
}
