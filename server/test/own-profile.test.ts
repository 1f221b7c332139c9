import { randomUUID } from 'node:crypto';
import type { Session } from '@livelane/shared/auth/auth.schema';
import type { User } from '@livelane/shared/users/user.schema';
import { secretIn, startMailServer, type TestMailServer } from '../../test-kit/smtp.server';
import { startTestDatabase, type TestDatabase } from './database';
import { createUser, PASSWORD, type TestUser } from './factories';
import { nextEvent, startTestServer, type TestServer } from './harness';

let smtp: TestMailServer;
let server: TestServer;
let database: TestDatabase;
let user: TestUser;
let email: string;
beforeEach(async () => {
  smtp = await startMailServer();
  database = await startTestDatabase();
  server = await startTestServer({ database, config: { mail: smtp.settings } });
  user = await createUser(server);
  email = `${randomUUID()}@example.org`;
});
afterEach(async () => {
  await server.stop();
  await database.close();
  await smtp.close();
});

const named = () => ({ firstName: user.firstName, surname: user.surname });
const put = (body: object) => server.request(user).put<User>(`/users/${user.id}`, body);
const confirm = async () => {
  const [mail] = await smtp.arrived(1);
  const secret = secretIn(mail as never, 'confirm');
  expect((await server.request().post('/auth/confirm', { secret })).status).toBe(204);
};

test('every device of a user is told that their profile has changed, and that a new address is confirmed', async () => {
  const stale = { entity: 'user', id: user.id };
  const device = await server.socket(user);
  const changed = nextEvent(device, 'entity:stale');
  expect((await put({ ...named(), email })).status).toBe(200);
  expect(await changed).toEqual(stale);
  const confirmed = nextEvent(device, 'entity:stale');
  await confirm();
  expect(await confirmed).toEqual(stale);
});

describe('keeping the current address', () => {
  // As a device does that shows this new address.
  const keep = () => put({ ...named(), email: user.email, base: { ...named(), pendingEmail: email } });

  test('withdraws the new one', async () => {
    await put({ ...named(), email });
    const kept = await keep();
    expect(kept).toMatchObject({ status: 200, body: { email: user.email, pendingEmail: null } });
  });

  test('changes nothing once the new one is confirmed, and asks for no change back', async () => {
    await put({ ...named(), email });
    await confirm();
    expect(await keep()).toMatchObject({ status: 200, body: { email, pendingEmail: null } });
  });

  test('leaves another new address that has been asked for since', async () => {
    await put({ ...named(), email });
    const later = `${randomUUID()}@example.org`;
    await put({ ...named(), email: later });
    expect(await keep()).toMatchObject({ status: 200, body: { email: user.email, pendingEmail: later } });
  });
});

test('a login names the language that a browser has reported, and none before', async () => {
  const login = async () => {
    const input = { email: user.email, password: PASSWORD };
    return (await server.request().post<Session>('/auth/login', input)).body;
  };
  expect(await login()).not.toHaveProperty('language');
  await server.request(user).put('/notifications/settings', { language: 'ar', timeZone: 'Africa/Cairo' });
  expect(await login()).toMatchObject({ user: { id: user.id }, language: 'ar' });
});
