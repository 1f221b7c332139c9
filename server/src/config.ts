import path from 'node:path';
import { makeFolder } from '@livelane/embedded-mongo/make-folder';
import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { BudgetSettings } from './http/budgets';
import { keptSecret, readSecret } from './kept-secret';
import { environmentFields, environmentSchema, isGiven, type Values } from './setting-variables';

const SECRET_FILE = 'jwt-secret';

/** In seconds. */
export interface NotificationTimes {
  /** How long a mail waits for more about its task. */
  mailWindowSeconds: number;
  /** Undefined: a digest daily, at the time that its reader chose. */
  mailDigestSeconds: number | undefined;
  dueCheckSeconds: number;
  /** Whether push services may be on private addresses. */
  pushAllowsPrivate: boolean;
}

/** All but the secret. */
export interface Settings {
  port: number;
  host: string;
  /** The origin for browsers; undefined: the address at which the server listens. */
  publicUrl: URL | undefined;
  dataDir: string;
  mongodbUri: string | undefined;
  /** Through which nodes pass on pushes and presence at once, and share the counts of limits; undefined: each counts for itself. */
  redisUrl: URL | undefined;
  /** Where Prometheus reads the metrics; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** Whether anyone may make an account, or only those who were invited. */
  registration: 'open' | 'invited';
  /** Addresses of the administrators, in lower case. */
  adminEmails: readonly string[];
  /** Where mail is sent through; undefined: none is sent. */
  mail: { smtpUrl: URL; from: string } | undefined;
  /** The first pause after a mail that failed, in seconds. */
  mailRetrySeconds: number;
  /** When people are notified by mail and push. */
  notifications: NotificationTimes;
  /** Older ops are folded into one state of their board; undefined: all are kept. */
  historyDays: number | undefined;
  /** The provider for sign-ins beside passwords, or instead of them; undefined: none. */
  oidc:
    | {
        issuer: URL;
        clientId: string;
        clientSecret: string;
        /** Its name on the login page. */
        name: string;
        /** Passwords are closed, but for administrators. */
        isOnly: boolean;
        groupRoles: ReadonlyArray<{ group: string; workspaceId: string; roleId: WorkspaceRole }>;
      }
    | undefined;
  /** How long every link lives, in seconds; undefined: as long as its kind does. */
  linkTtlSeconds: number | undefined;
  /** Distinct emails that may be registered from one network address in an hour. */
  registrationsPerHour: number;
  /** What one person may ask of a node in a minute: requests, and megabytes of answers. */
  budgets: BudgetSettings;
  logLevel: Values['LOG_LEVEL'];
  trustProxy: number;
}

export interface Config extends Settings {
  jwtSecret: string;
}

/** Wrong settings, described for the operator: one line per mistake. */
export class ConfigError extends Error {}

/**
 * The settings of docs/operate.md from the environment. A secret that is not among them is kept in the data folder.
 * @throws ConfigError naming each wrong variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const values = valuesOf(environment);
  const read = settingsOf(values);
  return { ...read, jwtSecret: values.JWT_SECRET ?? secretOf(read.dataDir) };
}

/**
 * The same for programs that sign nothing: no file is written.
 * @throws ConfigError naming each wrong variable
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const values = valuesOf(environment);
  const read = settingsOf(values);
  if (values.JWT_SECRET === undefined) checkSecret(read.dataDir);
  return read;
}

function valuesOf(environment: NodeJS.ProcessEnv): Values {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => isGiven(value)));
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`).join('\n'),
    );
  }
  return result.data;
}

function settingsOf(values: Values): Settings {
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL === undefined ? undefined : new URL(values.PUBLIC_URL),
    dataDir: path.resolve(values.DATA_DIR),
    mongodbUri: values.MONGODB_URI,
    redisUrl: values.REDIS_URL === undefined ? undefined : new URL(values.REDIS_URL),
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    registration: values.REGISTRATION,
    adminEmails: values.ADMIN_EMAILS,
    mail:
      values.SMTP_URL === undefined || values.MAIL_FROM === undefined
        ? undefined
        : { smtpUrl: new URL(values.SMTP_URL), from: values.MAIL_FROM },
    mailRetrySeconds: values.MAIL_RETRY_S,
    notifications: {
      mailWindowSeconds: values.MAIL_WINDOW_S,
      mailDigestSeconds: values.MAIL_DIGEST_S,
      dueCheckSeconds: values.DUE_CHECK_S,
      pushAllowsPrivate: values.PUSH_ALLOW_PRIVATE === '1',
    },
    historyDays: values.HISTORY_DAYS,
    oidc: oidcOf(values),
    linkTtlSeconds: values.LINK_TTL_S,
    registrationsPerHour: values.REGISTRATIONS_PER_HOUR,
    budgets: {
      requestsPerMinute: values.REQUESTS_PER_MINUTE,
      megabytesPerMinute: values.MEGABYTES_PER_MINUTE,
    },
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY,
  };
}

function oidcOf(values: Values): Settings['oidc'] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (OIDC_ISSUER === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const issuer = new URL(OIDC_ISSUER);
  return {
    issuer,
    clientId,
    clientSecret,
    name: values.OIDC_NAME ?? issuer.hostname,
    isOnly: values.OIDC_ONLY === '1',
    groupRoles: values.OIDC_GROUP_ROLES,
  };
}

/** The data folder alone, for programs that need no other setting. @throws ConfigError */
export function readDataDir(environment: NodeJS.ProcessEnv): string {
  return path.resolve(readOne(environment, 'DATA_DIR'));
}

/** The address of the MongoDB alone, likewise. @throws ConfigError */
export function readMongodbUri(environment: NodeJS.ProcessEnv): string | undefined {
  return readOne(environment, 'MONGODB_URI');
}

function readOne<Name extends 'DATA_DIR' | 'MONGODB_URI'>(
  environment: NodeJS.ProcessEnv,
  name: Name,
): Values[Name] {
  const value = environment[name];
  const result = environmentFields.shape[name].safeParse(isGiven(value) ? value : undefined);
  if (!result.success) throw new ConfigError(`${name}: ${result.error.issues[0]?.message}`);
  return result.data as Values[Name];
}

/** Makes the data folder unless it exists. @throws ConfigError */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}

function unwritable(dataDir: string, error: unknown): ConfigError {
  return new ConfigError(`DATA_DIR: ${dataDir} cannot be written (${(error as Error).message})`);
}

/** The secret of the data folder, made at the first start, so that tokens survive a restart. */
function secretOf(dataDir: string): string {
  const file = path.join(dataDir, SECRET_FILE);
  makeDataDir(dataDir);
  let secret: string;
  try {
    secret = keptSecret(file);
  } catch (error) {
    throw unwritable(dataDir, error);
  }
  return undamaged(file, secret);
}

/** Checks the secret that a start has made, if there is one. @throws ConfigError if it is damaged */
function checkSecret(dataDir: string): void {
  const file = path.join(dataDir, SECRET_FILE);
  const secret = readSecret(file);
  if (secret) undamaged(file, secret);
}

/** @throws ConfigError */
function undamaged(file: string, secret: string): string {
  if (secret.length < 32) throw new ConfigError(`JWT_SECRET: ${file} is damaged; delete it to get a new one`);
  return secret;
}
