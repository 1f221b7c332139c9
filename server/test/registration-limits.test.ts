import type { User } from '@livelane/shared/users/user.schema';
import { registration } from './factories';
import { startTestServer, type TestServer } from './harness';

const PER_HOUR = 4;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ config: { registrationsPerHour: PER_HOUR } });
});
afterEach(() => server.stop());

const register = (overrides: object = {}) =>
  server.request().post<User>('/auth/register', registration(overrides));

test('forms that are refused do not count: an office behind one address is not locked out', async () => {
  for (let i = 0; i < 3 * PER_HOUR; i++) expect((await register({ surname: '' })).status).toBe(400);
  for (let i = 0; i < PER_HOUR; i++) expect((await register()).status).toBe(201);
});

test('one email counts once, however often it is sent', async () => {
  const email = 'again@example.org';
  expect((await register({ email })).status).toBe(201);
  for (let i = 0; i < 2 * PER_HOUR; i++) expect((await register({ email })).status).toBe(409);
  for (let i = 1; i < PER_HOUR; i++) expect((await register()).status).toBe(201);
  expect((await register()).status).toBe(429);
});

test('who asks about emails by registering them is limited, and is told the limit', async () => {
  const emails = Array.from({ length: PER_HOUR }, (_, i) => `taken${i}@example.org`);
  for (const email of emails) expect((await register({ email })).status).toBe(201);
  const { status, body, headers } = await register({ email: 'other@example.org' });
  expect(status).toBe(429);
  expect(body).toMatchObject({
    code: 'too_many_registrations',
    message: `Only ${PER_HOUR} accounts can be registered from one network in an hour. Please try again later`,
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  // Refused once, refused again: retrying does not help, nor does it fill the audit log.
  for (const email of ['other@example.org', 'third@example.org'])
    expect((await register({ email })).status).toBe(429);
  expect(server.log.filter(({ event }) => event === 'registration.limited')).toMatchObject([
    { kind: 'audit', email: 'other@example.org' },
  ]);
});

test('one email that is sent over and over is limited: each time costs a hash', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 21; i++) statuses.push((await register({ email: 'same@example.org' })).status);
  expect(statuses).toEqual([201, ...Array(19).fill(409), 429]);
});
