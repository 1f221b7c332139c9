import { createHmac } from 'node:crypto';
import type { AuthOptions } from '@livelane/shared/auth/account.schema';
import { updateUserSchema } from '@livelane/shared/users/user.schema';
import { mongo } from 'mongoose';
import { createUser, PASSWORD, registration } from './factories';
import { nextEvent } from './harness';
import { BOSS, oidcForTests, person } from './oidcForTests';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const oidc = oidcForTests();

test('signs in with state, nonce and PKCE; the second time the same account', async () => {
  const options = await oidc.server.request().get<AuthOptions>('/auth/options');
  expect(options.body).toMatchObject({ passwords: true, oidc: { name: 'Example' } });
  const start = await fetch(`${oidc.server.url}/v1/auth/oidc/start`, { redirect: 'manual' });
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
  const first = await oidc.signInAs(who);
  expect(first.session.user).toMatchObject({
    firstName: 'Olga',
    surname: 'Idc',
    email: who.claims.email,
    hasPassword: false,
  });
  const again = await oidc.signInAs({ ...who, claims: { ...who.claims, email: 'moved@example.org' } });
  expect(again.session.user.id).toBe(first.session.user.id);
  expect(first.browser.has('livelane-oidc')).toBe(false);
});

test.each([
  ['too long', { given_name: 'O'.repeat(500), family_name: 'Idc' }, ['O'.repeat(100), 'Idc']],
  ['with what no text may hold', { given_name: 'Ol\0ga\ud800', family_name: '\0' }, ['Olga', 'Olga']],
  ['invisible', { given_name: 'Olga', family_name: '\u200b' }, ['Olga', 'Olga']],
])('a name that is %s can still be edited', async (_, claims, [firstName, surname]) => {
  const { user } = (await oidc.signInAs(person(claims))).session;
  expect(user).toMatchObject({ firstName, surname });
  expect(updateUserSchema.safeParse(user).success).toBe(true);
});

test('leads to paths of ours only', async () => {
  const { sub, claims } = person();
  await oidc.provider.signsIn(sub, claims);
  const foreign = ['//evil.example', '/.//evil.example', '/x/..//evil.example', '/\\evil.example'];
  for (const to of [...foreign, 'https://evil.example/', 'x', '', `/${'x'.repeat(4_000)}`])
    expect([to, await oidc.browser().signIn(to)]).toEqual([to, '/']);
  expect(await oidc.browser().signIn('/project/1?a=b#c')).toBe('/project/1?a=b#c');
});

test('an answer that this browser did not ask for is refused, as is one that comes twice', async () => {
  const { sub, claims } = person();
  await oidc.provider.signsIn(sub, claims);
  const mine = oidc.browser();
  const callback = await mine.toCallback();
  expect((await oidc.browser().get(callback)).location).toBe(`${oidc.server.url}/login?error=oidc_failed`);
  const other = oidc.browser();
  await other.toCallback();
  expect((await other.get(callback)).location).toBe(`${oidc.server.url}/login?error=oidc_failed`);
  const changed = new URL(callback);
  changed.searchParams.set('state', 'x');
  const tampered = oidc.browser();
  await tampered.toCallback();
  expect((await tampered.get(changed)).location).toBe(`${oidc.server.url}/login?error=oidc_failed`);
  expect((await mine.get(callback)).location).toBe(`${oidc.server.url}/`);
  expect((await mine.get(callback)).location).toBe(`${oidc.server.url}/login?error=oidc_failed`);
  await oidc.provider.signsIn(undefined);
  expect(await oidc.browser().signIn()).toBe('/login?error=oidc_failed');
});

test('why the provider’s answer was not valid is in the log, and neither code nor secret', async () => {
  const { sub, claims } = person();
  await oidc.provider.signsIn(sub, claims);
  await oidc.settings({ clientSecret: 'not the one' });
  const browser = oidc.browser();
  const callback = await browser.toCallback();
  expect((await browser.get(callback)).location).toBe(`${oidc.server.url}/login?error=oidc_failed`);
  const log = JSON.stringify(oidc.server.log);
  expect(log).toContain('a sign-in at the provider has failed');
  expect(log).toContain('invalid_client');
  expect(log).not.toContain(new URL(callback).searchParams.get('code'));
  expect(log).not.toContain('not the one');
  await oidc.settings({});
});

test('without its own database it says so, and does not blame the provider', async () => {
  const { sub, claims } = person();
  await oidc.provider.signsIn(sub, claims);
  const browser = oidc.browser();
  const callback = await browser.toCallback();
  const away = new mongo.MongoNetworkError('connection closed');
  jest.spyOn(oidc.server.app.services.users, 'findByOidc').mockRejectedValueOnce(away);
  const { status, location } = await browser.get(callback);
  expect([status, location]).toEqual([503, '']);
});

test('the provider’s logout ends the session that it names, or all that it began', async () => {
  const who = person();
  const [first, second] = [await oidc.signInAs(who), await oidc.signInAs(who)];
  const socket = await oidc.server.socket(second.session);
  const ended = nextEvent(socket, 'session:ended');
  await oidc.provider.logsOut(who.sub, { bySid: true });
  expect(await ended).toEqual({ reason: 'revoked' });
  expect((await oidc.server.request(second.session).get('/workspaces/user')).status).toBe(401);
  expect((await oidc.server.request(first.session).get('/workspaces/user')).status).toBe(200);
  await oidc.provider.logsOut(who.sub, { bySid: false });
  expect((await oidc.server.request(first.session).get('/workspaces/user')).status).toBe(401);

  const form = (fields: Record<string, string>) =>
    fetch(`${oidc.server.url}/v1/auth/oidc/backchannel`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: who.sub }))}.`;
  // Signed with what the provider and we share, as no logout token may be.
  const words = {
    iss: oidc.provider.issuer.href,
    aud: oidc.provider.clientId,
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
  const shared = `${told}.${createHmac('sha256', oidc.provider.clientSecret).update(told).digest('base64url')}`;
  for (const fields of [
    {},
    { logout_token: 'x' },
    { logout_token: unsigned },
    { logout_token: shared },
  ] as Array<Record<string, string>>)
    expect((await form(fields)).status).toBe(400);
});

test('OIDC_ONLY closes passwords, but for administrators', async () => {
  const [user, boss] = [await createUser(oidc.server), await createUser(oidc.server, { email: BOSS })];
  await oidc.settings({ isOnly: true });
  expect((await oidc.server.request().get<AuthOptions>('/auth/options')).body.passwords).toBe(false);
  const login = ({ email }: { email: string }) =>
    oidc.server.request().post('/auth/login', { email, password: PASSWORD });
  expect(await login(user)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect((await login(boss)).status).toBe(200);
  expect(await oidc.server.request().post('/auth/register', registration())).toMatchObject({
    status: 403,
    body: { code: 'registration_closed' },
  });
  await oidc.settings({});
  expect((await login(user)).status).toBe(200);
});

test('while the provider is away, passwords go on and the login page is told', async () => {
  const user = await createUser(oidc.server);
  const { sub, claims } = person();
  await oidc.provider.signsIn(sub, claims);
  const browser = oidc.browser();
  const callback = await browser.toCallback();
  await oidc.provider.stop();
  expect((await browser.get(callback)).location).toBe(`${oidc.server.url}/login?error=oidc_unavailable`);
  // Its document is younger than an hour: the browser would find out there.
  expect((await oidc.browser().get(`${oidc.server.url}/v1/auth/oidc/start`)).location).toMatch(
    oidc.provider.issuer.href,
  );
  await oidc.settings({});
  const start = await oidc.browser().get(`${oidc.server.url}/v1/auth/oidc/start`);
  expect(start.location).toBe(`${oidc.server.url}/login?error=oidc_unavailable`);
  const { email } = user;
  expect((await oidc.server.request().post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
});
