import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import type { linkModel } from '../src/features/auth/link.model';
import { issueReset, RESET_MS } from '../src/features/auth/password-reset';
import { SessionService } from '../src/features/auth/session.service';
import { withCookie } from './cookies';
import { createUser, PASSWORD, type TestUser } from './factories';
import { serverForTests } from './harness';

const NEW_PASSWORD = 'another long one';

const server = serverForTests();
const away = new mongo.MongoNetworkError('connection closed');

type Taking = 'replacePassword' | 'resetPassword' | 'linkOidc';

/** The database is away from the moment on at which the account is its new holder's. */
function cutOffAfter(taking: Taking): void {
  const { users } = server.app.services;
  const take = users[taking].bind(users) as (...args: unknown[]) => Promise<never>;
  jest.spyOn(users, taking).mockImplementationOnce(async (...args: unknown[]) => {
    const taken = await take(...args);
    jest.spyOn(SessionService.prototype, 'endAll').mockRejectedValueOnce(away);
    return taken;
  });
}

const change = async (user: TestUser) => {
  const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, newPasswordConfirm: NEW_PASSWORD };
  return server.request(user).put(`/users/${user.id}/password`, body);
};

const reset = async ({ id }: TestUser) => {
  const owner = await server.app.services.users.find(id);
  if (!owner) throw new Error('no such account');
  const links = server.connection.models.Link as ReturnType<typeof linkModel>;
  const secret = await issueReset(links, owner, new Date(), RESET_MS);
  return server.request().post('/auth/reset', { secret, password: NEW_PASSWORD });
};

test.each<[string, Taking, (user: TestUser) => Promise<{ status: number }>]>([
  ['a changed password', 'replacePassword', change],
  ['a password that a link has reset', 'resetPassword', reset],
])('no session outlives %s, though the database goes away right after it', async (_, taking, act) => {
  const user = await createUser(server);
  cutOffAfter(taking);
  expect((await act(user)).status).toBe(503);
  const login = { email: user.email, password: NEW_PASSWORD };
  expect((await server.request().post('/auth/login', login)).status).toBe(200);
  expect((await server.request(user).get('/workspaces/user')).status).toBe(401);
  const refresh = server.request().with(withCookie(user.refreshToken)).post('/auth/refresh');
  expect((await refresh).status).toBe(401);
});

test('no session outlives the loss of an account to a person of the provider, though the database goes away', async () => {
  const user = await createUser(server);
  const identity = { issuer: 'https://provider.example', subject: randomUUID(), sid: undefined };
  const who = { ...identity, email: user.email, isVerified: true, firstName: 'O', surname: 'C', groups: [] };
  const signIn = () => server.app.services.oidcSignIn.signIn(who, { address: '127.0.0.1', userAgent: '' });
  cutOffAfter('linkOidc');
  await expect(signIn()).rejects.toThrow(away);
  expect((await signIn()).userId).toBe(user.id);
  expect((await server.request(user).get('/workspaces/user')).status).toBe(401);
});
