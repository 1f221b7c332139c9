import { PasswordHasher } from '../src/features/auth/password.hasher';
import { refreshTokenOf } from './cookies';
import { createUser, PASSWORD, type TestUser } from './factories';
import { serverForTests } from './harness';
import { endOf, sessionCalls } from './sessionCalls';

const server = serverForTests();
const { refresh, statusOf, signInAgain } = sessionCalls(server);

describe('PUT /users/{id}/password', () => {
  const NEW = 'a new password';
  const change = (user: TestUser, body: object, id = user.id) =>
    server.request(user).put(`/users/${id}/password`, body);
  const body = (overrides: object = {}) => ({
    oldPassword: PASSWORD,
    newPassword: NEW,
    newPasswordConfirm: NEW,
    ...overrides,
  });

  test('ends every session of the user and its sockets; the new one signs in', async () => {
    const user = await createUser(server);
    const other = await signInAgain(user);
    const socket = await server.socket(other);
    const reason = await endOf(socket, async () => {
      expect((await change(user, body())).status).toBe(204);
    });
    expect(reason).toBe('password_changed');
    for (const session of [user, other]) {
      expect(await statusOf(session)).toBe(401);
      expect((await refresh(session.refreshToken)).status).toBe(401);
    }
    const login = (password: string) => server.request().post('/auth/login', { email: user.email, password });
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW)).status).toBe(200);
  });

  /** Stops the next check of a password after it was made: others come first. */
  function nextCheckWaits(method: 'verify' | 'verifyAccount'): { checked: Promise<void>; goOn: () => void } {
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const verify = PasswordHasher.prototype[method] as (...args: unknown[]) => Promise<never>;
    const checked = new Promise<void>((resolve) => {
      jest.spyOn(PasswordHasher.prototype, method).mockImplementationOnce(async function (
        this: PasswordHasher,
        ...args
      ) {
        const isRight = await verify.apply(this, args);
        resolve();
        await waiting;
        return isRight;
      });
    });
    return { checked, goOn };
  }

  test('a login that was under way with the old password is refused, and leaves no session', async () => {
    const user = await createUser(server);
    const { checked, goOn } = nextCheckWaits('verifyAccount');
    const login = server.request().post('/auth/login', { email: user.email, password: PASSWORD });
    await checked;
    expect((await change(user, body())).status).toBe(204);
    goOn();
    const answer = await login;
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials']);
    expect(refreshTokenOf(answer)).toBeNull();
    const left = server.connection.collection('sessions').countDocuments({ userId: user.id });
    expect(await left).toBe(0);
  });

  test('of two changes at once from one old password, the later one is refused and ends nothing', async () => {
    const user = await createUser(server);
    const { checked, goOn } = nextCheckWaits('verify');
    const late = change(user, body({ newPassword: 'stolen one', newPasswordConfirm: 'stolen one' }));
    await checked;
    expect((await change(user, body())).status).toBe(204);
    const credentials = { email: user.email, password: NEW };
    const login = await server.request().post<{ token: string }>('/auth/login', credentials);
    expect(login.status).toBe(200);
    goOn();
    expect((await late).status).toBe(400);
    expect(await statusOf(login.body)).toBe(200);
  });

  test.each([
    [{ oldPassword: 'wrong one' }, 'Old password is wrong'],
    [{ oldPassword: '' }, 'Old password is required'],
    [
      { newPassword: 'x'.repeat(5), newPasswordConfirm: 'x'.repeat(5) },
      'Password must be at least 6 characters long',
    ],
    [{ newPasswordConfirm: 'another' }, 'Passwords must match'],
    [{ newPassword: { $ne: '' } }, 'New password is required'],
  ])('%j is a 400 and ends nothing', async (overrides, message) => {
    const user = await createUser(server);
    const answer = await change(user, body(overrides));
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
    expect(await statusOf(user)).toBe(200);
  });

  test('of someone else: 404, also with the right password; without a token: 401', async () => {
    const user = await createUser(server);
    const other = await createUser(server);
    expect((await change(user, body(), other.id)).status).toBe(404);
    expect(await statusOf(other)).toBe(200);
    expect((await server.request().put(`/users/${other.id}/password`, body())).status).toBe(401);
  });
});
