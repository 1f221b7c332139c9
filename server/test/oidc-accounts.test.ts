import type { Session } from '@livelane/shared/auth/auth.schema';
import type { linkModel } from '../src/features/auth/link.model';
import { issueReset, RESET_MS } from '../src/features/auth/password-reset';
import { createUser, PASSWORD } from './factories';
import { disconnected, nextEvent } from './harness';
import { oidcForTests, person } from './oidcForTests';

const oidc = oidcForTests();

test('an account is linked by a verified address only; one whose address was never proven loses its password', async () => {
  const squatter = await createUser(oidc.server);
  const socket = await oidc.server.socket(squatter);
  const ended = nextEvent(socket, 'session:ended');
  const { sub, claims } = person({ email: squatter.email, email_verified: false });
  await oidc.provider.signsIn(sub, claims);
  expect(await oidc.browser().signIn()).toBe('/login?error=oidc_unverified');
  await oidc.provider.signsIn(sub, { given_name: 'No', family_name: 'Address' });
  expect(await oidc.browser().signIn()).toBe('/login?error=oidc_unverified');
  expect((await oidc.server.request(squatter).get('/workspaces/user')).status).toBe(200);

  const linked = await oidc.signInAs({ sub, claims: { ...claims, email_verified: true } });
  expect(linked.session.user).toMatchObject({ id: squatter.id, hasPassword: false });
  expect(await ended).toEqual({ reason: 'revoked' });
  await disconnected(socket);
  const { email } = squatter;
  expect((await oidc.server.request().post('/auth/login', { email, password: PASSWORD })).status).toBe(401);

  const proven = await createUser(oidc.server);
  await oidc.server.app.services.users.update(proven.id, { emailProvenAt: new Date() });
  const kept = await oidc.signInAs(person({ email: proven.email }));
  expect(kept.session.user).toMatchObject({ id: proven.id, hasPassword: true });
  expect((await oidc.server.request(proven).get('/workspaces/user')).status).toBe(200);
  // Another person of the provider with the same address is someone else.
  const { sub: second, claims: same } = person({ email: proven.email });
  await oidc.provider.signsIn(second, same);
  expect(await oidc.browser().signIn()).toBe('/login?error=oidc_failed');
});

test.each([
  ['makes', false],
  ['links', true],
])(
  'a first sign-in in three tabs at once %s one account and signs all of them in',
  async (_what, isKnown) => {
    const { sub, claims } = person();
    const { users } = oidc.server.app.services;
    if (isKnown) {
      const { id } = await createUser(oidc.server, { email: claims.email });
      await users.update(id, { emailProvenAt: new Date() });
    }
    await oidc.provider.signsIn(sub, claims);
    const tabs = [oidc.browser(), oidc.browser(), oidc.browser()];
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
    expect(answers.map(({ location }) => location)).toEqual(tabs.map(() => `${oidc.server.url}/`));
    const sessions = await Promise.all(tabs.map((tab) => tab.session()));
    expect(new Set(sessions.map(({ user }) => user.id)).size).toBe(1);
  },
);

/** Someone of the provider who gives their account the address of another person, which without mail nobody confirms. */
async function takeAddress(email: string) {
  const who = person();
  const { session } = await oidc.signInAs(who);
  const { id, firstName, surname } = session.user;
  const changed = await oidc.server.request(session).put(`/users/${id}`, { firstName, surname, email });
  expect(changed.status).toBe(200);
  return { who, session };
}

test('whoever has the address takes a linked account over from a person of the provider who never proved it', async () => {
  const owner = person();
  const { who, session } = await takeAddress(owner.claims.email);
  const taken = await oidc.signInAs(owner);
  expect(taken.session.user).toMatchObject({ id: session.user.id, email: owner.claims.email });
  expect((await oidc.server.request(session).get('/workspaces/user')).status).toBe(401);
  expect((await oidc.signInAs(who)).session.user.id).not.toBe(session.user.id);
  expect((await oidc.signInAs(owner)).session.user.id).toBe(session.user.id);
});

test('a sign-in that is overtaken by the one who has the address opens no session', async () => {
  const owner = person();
  const { who } = await takeAddress(owner.claims.email);
  const { accounts, users } = oidc.server.app.services;
  await oidc.provider.signsIn(who.sub, who.claims);
  const browser = oidc.browser();
  const callback = await browser.toCallback();
  const known = users.findByOidc.bind(users);
  jest.spyOn(users, 'findByOidc').mockImplementationOnce(async (...of) => {
    const found = await known(...of);
    await oidc.signInAs(owner);
    return found;
  });
  expect((await browser.get(callback)).location).toBe(`${oidc.server.url}/login?error=oidc_failed`);
  const { session } = await oidc.signInAs(owner);
  const { userId, sessionId } = await oidc.server.app.services.auth.authenticate(session.token);
  const left = await accounts.sessions({ userId, sessionId }, userId);
  expect(left).toHaveLength(2);
});

test('a new password by a link ends the link to the provider of an account whose address was never proven', async () => {
  const { users } = oidc.server.app.services;
  const links = oidc.server.connection.models.Link as ReturnType<typeof linkModel>;
  const reset = async (email: string) => {
    const user = await users.findByEmail(email);
    if (!user) throw new Error('no such account');
    const secret = await issueReset(links, user, new Date(), RESET_MS);
    expect((await oidc.server.request().post('/auth/reset', { secret, password: PASSWORD })).status).toBe(
      204,
    );
    return oidc.server.request().post<Session>('/auth/login', { email, password: PASSWORD });
  };
  const { email } = person().claims;
  const { who, session } = await takeAddress(email);
  expect((await reset(email)).body.user.id).toBe(session.user.id);
  expect((await oidc.signInAs(who)).session.user.id).not.toBe(session.user.id);
  // Proven by the provider: the person is the same.
  const proven = person();
  const { id } = (await oidc.signInAs(proven)).session.user;
  expect((await reset(proven.claims.email)).body.user.id).toBe(id);
  expect((await oidc.signInAs(proven)).session.user.id).toBe(id);
});

test('a deactivated account is refused', async () => {
  const who = person();
  const { session } = await oidc.signInAs(who);
  await oidc.server.app.services.users.deactivate(session.user.id, new Date());
  await oidc.provider.signsIn(who.sub, who.claims);
  expect(await oidc.browser().signIn()).toBe('/login?error=oidc_failed');
});
