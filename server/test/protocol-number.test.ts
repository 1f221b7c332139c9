import { PROTOCOL } from '@livelane/shared/http/protocol';
import { io } from 'socket.io-client';
import { createUser, type TestUser } from './factories';
import { serverForTests } from './harness';

const server = serverForTests();
let user: TestUser;
beforeAll(async () => {
  user = await createUser(server);
});

const as = (protocol: string) => server.request(user).with({ 'Livelane-Protocol': protocol });

/** The first message of a socket with this handshake, or the reason why it was refused. */
function handshake(auth: object): Promise<string> {
  const socket = io(server.url, { auth, transports: ['websocket'], reconnection: false, forceNew: true });
  return new Promise<string>((resolve) => {
    socket.onAny((event, message) => resolve(`${event} ${JSON.stringify(message)}`));
    socket.once('connect_error', (error) => resolve(error.message));
  }).finally(() => socket.disconnect());
}

test('R21 every answer below /v1 tells the server’s protocol number, refusals too', async () => {
  const answers = [
    await server.request(user).get('/workspaces/user'),
    await server.request().get('/workspaces/user'),
    await server.request(user).get('/nowhere'),
    await server.request(user).with({ 'Content-Type': 'application/json' }).raw('POST', '/tasks', '{'),
    await as('0').get('/workspaces/user'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 400, 426]);
  for (const { headers } of answers) expect(headers.get('Livelane-Protocol')).toBe(String(PROTOCOL));
});

test('R21 clients without a number, of this one and of later ones are served', async () => {
  for (const protocol of ['1', '2', '3', '00002', '123456789012345678901234567890'])
    expect([protocol, (await as(protocol).get('/workspaces/user')).status]).toEqual([protocol, 200]);
});

test('R21 an outdated client is 426, a number that is none 400, before anything else is looked at', async () => {
  const outdated = await server.request().with({ 'Livelane-Protocol': '0' }).get('/workspaces/user');
  expect([outdated.status, outdated.body.code]).toEqual([426, 'client_outdated']);
  for (const protocol of ['1.5', '-1', 'two', '1e3', '2, 2', '0x2']) {
    const { status, body } = await as(protocol).get('/workspaces/user');
    expect([protocol, status, body.code]).toEqual([protocol, 400, 'invalid_input']);
  }
});

test('R21 a socket first hears the server’s number; the handshake refuses as REST does', async () => {
  const { token } = user;
  const hello = `server:hello {"protocol":${PROTOCOL}}`;
  expect(await handshake({ token })).toBe(hello);
  for (const protocol of [1, 2, 7]) expect(await handshake({ token, protocol })).toBe(hello);
  expect(await handshake({ token, protocol: 0 })).toBe('client_outdated');
  for (const protocol of ['2', 1.5, -1, null, {}, true])
    expect([protocol, await handshake({ token, protocol })]).toEqual([protocol, 'invalid_input']);
  expect(await handshake({ protocol: 2 })).toBe('unauthenticated');
});
