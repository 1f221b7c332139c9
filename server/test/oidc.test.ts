import { createHmac, randomUUID } from 'node:crypto';
import type { AuthOptions } from '@livelane/shared/auth/account.schema';
import type { Session } from '@livelane/shared/auth/auth.schema';
import type { WorkspaceMember } from '@livelane/shared/members/member.schema';
import { updateUserSchema } from '@livelane/shared/users/user.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { mongo } from 'mongoose';
import { freePort } from '../../test-kit/freePort';
import { type OidcClaims, startOidcProvider, type TestProvider } from '../../test-kit/oidc-provider';
import type { Config } from '../src/config';
import type { linkModel } from '../src/features/auth/link.model';
import { issueReset, RESET_MS } from '../src/features/auth/password-reset';
import { AppError } from '../src/http/errors';
import { startTestDatabase, type TestDatabase } from './database';
import { createUser, createWorkspace, PASSWORD, registration } from './factories';
import { disconnected, nextEvent, startTestServer, type TestServer } from './harness';

type Oidc = NonNullable<Config['oidc']>;

const BOSS = 'boss@example.org';
const mapped = randomUUID();
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

let database: TestDatabase;
let provider: TestProvider;
let server: TestServer;
/** The same database with other settings. */
let settings: (oidc: Partial<Oidc>, more?: Partial<Config>) => Promise<TestServer>;

beforeAll(async () => {
  const [port, providerPort] = [await freePort(), await freePort()];
  database = await startTestDatabase();
  const publicUrl = new URL(`http://127.0.0.1:${port}`);
  provider = await startOidcProvider(providerPort, publicUrl.origin);
  const { issuer, clientId, clientSecret } = provider;
  settings = async (oidc, more) => {
    await server?.stop();
    server = await startTestServer({
      database,
      isOnlyNode: true,
      config: {
        port,
        publicUrl,
        adminEmails: [BOSS],
        oidc: { issuer, clientId, clientSecret, name: 'Example', isOnly: false, groupRoles: [], ...oidc },
        ...more,
      },
    });
    return server;
  };
  await settings({});
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
  await database.close();
});

/** A browser that keeps cookies and follows one redirection at a time. */
class Browser {
  private readonly cookies = new Map<string, string>();

  async get(url: string | URL): Promise<{ status: number; location: string }> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    return { status: answer.status, location: location ? new URL(location, url).href : '' };
  }

  has(name: string): boolean {
    return this.cookies.has(name);
  }

  /** From the start until our callback is to be called. */
  async toCallback(to = '/'): Promise<string> {
    let { location } = await this.get(`${server.url}/v1/auth/oidc/start?to=${encodeURIComponent(to)}`);
    while (!location.startsWith(`${server.url}/`)) location = (await this.get(location)).location;
    return location;
  }

  /** All of a sign-in. @returns where it ends */
  async signIn(to?: string): Promise<string> {
    const location = await this.toCallback(to);
    return (await this.get(location)).location.replace(server.url, '');
  }

  async session(): Promise<Session> {
    const answer = await fetch(`${server.url}/v1/auth/refresh`, {
      method: 'POST',
      headers: { Cookie: `livelane=${this.cookies.get('livelane')}`, Origin: server.url },
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Session;
  }
}

const person = (claims: OidcClaims = {}) => {
  const sub = randomUUID();
  const email = `${sub}@example.org`;
  return { sub, claims: { email, email_verified: true, given_name: 'Olga', family_name: 'Idc', ...claims } };
};

async function signInAs({ sub, claims }: ReturnType<typeof person>, browser = new Browser()) {
  await provider.signsIn(sub, claims);
  expect(await browser.signIn('/workspaces')).toBe('/workspaces');
  return { browser, session: await browser.session() };
}

test('signs in with state, nonce and PKCE; the second time the same account', async () => {
  const options = await server.request().get<AuthOptions>('/auth/options');
  expect(options.body).toMatchObject({ passwords: true, oidc: { name: 'Example' } });
  const start = await fetch(`${server.url}/v1/auth/oidc/start`, { redirect: 'manual' });
  expect(start.status).toBe(302);
  const asked = new URL(start.headers.get('location') ?? '').searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  const [cookie = ''] = start.headers.getSetCookie();
  expect(cookie).toMatch(/^livelane-oidc=.*Max-Age=600;.*HttpOnly; SameSite=Lax$/);
  expect(cookie).not.toContain(asked.get('nonce'));

  const who = person();
  const first = await signInAs(who);
  expect(first.session.user).toMatchObject({
    firstName: 'Olga',
    surname: 'Idc',
    email: who.claims.email,
    hasPassword: false,
  });
  const again = await signInAs({ ...who, claims: { ...who.claims, email: 'moved@example.org' } });
  expect(again.session.user.id).toBe(first.session.user.id);
  expect(first.browser.has('livelane-oidc')).toBe(false);
});

test.each([
  ['too long', { given_name: 'O'.repeat(500), family_name: 'Idc' }, ['O'.repeat(100), 'Idc']],
  ['with what no text may hold', { given_name: 'Ol\0ga\ud800', family_name: '\0' }, ['Olga', 'Olga']],
])('a name that is %s can still be edited', async (_, claims, [firstName, surname]) => {
  const { user } = (await signInAs(person(claims))).session;
  expect(user).toMatchObject({ firstName, surname });
  expect(updateUserSchema.safeParse(user).success).toBe(true);
});

test('leads to paths of ours only', async () => {
  const { sub, claims } = person();
  await provider.signsIn(sub, claims);
  const foreign = ['//evil.example', '/.//evil.example', '/x/..//evil.example', '/\\evil.example'];
  for (const to of [...foreign, 'https://evil.example/', 'x', '', `/${'x'.repeat(4_000)}`])
    expect([to, await new Browser().signIn(to)]).toEqual([to, '/']);
  expect(await new Browser().signIn('/project/1?a=b#c')).toBe('/project/1?a=b#c');
});

test('an answer that this browser did not ask for is refused, as is one that comes twice', async () => {
  const { sub, claims } = person();
  await provider.signsIn(sub, claims);
  const mine = new Browser();
  const callback = await mine.toCallback();
  expect((await new Browser().get(callback)).location).toBe(`${server.url}/login?error=oidc_failed`);
  const other = new Browser();
  await other.toCallback();
  expect((await other.get(callback)).location).toBe(`${server.url}/login?error=oidc_failed`);
  const changed = new URL(callback);
  changed.searchParams.set('state', 'x');
  const tampered = new Browser();
  await tampered.toCallback();
  expect((await tampered.get(changed)).location).toBe(`${server.url}/login?error=oidc_failed`);
  expect((await mine.get(callback)).location).toBe(`${server.url}/`);
  expect((await mine.get(callback)).location).toBe(`${server.url}/login?error=oidc_failed`);
  await provider.signsIn(undefined);
  expect(await new Browser().signIn()).toBe('/login?error=oidc_failed');
});

test('why the provider’s answer was not valid is in the log, and neither code nor secret', async () => {
  const { sub, claims } = person();
  await provider.signsIn(sub, claims);
  await settings({ clientSecret: 'not the one' });
  const browser = new Browser();
  const callback = await browser.toCallback();
  expect((await browser.get(callback)).location).toBe(`${server.url}/login?error=oidc_failed`);
  const log = JSON.stringify(server.log);
  expect(log).toContain('a sign-in at the provider has failed');
  expect(log).toContain('invalid_client');
  expect(log).not.toContain(new URL(callback).searchParams.get('code'));
  expect(log).not.toContain('not the one');
  await settings({});
});

test('without its own database it says so, and does not blame the provider', async () => {
  const { sub, claims } = person();
  await provider.signsIn(sub, claims);
  const browser = new Browser();
  const callback = await browser.toCallback();
  const away = new mongo.MongoNetworkError('connection closed');
  jest.spyOn(server.app.services.users, 'findByOidc').mockRejectedValueOnce(away);
  const { status, location } = await browser.get(callback);
  expect([status, location]).toEqual([503, '']);
});

test('an account is linked by a verified address only; one whose address was never proven loses its password', async () => {
  const squatter = await createUser(server);
  const socket = await server.socket(squatter);
  const ended = nextEvent(socket, 'session:ended');
  const { sub, claims } = person({ email: squatter.email, email_verified: false });
  await provider.signsIn(sub, claims);
  expect(await new Browser().signIn()).toBe('/login?error=oidc_unverified');
  await provider.signsIn(sub, { given_name: 'No', family_name: 'Address' });
  expect(await new Browser().signIn()).toBe('/login?error=oidc_unverified');
  expect((await server.request(squatter).get('/workspaces/user')).status).toBe(200);

  const linked = await signInAs({ sub, claims: { ...claims, email_verified: true } });
  expect(linked.session.user).toMatchObject({ id: squatter.id, hasPassword: false });
  expect(await ended).toEqual({ reason: 'revoked' });
  await disconnected(socket);
  const { email } = squatter;
  expect((await server.request().post('/auth/login', { email, password: PASSWORD })).status).toBe(401);

  const proven = await createUser(server);
  await server.app.services.users.update(proven.id, { emailProvenAt: new Date() });
  const kept = await signInAs(person({ email: proven.email }));
  expect(kept.session.user).toMatchObject({ id: proven.id, hasPassword: true });
  expect((await server.request(proven).get('/workspaces/user')).status).toBe(200);
  // Another person of the provider with the same address is someone else.
  const { sub: second, claims: same } = person({ email: proven.email });
  await provider.signsIn(second, same);
  expect(await new Browser().signIn()).toBe('/login?error=oidc_failed');
});

test.each([
  ['makes', false],
  ['links', true],
])(
  'a first sign-in in three tabs at once %s one account and signs all of them in',
  async (_what, isKnown) => {
    const { sub, claims } = person();
    const { users } = server.app.services;
    if (isKnown) {
      const { id } = await createUser(server, { email: claims.email });
      await users.update(id, { emailProvenAt: new Date() });
    }
    await provider.signsIn(sub, claims);
    const tabs = [new Browser(), new Browser(), new Browser()];
    const callbacks: string[] = [];
    for (const tab of tabs) callbacks.push(await tab.toCallback());
    // All have looked for an account by the address before any of them goes on.
    const find = users.findByEmail.bind(users);
    const looks: Array<() => void> = [];
    jest.spyOn(users, 'findByEmail').mockImplementation(async (email) => {
      const found = await find(email);
      await new Promise<void>((resolve) => {
        looks.push(resolve);
        if (looks.length === tabs.length) for (const goOn of looks) goOn();
      });
      return found;
    });
    const answers = await Promise.all(tabs.map((tab, index) => tab.get(callbacks[index] ?? '')));
    expect(answers.map(({ location }) => location)).toEqual(tabs.map(() => `${server.url}/`));
    const sessions = await Promise.all(tabs.map((tab) => tab.session()));
    expect(new Set(sessions.map(({ user }) => user.id)).size).toBe(1);
  },
);

/** Someone of the provider who gives their account the address of another person, which without mail nobody confirms. */
async function takeAddress(email: string) {
  const who = person();
  const { session } = await signInAs(who);
  const { id, firstName, surname } = session.user;
  const changed = await server.request(session).put(`/users/${id}`, { firstName, surname, email });
  expect(changed.status).toBe(200);
  return { who, session };
}

test('whoever has the address takes a linked account over from a person of the provider who never proved it', async () => {
  const owner = person();
  const { who, session } = await takeAddress(owner.claims.email);
  const taken = await signInAs(owner);
  expect(taken.session.user).toMatchObject({ id: session.user.id, email: owner.claims.email });
  expect((await server.request(session).get('/workspaces/user')).status).toBe(401);
  expect((await signInAs(who)).session.user.id).not.toBe(session.user.id);
  expect((await signInAs(owner)).session.user.id).toBe(session.user.id);
});

test('a sign-in that is overtaken by the one who has the address opens no session', async () => {
  const owner = person();
  const { who } = await takeAddress(owner.claims.email);
  const { accounts, users } = server.app.services;
  await provider.signsIn(who.sub, who.claims);
  const browser = new Browser();
  const callback = await browser.toCallback();
  const known = users.findByOidc.bind(users);
  jest.spyOn(users, 'findByOidc').mockImplementationOnce(async (...of) => {
    const found = await known(...of);
    await signInAs(owner);
    return found;
  });
  expect((await browser.get(callback)).location).toBe(`${server.url}/login?error=oidc_failed`);
  const { session } = await signInAs(owner);
  const { userId, sessionId } = await server.app.services.auth.authenticate(session.token);
  const left = await accounts.sessions({ userId, sessionId }, userId);
  expect(left).toHaveLength(2);
});

test('a new password by a link ends the link to the provider of an account whose address was never proven', async () => {
  const { users } = server.app.services;
  const links = server.connection.models.Link as ReturnType<typeof linkModel>;
  const reset = async (email: string) => {
    const user = await users.findByEmail(email);
    if (!user) throw new Error('no such account');
    const secret = await issueReset(links, user, new Date(), RESET_MS);
    expect((await server.request().post('/auth/reset', { secret, password: PASSWORD })).status).toBe(204);
    return server.request().post<Session>('/auth/login', { email, password: PASSWORD });
  };
  const { email } = person().claims;
  const { who, session } = await takeAddress(email);
  expect((await reset(email)).body.user.id).toBe(session.user.id);
  expect((await signInAs(who)).session.user.id).not.toBe(session.user.id);
  // Proven by the provider: the person is the same.
  const proven = person();
  const { id } = (await signInAs(proven)).session.user;
  expect((await reset(proven.claims.email)).body.user.id).toBe(id);
  expect((await signInAs(proven)).session.user.id).toBe(id);
});

test('with REGISTRATION=invited new accounts take an invitation for that address, or a mapped group', async () => {
  const workspace = await createWorkspace(server);
  const stranger = person();
  const invited = person();
  await settings(
    { groupRoles: [{ group: 'staff', workspaceId: workspace.id, roleId: 'member' }] },
    {
      registration: 'invited',
    },
  );
  await provider.signsIn(stranger.sub, stranger.claims);
  expect(await new Browser().signIn()).toBe('/login?error=registration_closed');
  const { email } = invited.claims;
  await server
    .request(workspace.owner)
    .post(`/workspaces/${workspace.id}/invitations`, { roleId: 'maintainer', email });
  // It is revoked at the last moment: an account that nobody invited does not come about.
  await provider.signsIn(invited.sub, invited.claims);
  jest.spyOn(server.app.services.invitations, 'join').mockRejectedValueOnce(new AppError('invalid_link'));
  expect(await new Browser().signIn()).toBe('/login?error=registration_closed');
  expect(await server.app.services.users.findByEmail(email)).toBeNull();
  const joined = await signInAs(invited);
  const rolesOf = async () => {
    const { body } = await server
      .request(workspace.owner)
      .get<WorkspaceMember[]>(`/workspaceUsers/${workspace.id}`);
    return new Map(body.map(({ user, roleId }) => [user.id, roleId]));
  };
  expect((await rolesOf()).get(joined.session.user.id)).toBe('maintainer');
  stranger.claims.groups = ['staff'];
  const member = await signInAs(stranger);
  expect((await rolesOf()).get(member.session.user.id)).toBe('member');
  await settings({});
});

test.each([
  ['joins', false],
  ['is refused once the invitation is revoked', true],
])('who was cut off while joining by an invitation %s at the next sign-in', async (_what, isRevoked) => {
  const { owner, id } = await createWorkspace(server);
  const who = person();
  await settings({}, { registration: 'invited' });
  const { email } = who.claims;
  const invitations = `/workspaces/${id}/invitations`;
  const { body } = await server.request(owner).post<{ id: string }>(invitations, { roleId: 'member', email });
  await provider.signsIn(who.sub, who.claims);
  const browser = new Browser();
  const callback = await browser.toCallback();
  const away = new mongo.MongoNetworkError('connection closed');
  jest.spyOn(server.app.services.invitations, 'join').mockRejectedValueOnce(away);
  expect((await browser.get(callback)).status).toBe(503);
  if (isRevoked) {
    expect((await server.request(owner).delete(`${invitations}/${body.id}`)).status).toBe(204);
    expect(await new Browser().signIn()).toBe('/login?error=registration_closed');
    expect(await server.app.services.users.findByEmail(email)).toBeNull();
  } else {
    const { session } = await signInAs(who);
    const members = await server.request(owner).get<WorkspaceMember[]>(`/workspaceUsers/${id}`);
    expect(members.body.map(({ user }) => user.id)).toContain(session.user.id);
    expect(await server.app.services.users.find(session.user.id)).not.toHaveProperty('joining');
  }
  await settings({});
});

test('roles that a group gave follow it; others only rise; a last owner stays', async () => {
  const workspace = await createWorkspace(server);
  const groupRoles = [
    { group: 'staff', workspaceId: workspace.id, roleId: 'member' },
    { group: 'leads', workspaceId: workspace.id, roleId: 'owner' },
    { group: 'leads', workspaceId: mapped, roleId: 'member' },
  ] as const;
  await settings({ groupRoles });
  const who = person();
  const roleIn = async (groups: string[]) => {
    const { session } = await signInAs({ ...who, claims: { ...who.claims, groups } });
    const { body } = await server.request(session).get<Workspace[]>('/workspaces/user');
    if (body.length === 0) return { session, role: null };
    const members = await server.request(session).get<WorkspaceMember[]>(`/workspaceUsers/${workspace.id}`);
    const role = members.body.find(({ user }) => user.id === session.user.id)?.roleId;
    return { session, role };
  };
  expect((await roleIn([])).role).toBeNull();
  expect((await roleIn(['staff'])).role).toBe('member');
  expect((await roleIn(['staff', 'leads'])).role).toBe('owner');
  expect((await roleIn(['staff'])).role).toBe('member');
  const { session } = await roleIn(['leads']);
  const path = `/workspaceUsers/${workspace.id}`;
  expect((await server.request(workspace.owner).delete(`${path}/${workspace.owner.id}`)).status).toBe(204);
  expect((await roleIn([])).role).toBe('owner');
  const friend = await createUser(server);
  await server.request(session).post(path, { userId: friend.id, roleId: 'owner' });
  expect((await roleIn([])).role).toBeNull();
  // Given by a person: no group takes it away.
  await server.request(friend).post(path, { userId: session.user.id, roleId: 'maintainer' });
  expect((await roleIn(['staff'])).role).toBe('maintainer');
  expect((await roleIn([])).role).toBe('maintainer');
  await settings({});
});

test('the provider’s logout ends the session that it names, or all that it began', async () => {
  const who = person();
  const [first, second] = [await signInAs(who), await signInAs(who)];
  const socket = await server.socket(second.session);
  const ended = nextEvent(socket, 'session:ended');
  await provider.logsOut(who.sub, { bySid: true });
  expect(await ended).toEqual({ reason: 'revoked' });
  expect((await server.request(second.session).get('/workspaces/user')).status).toBe(401);
  expect((await server.request(first.session).get('/workspaces/user')).status).toBe(200);
  await provider.logsOut(who.sub, { bySid: false });
  expect((await server.request(first.session).get('/workspaces/user')).status).toBe(401);

  const form = (fields: Record<string, string>) =>
    fetch(`${server.url}/v1/auth/oidc/backchannel`, { method: 'POST', body: new URLSearchParams(fields) });
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: who.sub }))}.`;
  // Signed with what the provider and we share, as no logout token may be.
  const words = {
    iss: provider.issuer.href,
    aud: provider.clientId,
    sub: who.sub,
    jti: 'x',
    iat: Math.floor(Date.now() / 1000),
  };
  const told = [
    { alg: 'HS256', typ: 'logout+jwt' },
    { ...words, events: { [LOGOUT_EVENT]: {} } },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const shared = `${told}.${createHmac('sha256', provider.clientSecret).update(told).digest('base64url')}`;
  for (const fields of [
    {},
    { logout_token: 'x' },
    { logout_token: unsigned },
    { logout_token: shared },
  ] as Array<Record<string, string>>)
    expect((await form(fields)).status).toBe(400);
});

test('a deactivated account is refused', async () => {
  const who = person();
  const { session } = await signInAs(who);
  await server.app.services.users.deactivate(session.user.id, new Date());
  await provider.signsIn(who.sub, who.claims);
  expect(await new Browser().signIn()).toBe('/login?error=oidc_failed');
});

test('OIDC_ONLY closes passwords, but for administrators', async () => {
  const [user, boss] = [await createUser(server), await createUser(server, { email: BOSS })];
  await settings({ isOnly: true });
  expect((await server.request().get<AuthOptions>('/auth/options')).body.passwords).toBe(false);
  const login = ({ email }: { email: string }) =>
    server.request().post('/auth/login', { email, password: PASSWORD });
  expect(await login(user)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect((await login(boss)).status).toBe(200);
  expect(await server.request().post('/auth/register', registration())).toMatchObject({
    status: 403,
    body: { code: 'registration_closed' },
  });
  await settings({});
  expect((await login(user)).status).toBe(200);
});

test('while the provider is away, passwords go on and the login page is told', async () => {
  const user = await createUser(server);
  const { sub, claims } = person();
  await provider.signsIn(sub, claims);
  const browser = new Browser();
  const callback = await browser.toCallback();
  await provider.stop();
  expect((await browser.get(callback)).location).toBe(`${server.url}/login?error=oidc_unavailable`);
  // Its document is younger than an hour: the browser would find out there.
  expect((await new Browser().get(`${server.url}/v1/auth/oidc/start`)).location).toMatch(
    provider.issuer.href,
  );
  await settings({});
  const start = await new Browser().get(`${server.url}/v1/auth/oidc/start`);
  expect(start.location).toBe(`${server.url}/login?error=oidc_unavailable`);
  const { email } = user;
  expect((await server.request().post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
});
