import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { io } from 'socket.io-client';
import { connect, unknownChanges } from '../src/database/connect';
import { createProject, createTask, createUser, PASSWORD } from './factories';
import { disconnected, nextEvent, startTestServer } from './harness';

const TIMEOUT_MS = 90_000;

test('a draining server is not ready, tells its sockets and serves on', async () => {
  const server = await startTestServer();
  const user = await createUser(server);
  const socket = await server.socket(user);
  const told = nextEvent(socket, 'server:drain');
  server.app.drain();
  const { reconnectInMs } = await told;
  expect(reconnectInMs).toBeGreaterThanOrEqual(0);
  expect(reconnectInMs).toBeLessThanOrEqual(15_000);
  const ready = await fetch(`${server.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('1');
  expect(ready.headers.get('connection')).toBe('close');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await server.request(user).get('/workspaces/user')).status).toBe(200);
  await server.stop();
});

test('the end waits for requests in flight, and ends sockets and idle connections', async () => {
  const server = await startTestServer();
  const user = await createUser(server);
  const socket = await server.socket(user);
  const login = () => server.request().post('/auth/login', { email: user.email, password: PASSWORD });
  const inFlight = Array.from({ length: 12 }, login);
  await nextRequest(server.log);
  await server.app.close();
  const statuses = (await Promise.allSettled(inFlight)).map((result) =>
    result.status === 'fulfilled' ? result.value.status : 'cut',
  );
  // Those that had arrived are answered; a connection that was not yet taken up may be refused.
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 'cut')).toEqual([]);
  await disconnected(socket);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  await server.stop();

  /** Until the first of the logins has been answered: others are on their way then. */
  async function nextRequest(log: typeof server.log): Promise<void> {
    const seen = log.length;
    await Promise.race(inFlight);
    expect(log.length).toBeGreaterThan(seen);
  }
});

test(
  'without its database the server is not ready and answers 503 with Retry-After, and recovers by itself',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'livelane-away-'));
    const first = await startEmbeddedMongo({ folder, relaxed: true });
    const database = {
      uri: first.uri,
      connect: () => connect(first.uri, 'away'),
      changesOf: unknownChanges,
      close: async () => undefined,
    };
    const server = await startTestServer({ database });
    const user = await createUser(server);
    const project = await createProject(server, { owner: user });
    await first.close();

    const socket = io(server.url, { auth: { token: user.token }, transports: ['websocket'] });
    // A client that comes back meanwhile must keep trying: a refusal would be final.
    await new Promise((resolve) => socket.once('disconnect', resolve));

    const refused = await server.request(user).post('/tasks', { title: 'Task', projectId: project.id });
    expect(refused.status).toBe(503);
    expect(refused.body.code).toBe('unavailable');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

    const second = await startEmbeddedMongo({ folder, relaxed: true });
    expect(second.uri).toBe(first.uri);
    const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200;
    // Each look waits for the database itself, up to a second.
    while (!(await isReady()));
    await new Promise<void>((resolve) => (socket.connected ? resolve() : socket.once('connect', resolve)));
    socket.disconnect();
    const task = await createTask(server, project);
    expect(task).toMatchObject({ v: 1 });
    await server.stop();
    await second.close();
    await rm(folder, { recursive: true, force: true });
  },
  TIMEOUT_MS,
);
