import { createHmac } from 'node:crypto';
import { parse } from 'cookie';
import express, { type CookieOptions, type Request, type Response } from 'express';
import * as z from 'zod/mini';
import { AppError } from '../../http/errors';
import { addressOf } from '../../http/rate-limit';
import { type Answer, type RouteDefinition, route } from '../../http/route';
import { seal, unseal } from '../../http/seal';
import type { RefreshCookie } from '../auth/auth.cookie';
import { type Handshake, type OidcProvider, ProviderUnavailable } from './oidc.provider';
import { type OidcRefusal, OidcRefused, type OidcSignIn } from './oidc.sign-in';

/** Longest path to return to: browsers drop a cookie of more than 4,096 bytes. */
const MAX_PATH = 2_000;
/** How long a sign-in at the provider may take. */
const HANDSHAKE_MS = 10 * 60 * 1000;
/** Bytes of a form with a logout token. */
const FORM_BYTES = '64kb';

interface Dependencies {
  /** Null: there is no provider. */
  provider: OidcProvider | null;
  signIn: OidcSignIn;
  cookie: RefreshCookie;
  publicUrl: URL;
  serverSecret: string;
  now: () => Date;
}

interface Underway extends Handshake {
  to: string;
  startedAt: number;
}

/** Sign-in at an OpenID Connect provider. Without one these routes answer 404. */
export function oidcRoutes({
  provider,
  signIn,
  cookie,
  publicUrl,
  serverSecret,
  now,
}: Dependencies): RouteDefinition[] {
  const handshakes = new HandshakeCookie(publicUrl, serverSecret);
  const there = (): OidcProvider => {
    if (!provider) throw new AppError('not_found');
    return provider;
  };
  const refused = (reason: OidcRefusal) => redirect(`/login?error=${reason}`);
  /** The provider does not answer, or its answer is not valid. */
  const failed = (error: unknown): Answer => refused(signIn.noteFailure(error));
  return [
    route('get', '/auth/oidc/start', {
      access: 'public',
      handler: async ({ req, res }) => {
        const { to } = req.query;
        try {
          const { url, ...handshake } = await there().begin();
          const startedAt = now().getTime();
          handshakes.write(res, { ...handshake, to: pathOfOurs(to, publicUrl), startedAt });
          return redirect(url.href);
        } catch (error) {
          if (error instanceof ProviderUnavailable) return failed(error);
          throw error;
        }
      },
    }),
    route('get', '/auth/oidc/callback', {
      access: 'public',
      handler: async ({ req, res }) => {
        const chosen = there();
        const underway = handshakes.take(req, res);
        if (!underway || now().getTime() - underway.startedAt > HANDSHAKE_MS) return refused('oidc_failed');
        const answer = new URL(req.originalUrl, publicUrl).searchParams;
        const identity = await chosen.finish(answer, underway).catch(failed);
        if ('status' in identity) return identity;
        const place = { address: addressOf(req), userAgent: req.get('User-Agent') ?? '' };
        try {
          const { refreshToken } = await signIn.signIn(identity, place);
          cookie.write(res, refreshToken);
          return redirect(underway.to);
        } catch (error) {
          // Our own failures are reported as such: the database is away, not the provider.
          if (error instanceof OidcRefused) return refused(error.reason);
          throw error;
        }
      },
    }),
    route('post', '/auth/oidc/backchannel', {
      access: 'public',
      before: [express.urlencoded({ extended: false, limit: FORM_BYTES })],
      body: z.object({ logout_token: z.string().check(z.minLength(1, 'invalid_value')) }),
      handler: async ({ body }) => {
        const chosen = there();
        const logout = await chosen.readLogout(body.logout_token).catch((error: unknown) => {
          signIn.noteInvalidLogout(error);
          throw new AppError('invalid_input');
        });
        await signIn.signOut(logout);
        return { status: 200 };
      },
    }),
  ];
}

function redirect(location: string): Answer {
  return { status: 302, headers: { Location: location } };
}

/** A path of our own pages; anything else becomes the first page. */
function pathOfOurs(to: unknown, publicUrl: URL): string {
  if (typeof to !== 'string' || !isPath(to) || !URL.canParse(to, publicUrl.href)) return '/';
  const { origin, pathname, search, hash } = new URL(to, publicUrl);
  const path = pathname + search + hash;
  // Once more: "/.//host" is a path, and what is left of it without the dot is another site.
  return origin === publicUrl.origin && isPath(path) && path.length <= MAX_PATH ? path : '/';
}

/** False for addresses of other sites, `//host` among them. */
const isPath = (text: string): boolean => /^\/(?![/\\])/.test(text);

/** Ties the provider's answer to the browser that began the sign-in. */
class HandshakeCookie {
  private readonly name: string;
  private readonly key: string;
  private readonly options: CookieOptions;

  constructor(publicUrl: URL, serverSecret: string) {
    const secure = publicUrl.protocol === 'https:';
    this.name = secure ? '__Host-livelane-oidc' : 'livelane-oidc';
    this.key = createHmac('sha256', serverSecret).update('livelane-oidc').digest('base64url');
    // Lax: the provider's page sends the browser back.
    this.options = { httpOnly: true, sameSite: 'lax', secure, path: '/' };
  }

  write(res: Response, underway: Underway): void {
    res.cookie(this.name, seal(JSON.stringify(underway), this.key), {
      ...this.options,
      maxAge: HANDSHAKE_MS,
    });
  }

  /** The sign-in that this browser began, once; null without one. */
  take(req: Request, res: Response): Underway | null {
    const sealed = parse(req.get('Cookie') ?? '')[this.name];
    if (sealed === undefined) return null;
    res.clearCookie(this.name, this.options);
    try {
      return JSON.parse(unseal(sealed, this.key)) as Underway;
    } catch {
      return null;
    }
  }
}
