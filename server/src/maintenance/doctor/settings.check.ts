import type { Settings } from '../../config';
import { addressOf } from '../../http/listen';
import { isThisMachine } from '../../setting-addresses';
import { mistypedSettings } from '../../setting-typos';
import { isGiven } from '../../setting-variables';
import { about, type Finding } from './finding';

/** Settings that count only together with another one. The server itself refuses what must not be alone. */
const COUNTS_WITH: Record<string, string> = {
  MAIL_FROM: 'SMTP_URL',
  OIDC_NAME: 'OIDC_ISSUER',
  OIDC_GROUP_ROLES: 'OIDC_ISSUER',
  METRICS_HOST: 'METRICS_PORT',
};

const HTTP_PORT = 80;

/** Settings that are each valid but conflict or count for nothing, and names that are almost a setting's. */
export function checkSettings(config: Settings, environment: NodeJS.ProcessEnv): Finding[] {
  const { ok, warning } = about('settings');
  const findings: Finding[] = mistypedSettings(environment).map(warning);
  for (const [name, other] of Object.entries(COUNTS_WITH)) {
    if (isGiven(environment[name]) && !isGiven(environment[other]))
      findings.push(warning(`${name} counts for nothing without ${other}`));
  }
  const { publicUrl } = config;
  if (config.mongodbUri && !isGiven(environment.JWT_SECRET)) {
    findings.push(
      warning(
        `JWT_SECRET is not set: it is kept in ${config.dataDir}; with several nodes set one and the same for all`,
      ),
    );
  }
  if (config.redisUrl && !config.mongodbUri) {
    findings.push(
      warning('REDIS_URL is set and MONGODB_URI is not: nodes need one database, so this one stays alone'),
    );
  }
  if (publicUrl?.protocol === 'https:' && config.trustProxy === 0) {
    findings.push(
      warning(
        'PUBLIC_URL is https, so a proxy stands in front, and TRUST_PROXY is 0: set TRUST_PROXY=1, or all users share one limit of logins',
      ),
    );
  }
  if (config.trustProxy > 0 && isOwnPort(config)) {
    findings.push(
      warning(
        `TRUST_PROXY is ${config.trustProxy}, and PUBLIC_URL leads to PORT itself, without a proxy: let PUBLIC_URL be the proxy’s address, or set TRUST_PROXY=0, or anyone can evade the limits by address`,
      ),
    );
  }
  if (publicUrl?.protocol === 'http:' && !isThisMachine(publicUrl.hostname)) {
    findings.push(warning('PUBLIC_URL is plain http: passwords cross the network readable; use https'));
  }
  return findings.length > 0 ? findings : [ok('each is right, and they go together')];
}

/** Whether browsers are sent to the very port of this server, where no proxy can listen. */
function isOwnPort(config: Settings): boolean {
  const { protocol, hostname, port } = config.publicUrl ?? addressOf(config);
  return protocol === 'http:' && isThisMachine(hostname) && Number(port || HTTP_PORT) === config.port;
}
