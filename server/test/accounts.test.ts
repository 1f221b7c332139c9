import { randomUUID } from 'node:crypto';
import type { Session } from '@livelane/shared/auth/auth.schema';
import type { PublicUser, User } from '@livelane/shared/users/user.schema';
import jwt from 'jsonwebtoken';
import { createProject, createUser, PASSWORD, registration, type TestUser } from './factories';
import { serverForTests } from './harness';

/** What only the own record of a new account says. */
const OWN_RECORD = { isAdmin: false, hasPassword: true, pendingEmail: null };

const server = serverForTests();
let user: TestUser;
beforeAll(async () => {
  user = await createUser(server, { firstName: 'Ada', surname: 'Lovelace', email: 'ada@example.org' });
});

const countUsers = () => server.connection.collection('users').countDocuments();

describe('POST /auth/register', () => {
  test('answers the user and stores the password hashed only', async () => {
    const body = registration({ email: ' Grace@Example.ORG ' });
    const answer = await server.request().post<User>('/auth/register', body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      firstName: 'Grace',
      surname: 'Hopper',
      ...OWN_RECORD,
      email: 'grace@example.org',
    });
    const [stored] = await server.connection
      .collection('users')
      .find({ email: 'grace@example.org' })
      .toArray();
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
  });

  test.each([
    ['firstName', { firstName: '' }, 'First name is required'],
    ['surname', { surname: '   ' }, 'Surname is required'],
    ['email', { email: undefined }, 'Email is required'],
    ['email', { email: 'nobody' }, 'Email is invalid'],
    ['password_confirm', { password_confirm: 'another one' }, 'Passwords must match'],
    ['firstName', { firstName: 'a\0b' }, 'The text holds a character that is not allowed'],
    ['firstName', { firstName: { $gt: '' } }, 'First name is required'],
    ['surname', { surname: 'x'.repeat(101) }, 'Name must be at most 100 characters long'],
    ['email', { email: ['ada@example.org'] }, 'Email is required'],
  ])('a wrong %s is a 400 with the catalogue’s text: %j', async (path, fields, message) => {
    const before = await countUsers();
    const answer = await server.request().post('/auth/register', registration(fields));
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual({ path, message });
    expect(await countUsers()).toBe(before);
  });

  test.each([
    ['5 characters', 'x'.repeat(5), 400],
    ['129 characters', 'x'.repeat(129), 400],
    ['90,000 characters', 'x'.repeat(45_000), 400],
    ['a million characters', 'x'.repeat(1_000_000), 413],
  ])('a password of %s is refused before it is hashed', async (_name, password, status) => {
    const fields = registration({ password, password_confirm: password });
    expect((await server.request().post('/auth/register', fields)).status).toBe(status);
  });

  test.each(['ada@example.org', 'ADA@example.org', '  ada@Example.org '])(
    '%j is taken: the same account in another case and with spaces',
    async (email) => {
      const answer = await server.request().post('/auth/register', registration({ email }));
      expect(answer.status).toBe(409);
      expect(answer.body.code).toBe('email_taken');
    },
  );

  test('of two registrations of one email at once, one wins', async () => {
    const body = registration();
    const answers = await Promise.all([1, 2].map(() => server.request().post('/auth/register', body)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  test('unknown fields are ignored', async () => {
    const body = registration({ id: user.id, role: 'owner', passwordHash: 'x', createdAt: 0 });
    const answer = await server.request().post<User>('/auth/register', body);
    expect(answer.status).toBe(201);
    expect(answer.body.id).not.toBe(user.id);
  });
});

describe('POST /auth/login', () => {
  test('answers a token and the user, the email in whatever case and with spaces', async () => {
    const body = { email: '  ADA@example.org', password: PASSWORD };
    const answer = await server.request().post<Session>('/auth/login', body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.any(String),
      user: { id: user.id, firstName: 'Ada', surname: 'Lovelace', email: 'ada@example.org', ...OWN_RECORD },
    });
    expect((await server.request(answer.body).get('/workspaces/user')).status).toBe(200);
  });

  test('the refresh cookie is for this site and for http only', async () => {
    const answer = await server.request().post('/auth/login', { email: user.email, password: PASSWORD });
    const [cookie = ''] = answer.headers.getSetCookie();
    const attributes = cookie.split('; ').slice(1);
    expect(cookie).toMatch(/^livelane=[0-9a-f-]{36}\.[\w-]{86};/);
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/']));
    expect(attributes).not.toContain('Secure');
    expect(attributes.join()).not.toContain('Domain');
  });

  test('an unknown email and a wrong password get the same answer', async () => {
    const wrong = await server.request().post('/auth/login', { email: user.email, password: 'wrong one' });
    const unknown = await server
      .request()
      .post('/auth/login', { email: 'no@example.org', password: PASSWORD });
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect({ ...answer.body, requestId: '' }).toEqual({
        message: 'Email or password is wrong',
        code: 'invalid_credentials',
        requestId: '',
      });
    }
  });

  test.each([
    [{}],
    [{ email: { $gt: '' }, password: { $gt: '' } }],
    [{ email: 'ada@example.org', password: null }],
    [{ email: 'ada@example.org', password: 'x'.repeat(129) }],
    [{ email: ['ada@example.org'], password: PASSWORD }],
  ])('%j is a 400', async (body) => {
    expect((await server.request().post('/auth/login', body)).status).toBe(400);
  });
});

describe('an access token', () => {
  const claims = () => jwt.decode(user.token) as jwt.JwtPayload;

  test('lives for 15 minutes and names user and session, nothing else', () => {
    const { sub, sid, iat = 0, exp = 0, ...rest } = claims();
    expect(sub).toBe(user.id);
    expect(sid).toMatch(/^[0-9a-f-]{36}$/);
    expect(exp - iat).toBe(15 * 60);
    expect(rest).toEqual({});
  });

  const unsigned = (header: object, payload: object) =>
    `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

  test.each([
    ['alg none', () => unsigned({ alg: 'none', typ: 'JWT' }, claims())],
    [
      'alg none with the old signature',
      () => `${unsigned({ alg: 'none' }, claims())}${user.token.split('.')[2]}`,
    ],
    ['another key', () => jwt.sign(claims(), 'another key that is long enough to sign with')],
    [
      'another user with the old signature',
      () => {
        const [header, , signature] = user.token.split('.');
        const payload = Buffer.from(JSON.stringify({ ...claims(), sub: randomUUID() })).toString('base64url');
        return `${header}.${payload}.${signature}`;
      },
    ],
    ['nothing of a JWT', () => user.refreshToken],
  ])('%s: 401', async (_name, token) => {
    const answer = await server.request({ token: token() }).get('/workspaces/user');
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('unauthenticated');
  });
});

describe('GET /users?email=', () => {
  const find = (email: string) =>
    server.request(user).get<PublicUser[]>(`/users?email=${encodeURIComponent(email)}`);

  test('finds exactly one user, without the email', async () => {
    const answer = await find(' ADA@example.org');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([{ id: user.id, firstName: 'Ada', surname: 'Lovelace' }]);
  });

  test.each(['ada@example.or', 'da@example.org', 'ad_@example.org'])('%s finds nobody', async (email) => {
    expect((await find(email)).body).toEqual([]);
  });

  test.each(['', '?email=', '?email=ada', '?email[$gt]=', '?email=a@example.org&email=b@example.org'])(
    '%j is a 400',
    async (query) => {
      expect((await server.request(user).get(`/users${query}`)).status).toBe(400);
    },
  );

  test('without a token: 401', async () => {
    expect((await server.request().get('/users?email=ada@example.org')).status).toBe(401);
  });
});

describe('PUT /users/{id}', () => {
  const fields = (overrides: object = {}) => ({
    firstName: 'Ada',
    surname: 'King',
    email: `${randomUUID()}@example.org`,
    ...overrides,
  });

  test('changes the own profile; the new email signs in, the old one no longer', async () => {
    const mine = await createUser(server);
    const email = `New.${randomUUID()}@Example.org`;
    const answer = await server.request(mine).put<User>(`/users/${mine.id}`, fields({ email }));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: mine.id,
      firstName: 'Ada',
      surname: 'King',
      ...OWN_RECORD,
      email: email.toLowerCase(),
    });
    const login = (by: string) => server.request().post('/auth/login', { email: by, password: PASSWORD });
    expect((await login(email)).status).toBe(200);
    expect((await login(mine.email)).status).toBe(401);
  });

  test.each([
    [{ firstName: '' }, 'First name is required'],
    [{ surname: undefined }, 'Surname is required'],
    [{ email: 'x' }, 'Email is invalid'],
  ])('%j is a 400 and changes nothing', async (overrides, message) => {
    const answer = await server.request(user).put(`/users/${user.id}`, fields(overrides));
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
    expect((await server.app.services.users.find(user.id))?.surname).toBe('Lovelace');
  });

  test('someone else’s id and an unknown one: 404; no token: 401', async () => {
    const other = await createUser(server);
    expect((await server.request(user).put(`/users/${other.id}`, fields())).status).toBe(404);
    expect((await server.request(user).put(`/users/${randomUUID()}`, fields())).status).toBe(404);
    expect((await server.request(user).put('/users/7', fields())).status).toBe(400);
    expect((await server.request().put(`/users/${other.id}`, fields())).status).toBe(401);
    expect((await server.app.services.users.find(other.id))?.email).toBe(other.email);
  });

  test('what its user left as they saw it stays as it is by then', async () => {
    const mine = await createUser(server);
    const seen = { firstName: mine.firstName, surname: mine.surname, email: mine.email };
    const save = (change: object, base = seen) =>
      server.request(mine).put<User>(`/users/${mine.id}`, { ...base, ...change, base });
    const email = `${randomUUID()}@example.org`;
    expect((await save({ email, surname: 'King' })).body).toMatchObject({ ...seen, email, surname: 'King' });
    // From another window, which has not heard of it.
    const now = { firstName: 'Augusta', email, surname: 'King' };
    expect((await save({ firstName: 'Augusta' })).body).toMatchObject(now);
    expect((await save({})).body).toMatchObject(now);
    expect((await save({ surname: 'Noel' }, now)).body).toMatchObject({ ...now, surname: 'Noel' });
    const broken = { ...seen, base: { ...seen, email: { $gt: '' } } };
    expect((await server.request(mine).put(`/users/${mine.id}`, broken)).status).toBe(400);
  });

  test('an email that is taken: 409, and the name stays as it was, on boards as well', async () => {
    const { id, owner: mine } = await createProject(server);
    const names = async () => (await server.request(mine).get<PublicUser[]>(`/projectUsers/${id}`)).body;
    const ops = async () => (await server.request(mine).get(`/kanban/project/${id}/ops?since=0`)).body;
    const [namesBefore, opsBefore] = [await names(), await ops()];
    const answer = await server.request(mine).put(`/users/${mine.id}`, fields({ email: 'ADA@example.org' }));
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('email_taken');
    expect(await names()).toEqual(namesBefore);
    expect((await server.request(mine).put(`/users/${mine.id}`, fields({ email: mine.email }))).status).toBe(
      200,
    );
    expect(await names()).not.toEqual(namesBefore);
    expect(await ops()).not.toEqual(opsBefore);
  });
});
