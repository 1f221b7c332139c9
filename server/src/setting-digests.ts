import { createHmac } from 'node:crypto';
import type { Config } from './config';
import { addressOf } from './http/listen';
import type { SettingName } from './setting-variables';

/** By the name of the setting. */
export type SettingDigests = Record<string, string>;

/**
 * Every setting: `own` if the nodes of one installation may differ in it, else its value as it counts. In what is not
 * theirs alone, people would meet one node's rule or the other's by chance.
 */
const values: Record<SettingName, 'own' | ((config: Config) => unknown)> = {
  PORT: 'own',
  HOST: 'own',
  PUBLIC_URL: (config) => config.publicUrl ?? addressOf(config),
  DATA_DIR: 'own',
  // Nodes that read each other's rows have the same database, by whatever address.
  MONGODB_URI: 'own',
  REDIS_URL: ({ redisUrl }) => redisUrl,
  JWT_SECRET: ({ jwtSecret }) => jwtSecret,
  METRICS_PORT: 'own',
  METRICS_HOST: 'own',
  REGISTRATIONS_PER_HOUR: ({ registrationsPerHour }) => registrationsPerHour,
  // What one node bears depends on its machine.
  REQUESTS_PER_MINUTE: 'own',
  MEGABYTES_PER_MINUTE: 'own',
  LOG_LEVEL: 'own',
  REGISTRATION: ({ registration }) => registration,
  ADMIN_EMAILS: ({ adminEmails }) => [...adminEmails].sort(),
  HISTORY_DAYS: ({ historyDays }) => historyDays,
  OIDC_ISSUER: ({ oidc }) => oidc?.issuer,
  OIDC_CLIENT_ID: ({ oidc }) => oidc?.clientId,
  OIDC_CLIENT_SECRET: ({ oidc }) => oidc?.clientSecret,
  OIDC_NAME: ({ oidc }) => oidc?.name,
  OIDC_ONLY: ({ oidc }) => oidc?.isOnly ?? false,
  OIDC_GROUP_ROLES: ({ oidc }) =>
    (oidc?.groupRoles ?? [])
      .map(({ group, workspaceId, roleId }) => `${group}=${workspaceId}:${roleId}`)
      .sort(),
  SMTP_URL: ({ mail }) => mail?.smtpUrl,
  MAIL_FROM: ({ mail }) => mail?.from,
  TRUST_PROXY: ({ trustProxy }) => trustProxy,
};

/** What tells nodes of one installation whether their settings agree. Without the server's secret, no value can be guessed from it. */
export function settingDigests(config: Config): SettingDigests {
  const key = createHmac('sha256', config.jwtSecret).update('livelane-settings').digest();
  const digests: SettingDigests = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === 'own') continue;
    const text = `${name}=${JSON.stringify(value(config))}`;
    digests[name] = createHmac('sha256', key).update(text).digest('base64url');
  }
  return digests;
}

/** The names of the settings in which two nodes differ, as far as both know them. */
export function differingSettings(one: SettingDigests, other: SettingDigests): string[] {
  // Under two secrets all digests differ.
  if (one.JWT_SECRET !== other.JWT_SECRET) return ['JWT_SECRET'];
  return Object.keys(one).filter((name) => other[name] !== undefined && one[name] !== other[name]);
}
