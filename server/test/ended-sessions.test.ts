import type { Session } from '@livelane/shared/auth/auth.schema';
import { createUser } from './factories';
import { disconnected, serverForTests, type TestServer, type TestSocket } from './harness';
import { onTwoNodes } from './onTwoNodes';

const MINUTE_MS = 60_000;

const server = serverForTests();

async function foundNow(): Promise<string[]> {
  return [...(await server.app.services.ended.latestEnds()).keys()].sort();
}

test('a session that ends after the database’s clock was set back is found, also by a node that had no answer meanwhile', async () => {
  const { ended, nodes } = server.app.services;
  const rows = server.connection.collection<{ _id: string; reason: string; endedAt: Date }>('endedsessions');
  const endedAt = new Date(Date.now() + 10 * MINUTE_MS);
  await rows.insertOne({ _id: 'by a clock that was ahead', reason: 'logout', endedAt });
  expect(await foundNow()).toEqual(['by a clock that was ahead']);
  await ended.remember(['after that'], 'logout');
  expect(await foundNow()).toEqual(['after that', 'by a clock that was ahead']);
  const later = nodes.databaseNow + 5 * MINUTE_MS;
  const clock = jest.spyOn(nodes, 'databaseNow', 'get').mockReturnValue(later);
  expect(await foundNow()).toContain('after that');
  await rows.insertOne({ _id: 'while it was away', reason: 'logout', endedAt: new Date(later + 1_000) });
  clock.mockReturnValue(later + 2 * MINUTE_MS);
  expect(await foundNow()).toContain('while it was away');
  clock.mockRestore();
});

describe('two nodes that hear nothing of each other', () => {
  const nodes: TestServer[] = [];
  onTwoNodes((...both) => void nodes.push(both[0], both[1]));

  test('a session that begins while all of its user’s are being ended loses its socket, too', async () => {
    const [a, b] = nodes as [TestServer, TestServer];
    const user = await createUser(a);
    const { ended } = a.app.services;
    let late: TestSocket | undefined;
    jest.spyOn(ended, 'remember').mockImplementationOnce(async (...ends) => {
      const { email, password } = user;
      const { body } = await b.request().post<Session>('/auth/login', { email, password });
      late = await b.socket(body);
      await ended.remember(...ends);
    });
    const changed = await a.request(user).put(`/users/${user.id}/password`, {
      oldPassword: user.password,
      newPassword: 'another long one',
      newPasswordConfirm: 'another long one',
    });
    expect(changed.status).toBe(204);
    if (!late) throw new Error('nobody has signed in');
    await disconnected(late);
  });
});
