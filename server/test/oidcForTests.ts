import { randomUUID } from 'node:crypto';
import type { Session } from '@livelane/shared/auth/auth.schema';
import { freePort } from '../../test-kit/freePort';
import { type OidcClaims, startOidcProvider, type TestProvider } from '../../test-kit/oidc-provider';
import type { Config } from '../src/config';
import { startTestDatabase, type TestDatabase } from './database';
import { startTestServer, type TestServer } from './harness';

type Oidc = NonNullable<Config['oidc']>;

/** The address of an administrator. */
export const BOSS = 'boss@example.org';

/** A browser that keeps cookies and follows one redirection at a time. */
class Browser {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly origin: string) {}

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
    let { location } = await this.get(`${this.origin}/v1/auth/oidc/start?to=${encodeURIComponent(to)}`);
    while (!location.startsWith(`${this.origin}/`)) location = (await this.get(location)).location;
    return location;
  }

  /** All of a sign-in. @returns where it ends */
  async signIn(to?: string): Promise<string> {
    const location = await this.toCallback(to);
    return (await this.get(location)).location.replace(this.origin, '');
  }

  async session(): Promise<Session> {
    const answer = await fetch(`${this.origin}/v1/auth/refresh`, {
      method: 'POST',
      headers: { Cookie: `livelane=${this.cookies.get('livelane')}`, Origin: this.origin },
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Session;
  }
}

/** Someone whom the provider knows, and what it says of them. */
export const person = (claims: OidcClaims = {}) => {
  const sub = randomUUID();
  const email = `${sub}@example.org`;
  return { sub, claims: { email, email_verified: true, given_name: 'Olga', family_name: 'Idc', ...claims } };
};

interface OidcForTests {
  provider: TestProvider;
  server: TestServer;
  /** Starts the server on the same database and address with other settings; usual are those that are not named. */
  settings(oidc: Partial<Oidc>, more?: Partial<Config>): Promise<void>;
  browser(): Browser;
  signInAs(
    who: ReturnType<typeof person>,
    browser?: Browser,
  ): Promise<{ browser: Browser; session: Session }>;
}

/** For a file's tests: a provider, and a server whose people sign in there. */
export function oidcForTests(): OidcForTests {
  let database: TestDatabase;
  const oidc = {
    browser: () => new Browser(oidc.server.url),
    signInAs: async ({ sub, claims }, browser = oidc.browser()) => {
      await oidc.provider.signsIn(sub, claims);
      expect(await browser.signIn('/workspaces')).toBe('/workspaces');
      return { browser, session: await browser.session() };
    },
  } as OidcForTests;
  beforeAll(async () => {
    const [port, providerPort] = [await freePort(), await freePort()];
    database = await startTestDatabase();
    const publicUrl = new URL(`http://127.0.0.1:${port}`);
    oidc.provider = await startOidcProvider(providerPort, publicUrl.origin);
    const { issuer, clientId, clientSecret } = oidc.provider;
    const usual: Oidc = {
      issuer,
      clientId,
      clientSecret,
      name: 'Example',
      isOnly: false,
      groupRoles: [],
    };
    oidc.settings = async (other, more) => {
      await oidc.server?.stop();
      const config = { port, publicUrl, adminEmails: [BOSS], oidc: { ...usual, ...other }, ...more };
      oidc.server = await startTestServer({ database, isOnlyNode: true, config });
    };
    await oidc.settings({});
  });
  afterAll(async () => {
    await oidc.server.stop();
    await oidc.provider.stop();
    await database.close();
  });
  return oidc;
}
