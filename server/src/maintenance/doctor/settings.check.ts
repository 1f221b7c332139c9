import type { Settings } from '../../config';
import { isThisMachine } from '../../setting-addresses';
import { about, type Finding } from './finding';

/** Settings that are each valid but conflict. */
export function checkSettings(config: Settings, environment: NodeJS.ProcessEnv): Finding[] {
  const { ok, warning } = about('settings');
  const findings: Finding[] = [];
  const { publicUrl } = config;
  if (config.mongodbUri && !environment.JWT_SECRET?.trim()) {
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
  if (publicUrl?.protocol === 'http:' && !isThisMachine(publicUrl.hostname)) {
    findings.push(warning('PUBLIC_URL is plain http: passwords cross the network readable; use https'));
  }
  return findings.length > 0 ? findings : [ok('each is right, and they go together')];
}
