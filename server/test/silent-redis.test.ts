import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../test-kit/freePort';
import { redisBinary, startRedis, type TestRedis } from '../../test-kit/redis.server';
import { until } from '../../test-kit/until';
import { BoardListener } from './board.listener';
import { startTestDatabase, type TestDatabase } from './database';
import { createProject, createTask, createWorkspace, createWorkspaceMember } from './factories';
import { nextEvent, startTestServer, type TestServer } from './harness';
import { says } from './says';

/** A way to Redis whose connections can die without a word to either side. */
interface RedisLine {
  url: URL;
  /** Nothing passes any more on the connections that are open and have subscribed, or on those that have not. */
  silence(which: 'listening' | 'commands'): void;
  close(): Promise<void>;
}

async function startRedisLine(redis: TestRedis): Promise<RedisLine> {
  const open: Array<{ ends: Socket[]; isListening: boolean; isSilent: boolean }> = [];
  const server: Server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port: Number(redis.url.port), allowHalfOpen: true });
    const line = { ends: [near, far], isListening: false, isSilent: false };
    open.push(line);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes: Buffer) => {
        line.isListening ||= bytes.includes('subscribe');
        if (!line.isSilent) to.write(bytes);
      });
      from.on('end', () => !line.isSilent && to.end());
      from.on('close', () => !line.isSilent && to.destroy());
      from.on('error', () => undefined);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(redis.url);
  url.port = `${(server.address() as AddressInfo).port}`;
  return {
    url,
    silence(which) {
      for (const line of open) line.isSilent ||= line.isListening === (which === 'listening');
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { ends } of open) for (const end of ends) end.destroy();
      await closed;
    },
  };
}

if (redisBinary === undefined) {
  test.skip('NOT RUN: lines to Redis that die (redis-server is missing; Debian: apt-get install redis-server)', () =>
    undefined);
} else {
  let database: TestDatabase;
  let redis: TestRedis;
  let line: RedisLine;
  let nodes: TestServer[];
  beforeEach(async () => {
    database = await startTestDatabase();
    redis = await startRedis(await freePort(), 'only-for-this-test');
    line = await startRedisLine(redis);
    nodes = [];
    for (const { url } of [redis, line])
      nodes.push(await startTestServer({ database, config: { redisUrl: url } }));
  });
  afterEach(async () => {
    for (const node of nodes) await node.stop();
    await line.close();
    await redis.stop();
    await database.close();
  });

  test.each(['listening', 'commands'] as const)(
    'a node whose line for %s dies without a word connects again',
    async (which) => {
      const [a, b] = nodes as [TestServer, TestServer];
      const project = await createProject(a);
      const onA = await BoardListener.on(await a.socket(project.owner), project.id);
      const onB = await BoardListener.on(await b.socket(project.owner), project.id);
      line.silence(which);
      await until(
        () =>
          says(b, 'Redis (REDIS_URL) does not answer').length > 0 &&
          says(b, 'Redis (REDIS_URL) answers').length >= 2,
      );
      // What they show from now on they were told by each other: they find nothing in the log by themselves.
      for (const { app } of nodes) jest.spyOn(app.services.oplog, 'headsOf').mockResolvedValue(new Map());
      for (const [from, to] of [
        [a, onB],
        [b, onA],
      ] as const)
        await to.until((await createTask(from, project)).v);
    },
  );

  test('hints of a node whose line for commands dies without a word are made good on the others', async () => {
    const [a, b] = nodes as [TestServer, TestServer];
    const workspace = await createWorkspace(a);
    const member = await createWorkspaceMember(a, workspace);
    const stale = nextEvent(await a.socket(member), 'entity:stale');
    line.silence('commands');
    await b.request(workspace.owner).put(`/workspaces/${workspace.id}`, { name: 'Anew', description: 'New' });
    expect(await stale).toEqual({ entity: 'user', id: member.id });
  });
}
