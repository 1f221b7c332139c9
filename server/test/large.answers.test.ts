import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cutWhenStalled } from '../src/http/answers-under-way';
import { createProject, createUser, type TestProject } from './factories';
import { startTestServer, type TestServer } from './harness';

// R32: no request of one person may hold a node.

/** More than the buffers of a connection take. */
const LARGE_BYTES = 30_000_000;

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await startTestServer();
  project = await createProject(server);
});
afterAll(() => server.stop());

/** A board's answer whose body nobody reads. */
function unread(token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    get(`${server.url}/v1/kanban/project/${project.id}`, { headers, agent: false }, resolve).on(
      'error',
      reject,
    );
  });
}

test('R32 whoever does not read large answers gets no more of them, and others do', async () => {
  const { services } = server.app;
  // As large as a connection does not hold: the pages of the board are what is under way.
  const boards = jest.spyOn(services.boards, 'projectBoard');
  const bytes = Buffer.alloc(LARGE_BYTES, ' ');
  boards.mockResolvedValue({
    etag: '"x"',
    seenV: 0,
    page: { size: bytes.length, encoded: async () => ({ encoding: 'identity', body: bytes }) } as never,
  });
  const answers = await Promise.all(Array.from({ length: 40 }, () => unread(project.owner.token)));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(24);
  expect(refused).toHaveLength(16);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  const other = await unread((await createUser(server)).token);
  expect(other.statusCode).toBe(200);

  // What is given up makes room.
  for (const answer of answers) answer.destroy();
  other.destroy();
  boards.mockRestore();
  let status = 429;
  while (status === 429) {
    const answer = await unread(project.owner.token);
    status = answer.statusCode ?? 0;
    answer.destroy();
  }
  expect(status).toBe(200);
});

test('R32 a receiver that takes nothing is cut', async () => {
  const sender = createServer((_req, res) => {
    cutWhenStalled(res, 50);
    res.end(Buffer.alloc(LARGE_BYTES));
  });
  await new Promise<void>((resolve) => sender.listen(0, '127.0.0.1', resolve));
  const closed = new Promise<void>((resolve) =>
    sender.once('request', (_req, res) => res.once('close', resolve)),
  );
  const { port } = sender.address() as AddressInfo;
  get({ host: '127.0.0.1', port, agent: false }, () => undefined).on('error', () => undefined);
  await closed;
  sender.closeAllConnections();
  sender.close();
});
