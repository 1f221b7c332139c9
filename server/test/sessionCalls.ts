import type { Session } from '@livelane/shared/auth/auth.schema';
import { refreshTokenOf, withCookie } from './cookies';
import type { TestUser } from './factories';
import { disconnected, nextEvent, type TestServer, type TestSocket } from './harness';

/** Calls that begin sessions, continue them and try whether they are good. */
export const sessionCalls = (server: TestServer) => ({
  refresh: (token: string) => server.request().with(withCookie(token)).post<Session>('/auth/refresh'),
  statusOf: async (holder: { token: string }) =>
    (await server.request(holder).get('/workspaces/user')).status,
  /** The same person with another session. */
  signInAgain: async (user: TestUser): Promise<TestUser> => {
    const { email, password } = user;
    const answer = await server.request().post<Session>('/auth/login', { email, password });
    return { ...user, token: answer.body.token, refreshToken: refreshTokenOf(answer) ?? '' };
  },
});

/** Why the act has ended a socket. */
export async function endOf(socket: TestSocket, act: () => Promise<unknown>) {
  const ended = nextEvent(socket, 'session:ended');
  await act();
  const { reason } = await ended;
  await disconnected(socket);
  return reason;
}
