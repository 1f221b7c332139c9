import { randomUUID } from 'node:crypto';
import type { TestServer, TokenHolder } from './harness';

interface Asked {
  /** May do all that the routes do to `id`. */
  caller(): TokenHolder;
  id(): string;
  /** A body that each of them accepts. */
  fields: object;
}

/** Tests for routes of signed-in people: 401 without a good token, and for the `:id` in a path 400 if it is malformed and 404 if it is unknown. */
export function testGuardedRoutes(
  server: TestServer,
  routes: ReadonlyArray<[method: 'get' | 'post' | 'put' | 'delete', path: string]>,
  { caller, id, fields }: Asked,
): void {
  describe.each(routes)('%s %s', (method, path) => {
    it('answers 401 without a token and with a wrong one', async () => {
      for (const stranger of [server.request(), server.request({ token: 'x.y.z' })]) {
        expect(await stranger[method](path.replace(':id', id()), fields)).toMatchObject({
          status: 401,
          body: { code: 'unauthenticated' },
        });
      }
    });

    if (!path.includes(':id')) return;
    it('answers 400 for what is not an id, and 404 for an unknown one', async () => {
      const statusOf = async (value: string) =>
        (await server.request(caller())[method](path.replace(':id', value), fields)).status;
      for (const bad of ['x', '%00', '..%2F', `${id()}0`, '%7B%22$gt%22%3A%22%22%7D'])
        expect([bad, await statusOf(bad)]).toEqual([bad, 400]);
      expect(await statusOf(randomUUID())).toBe(404);
    });
  });
}
