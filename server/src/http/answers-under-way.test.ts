import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pino from 'pino';
import { Budgets } from './budgets';
import { errorHandler } from './error.handler';
import { mountRoutes, route } from './route';

// R32: what one person has under way is bounded, whatever they ask for and whether or not they wait for it.

const AT_ONCE = 24;
/** More than the buffers of a connection take. */
const BYTES = Buffer.alloc(30_000_000, ' ');

/** Who may be signed in, and what a handler does; both as a test wants it. */
const signIn = jest.fn(async () => undefined);
const work = jest.fn(async (): Promise<unknown> => ({}));

let server: Server;
let url: string;

beforeEach(async () => {
  const session = { access: 'session' } as const;
  const routes = [
    route('get', '/large', { ...session, isLarge: true, answer: work }),
    route('get', '/other', { ...session, answer: work }),
    route('post', '/other', { ...session, answer: work }),
  ];
  const app = express();
  const authenticate = async () => {
    await signIn();
    return { userId: 'ann', sessionId: 'of-ann' };
  };
  const budgets = new Budgets({ requestsPerMinute: 1_000, megabytesPerMinute: 1_000 });
  app.use(mountRoutes(routes, authenticate, async () => undefined, budgets));
  app.use(errorHandler(pino({ enabled: false })));
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  signIn.mockReset().mockResolvedValue(undefined);
  work.mockReset().mockResolvedValue({});
});

const statusOf = async (path: string, method = 'GET'): Promise<number> => {
  const answer = await fetch(`${url}${path}`, { method });
  await answer.arrayBuffer();
  return answer.status;
};

/** An answer whose body nobody reads, on a connection of its own. */
const unread = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent: false }, resolve).on('error', reject);
  });

/** Sends a request, and hangs up once `during` works on it, which then takes until `held`. Resolves when the server knows. */
async function hangUp(
  path: string,
  during: typeof work | typeof signIn,
  held: Promise<undefined>,
): Promise<void> {
  const closed = new Promise<void>((resolve) =>
    server.once('request', (_req, res) => res.once('close', resolve)),
  );
  const request = get(`${url}${path}`, { agent: false }).on('error', () => undefined);
  during.mockImplementationOnce(() => {
    request.destroy();
    return held;
  });
  await closed;
}

function gate(): { opened: Promise<undefined>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  return { opened, open };
}

test('R32 an answer that turns out large counts as one', async () => {
  work.mockResolvedValue(BYTES);
  const held = await Promise.all(Array.from({ length: AT_ONCE }, () => unread('/other')));
  expect(held.map(({ statusCode }) => statusCode)).toEqual(held.map(() => 200));

  work.mockResolvedValue('x'.repeat(200_000));
  expect([await statusOf('/other'), await statusOf('/large')]).toEqual([429, 429]);
  // What has been written is not refused.
  expect(await statusOf('/other', 'POST')).toBe(200);
  work.mockResolvedValue('x'.repeat(50_000));
  expect([await statusOf('/other'), await statusOf('/large')]).toEqual([200, 429]);

  for (const answer of held) answer.destroy();
  while ((await statusOf('/large')) === 429);
  expect(await statusOf('/other')).toBe(200);
});

test('R32 whoever hangs up has the work for their answer under way until it ends', async () => {
  const { opened, open } = gate();
  for (let n = 0; n < AT_ONCE; n++) await hangUp('/large', work, opened);
  expect(await statusOf('/large')).toBe(429);
  expect(await statusOf('/other')).toBe(200);
  open();
  while ((await statusOf('/large')) === 429);
  expect(await statusOf('/large')).toBe(200);
});

test('R32 an answer whose work fails is no longer under way', async () => {
  work.mockRejectedValue(new Error('failed'));
  for (let n = 0; n <= AT_ONCE; n++) expect(await statusOf('/large')).toBe(500);
});

test.each(['/large', '/other'])(
  'R32 nothing is read for whoever has hung up while their session was looked up: %s',
  async (path) => {
    const { opened, open } = gate();
    for (let n = 0; n <= AT_ONCE; n++) await hangUp(path, signIn, opened);
    open();
    expect(await statusOf('/large')).toBe(200);
    expect(work).toHaveBeenCalledTimes(1);
  },
);
