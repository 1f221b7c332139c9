import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { OidcProvider, ProviderUnavailable } from '../src/features/oidc/oidc.provider';
import { startTestServer, type TestServer } from './harness';

const [CLIENT_ID, CLIENT_SECRET] = ['livelane', 'a secret of sufficient length'];
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const FOREIGN = 'https://provider.example';
const now = () => Math.floor(Date.now() / 1000);

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** What the provider of these tests says: anything. */
let idToken = '';
let toldIssuer: string;
let toldEndpoint: string | undefined;
/** What was asked of it since the test began. */
let asked: string[];
let origin: string;
let keys: KeyPair;
let otherKeys: KeyPair;
let provider: Server;
let server: TestServer;
beforeAll(async () => {
  [keys, otherKeys] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: toldIssuer,
      authorization_endpoint: toldEndpoint,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({ keys: [jwk] }),
    '/token': () => ({ access_token: 'of the provider', token_type: 'Bearer', id_token: idToken }),
  };
  provider = createServer((req, res) => {
    asked.push(req.url ?? '');
    const body = answers[req.url ?? '']?.();
    req.resume();
    res.writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => void provider.close());
beforeEach(async () => {
  toldIssuer = origin;
  toldEndpoint = `${origin}/authorize`;
  asked = [];
  server = await startTestServer({ config: { oidc: settings() } });
});
afterEach(() => server.stop());

const settings = () => ({
  issuer: new URL(origin),
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  name: 'Example',
  isOnly: false,
  groupRoles: [],
});

const sign = (claims: JWTPayload, by = keys) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(by.privateKey);

/** @returns where the sign-in ends with this ID token */
async function signInWith(change: JWTPayload, by?: KeyPair): Promise<string | null> {
  const start = await fetch(`${server.url}/v1/auth/oidc/start`, { redirect: 'manual' });
  const given = new URL(start.headers.get('location') ?? '').searchParams;
  const claims = { iss: origin, aud: CLIENT_ID, sub: 'ann', nonce: given.get('nonce') ?? '' };
  const person = { email: 'ann@example.org', email_verified: true, given_name: 'Ann', family_name: 'Bell' };
  idToken = await sign({ ...claims, ...person, iat: now(), exp: now() + 300, ...change }, by);
  const [cookie = ''] = start.headers.getSetCookie();
  const callback = `${server.url}/v1/auth/oidc/callback?code=x&state=${given.get('state')}`;
  const ended = await fetch(callback, {
    redirect: 'manual',
    headers: { Cookie: cookie.slice(0, cookie.indexOf(';')) },
  });
  return ended.headers.get('location');
}

test('an ID token counts that is for us, for this sign-in, in time and signed by the provider', async () => {
  expect(await signInWith({})).toBe('/');
  for (const change of [
    { nonce: 'of another sign-in' },
    { aud: 'another client' },
    { iss: FOREIGN },
    { iat: now() - 7200, exp: now() - 3600 },
  ])
    expect([change, await signInWith(change)]).toEqual([change, '/login?error=oidc_failed']);
  expect(await signInWith({}, otherKeys)).toBe('/login?error=oidc_failed');
});

test('the provider’s own tokens are kept nowhere', async () => {
  expect(await signInWith({})).toBe('/');
  const { db } = server.connection;
  if (!db) throw new Error('no database');
  const kept = await Promise.all(
    (await db.listCollections().toArray()).map(({ name }) => db.collection(name).find().toArray()),
  );
  const text = JSON.stringify([kept, server.log]);
  expect(text).toContain('ann@example.org');
  expect(text).not.toContain('of the provider');
  expect(text).not.toContain(idToken);
});

test('a discovery document of another issuer is refused', async () => {
  toldIssuer = FOREIGN;
  const start = await fetch(`${server.url}/v1/auth/oidc/start`, { redirect: 'manual' });
  expect(start.headers.get('location')).toBe('/login?error=oidc_unavailable');
});

test('a discovery document without an address to sign in at is refused until it has one', async () => {
  const start = () => fetch(`${server.url}/v1/auth/oidc/start`, { redirect: 'manual' });
  toldEndpoint = undefined;
  expect((await start()).headers.get('location')).toBe('/login?error=oidc_unavailable');
  toldEndpoint = `${origin}/authorize`;
  expect((await start()).headers.get('location')).toContain(toldEndpoint);
});

test('the discovery document is asked for once an hour, and after a failure at once by those who sign in only', async () => {
  let now = Date.now();
  const client = new OidcProvider(
    settings(),
    () => `${server.url}/v1/auth/oidc/callback`,
    () => new Date(now),
  );
  const begin = () =>
    client.begin().then(
      ({ url }) => url.origin,
      (error: unknown) => (error instanceof ProviderUnavailable ? 'away' : error),
    );
  const beginMany = () => Promise.all(Array.from({ length: 5 }, begin));
  toldIssuer = FOREIGN;
  expect(await beginMany()).toEqual(Array(5).fill('away'));
  expect(asked).toHaveLength(1);
  // Anyone can send logout tokens.
  await expect(client.readLogout('no token')).rejects.toBeInstanceOf(ProviderUnavailable);
  expect(asked).toHaveLength(1);
  toldIssuer = origin;
  expect(await beginMany()).toEqual(Array(5).fill(origin));
  expect(asked).toHaveLength(2);
  now += 5_000;
  await expect(client.readLogout('no token')).rejects.not.toBeInstanceOf(ProviderUnavailable);
  now += 59 * 60 * 1000 - 5_000;
  expect(await begin()).toBe(origin);
  expect(asked).toHaveLength(2);
  now += 60 * 1000;
  expect(await begin()).toBe(origin);
  expect(asked).toHaveLength(3);
});

test('a logout token counts that is one, for us, of now and signed by the provider', async () => {
  const told = {
    iss: origin,
    aud: CLIENT_ID,
    sub: 'ann',
    jti: 'x',
    iat: now(),
    events: { [LOGOUT_EVENT]: {} },
  };
  const statusOf = async (change: object, by?: KeyPair) => {
    const body = new URLSearchParams({ logout_token: await sign({ ...told, ...change }, by) });
    return (await fetch(`${server.url}/v1/auth/oidc/backchannel`, { method: 'POST', body })).status;
  };
  expect(await statusOf({})).toBe(200);
  for (const change of [
    { aud: 'another client' },
    { iss: FOREIGN },
    { iat: now() - 3600 },
    { iat: undefined },
    { jti: undefined },
    { events: undefined },
    { events: {} },
    { nonce: 'of an ID token' },
    { sub: undefined },
    { sid: 7 },
  ])
    expect([change, await statusOf(change)]).toEqual([change, 400]);
  expect(await statusOf({}, otherKeys)).toBe(400);
  // However many tokens come, from anyone, the provider is asked for its keys once.
  expect(asked).toEqual(['/.well-known/openid-configuration', '/keys']);
});
