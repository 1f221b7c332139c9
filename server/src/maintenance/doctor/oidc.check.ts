import type { Settings } from '../../config';
import { OidcProvider, ProviderUnavailable } from '../../features/oidc/oidc.provider';
import { about, type Finding, reasonOf } from './finding';

const OK = 200;
/** How the library's codes begin: of answers that it refuses. */
const LIBRARY_CODES = 'OAUTH_';

/** Checks that the provider describes itself at OIDC_ISSUER, and under that name, as each sign-in needs it. */
export async function checkOidc(settings: Settings['oidc'], publicUrl: URL): Promise<Finding[]> {
  const { ok, fault } = about('single sign-on');
  if (!settings) return [ok('OIDC_ISSUER is not set: people sign in by password')];
  const provider = new OidcProvider(
    settings,
    () => publicUrl.href,
    () => new Date(),
  );
  try {
    await provider.begin();
    return [ok(`${settings.issuer.href} answers`)];
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return [fault(`OIDC_ISSUER: ${whyNot(settings.issuer, error.cause)}: nobody can sign in there`)];
  }
}

/** Causes are known by their shape: errors within errors, and innermost the answer that the library refuses. */
function whyNot({ href }: URL, error: unknown): string {
  let reason = error as Error;
  while ((reason.cause as Partial<Error> | undefined)?.message !== undefined) reason = reason.cause as Error;
  const { status, url, body } = (reason.cause ?? {}) as {
    status?: number;
    url?: string;
    body?: { issuer?: unknown };
  };
  if (status !== undefined && status !== OK) return `${url} is answered with ${status}`;
  const issuer = body?.issuer;
  if (typeof issuer === 'string' && !(URL.canParse(issuer) && new URL(issuer).href === href))
    return `the provider at ${href} calls itself ${issuer}, which must be the same`;
  const { code } = reason as { code?: unknown };
  if (typeof code === 'string' && code.startsWith(LIBRARY_CODES))
    return `what the provider at ${href} says of itself cannot be used (${reasonOf(reason)})`;
  return `no provider answers at ${href} (${reasonOf(reason)})`;
}
