import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Configuration } from 'openid-client';
import type { Config } from '../../config';

/** How long a discovery document is used. */
const DISCOVERY_MS = 60 * 60 * 1000;
/** How long after a failure nobody asks for it or for the keys, where strangers could make this server ask. */
const FAILURE_MS = 5_000;
/** How long the provider may take to answer, in seconds. */
const TIMEOUT_SECONDS = 10;
/** How old a logout token may be, and how far clocks may differ, in seconds. */
const LOGOUT_TOKEN_AGE_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 60;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Algorithms with which the provider may sign: never with a shared secret, never `none`. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** The first status that means the provider is failing. */
const SERVER_ERROR = 500;

export type OidcSettings = NonNullable<Config['oidc']>;

/** The values that one sign-in must return with. */
export interface Handshake {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The person, as the provider identifies them. */
export interface Identity {
  issuer: string;
  subject: string;
  /** The provider's session, as its logout names it. */
  sid: string | undefined;
  email: string | undefined;
  isVerified: boolean;
  firstName: string | undefined;
  surname: string | undefined;
  groups: string[];
}

/** The sessions that a logout token ends: one, or all of someone. */
export interface Logout {
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
}

/** The provider does not answer, or does not work. */
export class ProviderUnavailable extends Error {}

/** What the provider says of itself. */
interface Discovered {
  configuration: Configuration;
  /** Its keys for logout tokens, which jose reads when it needs them, and keeps; null when it names none. */
  keys: JWTVerifyGetKey | null;
}

/** Speaks OpenID Connect with the provider. The library is loaded when it is needed. */
export class OidcProvider {
  /** The latest discovery; while it runs, it is everyone's. */
  private latest: { found: Promise<Discovered>; until: number } | null = null;
  /** Logout tokens, which anyone can send, start no discovery before. */
  private pausedUntil = 0;

  constructor(
    readonly settings: OidcSettings,
    private readonly redirectUri: () => string,
    private readonly now: () => Date,
  ) {}

  /** The address where the browser signs in. @throws ProviderUnavailable */
  async begin(): Promise<Handshake & { url: URL }> {
    const client = await import('openid-client');
    const { configuration } = await this.discovered();
    const codeVerifier = client.randomPKCECodeVerifier();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri(),
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return { url, state, nonce, codeVerifier };
  }

  /** The person in the provider's answer. @throws ProviderUnavailable, and any other error for an invalid answer */
  async finish(answer: URLSearchParams, { state, nonce, codeVerifier }: Handshake): Promise<Identity> {
    const client = await import('openid-client');
    const { configuration } = await this.discovered();
    return askProvider(async () => {
      const url = new URL(this.redirectUri());
      url.search = answer.toString();
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('no ID token');
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      return identityOf({ ...more, ...claims });
    });
  }

  /** @throws ProviderUnavailable, and any other error for an invalid token */
  async readLogout(token: string): Promise<Logout> {
    const { jwtVerify } = await import('jose');
    if (this.now().getTime() < this.pausedUntil) throw new ProviderUnavailable('it has just failed');
    const { configuration, keys } = await this.discovered();
    const { issuer } = configuration.serverMetadata();
    if (!keys) throw new Error('the provider has no keys');
    const { payload } = await askProvider(() =>
      jwtVerify(token, keys, {
        issuer,
        audience: this.settings.clientId,
        algorithms: SIGNATURES,
        maxTokenAge: LOGOUT_TOKEN_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['jti', 'events'],
      }),
    );
    const { sub: subject, sid, events, nonce } = payload as JWTPayload & { sid?: unknown; events?: unknown };
    const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
    // With a nonce it is an ID token that someone passes off as a logout token.
    if (!isLogout || nonce !== undefined) throw new Error('not a logout token');
    if (sid !== undefined && typeof sid !== 'string') throw new Error('not a logout token');
    if (subject === undefined && sid === undefined) throw new Error('a logout token of nobody');
    return { issuer, subject, sid };
  }

  private discovered(): Promise<Discovered> {
    const now = this.now().getTime();
    if (this.latest && now < this.latest.until) return this.latest.found;
    const latest = { found: this.discover(), until: now + DISCOVERY_MS };
    this.latest = latest;
    latest.found.catch(() => {
      latest.until = 0;
      this.pausedUntil = this.now().getTime() + FAILURE_MS;
    });
    return latest.found;
  }

  private async discover(): Promise<Discovered> {
    const [client, { createRemoteJWKSet }] = [await import('openid-client'), await import('jose')];
    const { issuer, clientId, clientSecret } = this.settings;
    const isPlain = issuer.protocol === 'http:';
    try {
      const configuration = await client.discovery(issuer, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        // Checks signatures although the tokens come from the provider itself. Plain http only on loopback (config).
        execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      });
      // Fails for a document that names no address to sign in at, or one by plain http.
      client.buildAuthorizationUrl(configuration, {});
      const { jwks_uri: url } = configuration.serverMetadata();
      const patience = { timeoutDuration: TIMEOUT_SECONDS * 1000, cooldownDuration: FAILURE_MS };
      return { configuration, keys: url ? createRemoteJWKSet(new URL(url), patience) : null };
    } catch (error) {
      throw new ProviderUnavailable('no usable discovery document', { cause: error });
    }
  }
}

/** @throws ProviderUnavailable when the error is that of a provider that is away */
async function askProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isAway(error)) throw new ProviderUnavailable('no answer', { cause: error });
    throw error;
  }
}

function isAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // By their shape: a cause may be an answer or an error, and libraries wrap both.
  const { name, message, code, status, cause } = error as Partial<Error & { code: string; status: number }>;
  if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT') return true;
  if (name === 'TypeError' && message === 'fetch failed') return true;
  if (typeof status === 'number' && status >= SERVER_ERROR) return true;
  return isAway(cause);
}

function identityOf(claims: Record<string, unknown>): Identity {
  const text = (name: string): string | undefined => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const [first, ...rest] = (text('name') ?? '').split(/\s+/);
  const { groups } = claims;
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    sid: text('sid'),
    email: text('email')?.toLowerCase(),
    isVerified: claims.email_verified === true,
    firstName: text('given_name') ?? (first || undefined),
    surname: text('family_name') ?? (rest.join(' ') || undefined),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
  };
}
