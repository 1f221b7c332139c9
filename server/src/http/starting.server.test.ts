import { PROTOCOL_HEADER } from '@livelane/shared/http/headers';
import { PROTOCOL } from '@livelane/shared/http/protocol';
import { answerWhileStarting, type StartingServer } from './starting.server';

let server: StartingServer;
beforeAll(async () => {
  server = await answerWhileStarting({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

test.each([
  ['/healthz', 200],
  ['/readyz', 503],
  ['/v1/workspaces/user', 503],
  ['/project/1/board', 503],
])('%s: a %d that tells when to ask again, and that no cache keeps', async (path, status) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get(PROTOCOL_HEADER)).toBe(path.startsWith('/v1/') ? String(PROTOCOL) : null);
});

test('a refused request has an id, which its answer tells twice', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/v1/workspaces/user`);
  const id = answer.headers.get('x-request-id');
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(await answer.json()).toMatchObject({ code: 'unavailable', requestId: id });
});
