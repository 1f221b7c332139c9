import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { NotificationSettingsInput } from '@livelane/shared/notifications/notification.schema';
import webPush from 'web-push';
import { isPrivateAddress } from '../src/http/private-address';
import { startTestDatabase } from './database';
import {
  createMember,
  createProject,
  createTask,
  createUser,
  type TestProject,
  type TestUser,
} from './factories';
import { serverForTests, startTestServer, type TestServer } from './harness';
import { quietNow } from './quietNow';

const server = serverForTests({
  config: {
    notifications: {
      mailWindowSeconds: 600,
      mailDigestSeconds: undefined,
      dueCheckSeconds: 300,
      pushAllowsPrivate: true,
    },
  },
});
let project: TestProject;
let maya: TestUser;
let tom: TestUser;
beforeEach(async () => {
  project = await createProject(server, { name: 'Shop' });
  maya = project.owner;
  tom = await createMember(server, project);
  await server.app.services.notifications.worker.caughtUp();
});

const wish = (input: NotificationSettingsInput) => server.request(tom).put('/notifications/settings', input);

const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

test('tells a browser, but in quiet hours, and forgets one that is gone or signed out', async () => {
  const calls: IncomingHttpHeaders[] = [];
  let status = 201;
  const heard: Array<() => void> = [];
  const service = createServer((req, res) => {
    calls.push(req.headers);
    req.resume();
    res.writeHead(status).end();
    for (const wake of heard.splice(0)) wake();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/device`;
  const call = () => new Promise<void>((resolve) => heard.push(resolve));
  const subscriptions = () => server.connection.collection('pushsubscriptions').countDocuments();
  try {
    const made = await server.request(tom).post<{ id: string }>('/notifications/push', { endpoint, keys });
    expect(made.status).toBe(201);
    await wish({ quietHours: quietNow() });
    await createTask(server, project, { assignees: [tom.id] });
    await server.app.services.notifications.worker.caughtUp();
    await server.request(tom).get('/notifications');
    await wish({ quietHours: null });
    const first = call();
    await createTask(server, project, { assignees: [tom.id] });
    await first;
    const { publicKey } = (await server.request(tom).get<{ publicKey: string }>('/notifications/push')).body;
    expect(calls[0]).toMatchObject({
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(`^vapid t=.+, k=${publicKey}$`),
    });
    status = 410;
    const second = call();
    await createTask(server, project, { assignees: [tom.id] });
    await second;
    while ((await subscriptions()) > 0);
    expect((await server.request(tom).delete(`/notifications/push/${made.body.id}`)).status).toBe(404);

    await server.request(tom).post('/notifications/push', { endpoint, keys });
    await server.request(tom).post('/auth/logout');
    await createTask(server, project, { assignees: [tom.id] });
    while ((await subscriptions()) > 0);
    expect(calls).toHaveLength(2);
  } finally {
    service.close();
  }
});

test('R32 push services that answer slowly or without end hold few connections, and none for long', async () => {
  let open = 0;
  let heard = 0;
  const service = createServer((req, res) => {
    req.resume();
    heard++;
    // Each byte would put off a limit of silence.
    const dripping = setInterval(() => (req.url === '/endless' ? res.write('0') : res.writeProcessing()), 20);
    res.on('close', () => clearInterval(dripping));
  });
  service.on('connection', (socket) => {
    open++;
    socket.on('close', () => open--);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  const { setTimeout: inReality } = globalThis;
  const ends: Array<() => void> = [];
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms?: number,
    ...values: unknown[]
  ) => {
    if (ms !== 10_000) return inReality(run, ms, ...(values as []));
    ends.push(run);
    return inReality(() => undefined, 0);
  }) as typeof setTimeout);
  const afterTenSeconds = () => {
    for (const end of ends.splice(0)) end();
  };
  try {
    for (let device = 0; device < 20; device++) {
      const endpoint = `http://127.0.0.1:${port}/${device === 0 ? 'endless' : device}`;
      await server.request(tom).post('/notifications/push', { endpoint, keys });
    }
    await createTask(server, project, { assignees: [tom.id] });
    while (heard < 16) await setImmediate();
    for (let turns = 0; turns < 500; turns++) await setImmediate();
    // With the place of the endless one, if it was among the first.
    expect(heard).toBeLessThanOrEqual(17);
    while (heard < 20 || open > 0) {
      afterTenSeconds();
      await setImmediate();
    }
  } finally {
    service.closeAllConnections();
    service.close();
    await server.connection.collection('pushsubscriptions').deleteMany({});
  }
});

test('a pushed notification opens what it is about, or the list where that is gone for its reader', async () => {
  const pushed = jest.spyOn(webPush, 'generateRequestDetails');
  const urls = async (count: number) => {
    while (pushed.mock.calls.length < count) await setImmediate();
    return pushed.mock.calls.map(([, payload]) => (JSON.parse(String(payload)) as { url: string }).url);
  };
  await wish({
    reasons: { deleted: { push: true }, removed: { push: true }, role_changed: { push: true } },
  });
  // Nobody answers there.
  await server.request(tom).post('/notifications/push', { endpoint: 'http://127.0.0.1:9/device', keys });
  const task = await createTask(server, project, { assignees: [tom.id] });
  await urls(1);
  await server.request(maya).delete(`/tasks/${task.id}`);
  await urls(2);
  await server.request(maya).delete(`/projectUsers/${project.id}/${tom.id}`);
  await urls(3);
  const role = { userId: tom.id, roleId: 'maintainer' };
  await server.request(maya).put(`/workspaceUsers/${project.workspaceId}`, role);
  expect(await urls(4)).toEqual([
    `/project/${project.id}?task=${task.id}`,
    '/notifications',
    '/notifications',
    `/workspaces/${project.workspaceId}`,
  ]);
  await server.connection.collection('pushsubscriptions').deleteMany({});
});

test('a browser that subscribes again ends no other one, a new one beyond twenty does', async () => {
  const subscriptions = server.connection.collection<{ _id: string }>('pushsubscriptions');
  const subscribe = async (device: number) => {
    const endpoint = `https://push.example.org/${device}`;
    const { body } = await server
      .request(maya)
      .post<{ id: string }>('/notifications/push', { endpoint, keys });
    return body.id;
  };
  const ids: string[] = [];
  for (let device = 1; device <= 20; device++) ids.push(await subscribe(device));
  expect(await subscribe(7)).toBe(ids[6]);
  const kept = () => subscriptions.countDocuments({ _id: { $in: ids } });
  expect(await kept()).toBe(20);
  await subscribe(21);
  expect(await kept()).toBe(19);
  await subscriptions.deleteMany({});
});

test('all nodes have the same keys from the first question on, also with another secret', async () => {
  const database = await startTestDatabase();
  const nodes: TestServer[] = [];
  const start = async () => {
    const node = await startTestServer({ database, config: { jwtSecret: randomUUID() } });
    nodes.push(node);
    return { node, user: await createUser(node) };
  };
  const keyOf = async ({ node, user }: Awaited<ReturnType<typeof start>>) =>
    (await node.request(user).get<{ publicKey: string }>('/notifications/push')).body.publicKey;
  try {
    const [first, second] = await Promise.all((await Promise.all([start(), start()])).map(keyOf));
    expect(Buffer.from(first ?? '', 'base64url')).toHaveLength(65);
    expect([second, await keyOf(await start())]).toEqual([first, first]);
  } finally {
    for (const node of nodes) await node.stop();
    await database.close();
  }
});

test('goes to public addresses only', async () => {
  const strict = await startTestServer();
  try {
    const user = (await createProject(strict)).owner;
    for (const endpoint of [
      'http://push.example.org/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://10.1.2.3/x',
      'https://localhost/x',
      'https://localhost./x',
      'https://metadata.internal/x',
      'https://metadata.internal./x',
      'nonsense',
    ])
      expect((await strict.request(user).post('/notifications/push', { endpoint, keys })).status).toBe(400);
    const endpoint = 'https://push.example.org/x';
    expect((await strict.request(user).post('/notifications/push', { endpoint, keys })).status).toBe(201);
  } finally {
    await strict.stop();
  }
  for (const address of ['169.254.169.254', '::ffff:10.0.0.1', 'fd00::1', '192.168.1.1', 'no address'])
    expect(isPrivateAddress(address)).toBe(true);
  for (const address of ['93.184.216.34', '2606:2800:220:1::1'])
    expect(isPrivateAddress(address)).toBe(false);
});
