import path from 'node:path';
import { makeFolder } from '@livelane/embedded-mongo/make-folder';
import { type WorkspaceRole, workspaceRoles } from '@livelane/shared/permissions/roles';
import { isUuid } from '@livelane/shared/values/is-uuid';
import * as z from 'zod';
import { isMongodbAddress } from './database/mongodb-address';
import type { BudgetSettings } from './http/budgets';
import { keptSecret, readSecret } from './kept-secret';
import { isAddress, isIssuer, isSender } from './setting-addresses';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const DEFAULT_DATA_DIR = './data';
const SECRET_FILE = 'jwt-secret';

const url = (protocols: readonly string[], text: string) =>
  z.string().refine((value) => isAddress(value, protocols), text);

function wholeNumber(min: number, max?: number) {
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  const error = `must be a whole number ${range}`;
  const number = z
    .int(error)
    .min(min, error)
    .max(max ?? Number.MAX_SAFE_INTEGER, error);
  return z.string().trim().regex(/^\d+$/, error).transform(Number).pipe(number);
}

const seconds = z.coerce.number('must be a number of seconds').positive('must be more than 0 seconds');

/** The settings of docs/operate.md. */
const settings = {
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'], 'must be an http or https address')
    .refine(
      (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
      'must have no path, user, password, query or fragment: Livelane is served at the root of a host name only',
    )
    .optional(),
  DATA_DIR: z.string().min(1).default(DEFAULT_DATA_DIR),
  MONGODB_URI: z
    .string()
    // The driver's own words are not shown: they can hold the password.
    .refine(
      isMongodbAddress,
      'must be a mongodb:// or mongodb+srv:// address as MongoDB’s drivers read it, its user and password percent-encoded',
    )
    .optional(),
  REDIS_URL: url(
    ['redis:', 'rediss:'],
    'must be a redis:// or rediss:// address with a host, its user and password percent-encoded',
  ).optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  REGISTRATIONS_PER_HOUR: wholeNumber(1, 1_000_000).default(100),
  REQUESTS_PER_MINUTE: wholeNumber(60).default(12_000),
  MEGABYTES_PER_MINUTE: wholeNumber(10).default(4_000),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  REGISTRATION: z.enum(['open', 'invited'], 'must be open or invited').default('open'),
  ADMIN_EMAILS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((email) => email.trim().toLowerCase())
        .filter(Boolean),
    )
    .pipe(z.array(z.email('must be email addresses with commas between them')))
    .default([]),
  /** Deleted tasks can be restored for 30 days. */
  HISTORY_DAYS: wholeNumber(30, 36_500).optional(),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address, or an http one of this machine')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().trim().min(1).max(50, 'must have at most 50 characters').optional(),
  OIDC_ONLY: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  OIDC_GROUP_ROLES: z
    .string()
    .transform((list, context) => {
      const entries = list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean);
      return entries.map((entry) => {
        const [, group = '', workspaceId = '', roleId = ''] = /^(.+)=([^=:]+):([^=:]+)$/.exec(entry) ?? [];
        const isRole = (workspaceRoles as readonly string[]).includes(roleId);
        if (!isUuid(workspaceId) || !isRole)
          context.addIssue(`must be group=workspaceId:role, with commas between them; ${entry} is not`);
        return { group, workspaceId: workspaceId.toLowerCase(), roleId: roleId as WorkspaceRole };
      });
    })
    .default([]),
  SMTP_URL: url(
    ['smtp:', 'smtps:'],
    'must be an smtp:// or smtps:// address with a host, its user and password percent-encoded',
  ).optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, 'must be an email address, or a name and an address: Livelane <livelane@example.org>')
    .optional(),
  /** How many reverse proxies are in front: as many X-Forwarded-For entries are trusted. */
  TRUST_PROXY: wholeNumber(0, 10).default(0),
};

/** For tests. */
const hooks = {
  /** How long a mail waits for more about its task. */
  MAIL_WINDOW_S: seconds.default(600),
  /** How often a digest is sent. */
  MAIL_DIGEST_S: seconds.optional(),
  /** How often due dates are checked. */
  DUE_CHECK_S: seconds.default(300),
  /** The first pause after a mail that failed; doubled up to an hour. */
  MAIL_RETRY_S: seconds.default(60),
  /** Life of every link. */
  LINK_TTL_S: seconds.optional(),
  PUSH_ALLOW_PRIVATE: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
};

const environmentFields = z.object({ ...settings, ...hooks });

/** Variables that operators may set: docs/operate.md says what each means. */
export const settingNames: readonly string[] = Object.keys(settings);

/** Variables that tests set: SPEC.md#hooks says what each means. */
export const hookNames: readonly string[] = Object.keys(hooks);

const environmentSchema = environmentFields
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    error: 'is required with SMTP_URL: the address that mails come from',
  })
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }) =>
      [OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].every(
        (value) => (value === undefined) === (OIDC_ISSUER === undefined),
      ),
    {
      path: ['OIDC_ISSUER'],
      error: 'must be set together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    },
  )
  .refine(({ OIDC_ONLY, OIDC_ISSUER }) => OIDC_ONLY === '0' || OIDC_ISSUER !== undefined, {
    path: ['OIDC_ONLY'],
    error: 'needs a provider: OIDC_ISSUER',
  })
  .refine(
    ({ PORT, METRICS_PORT }) => METRICS_PORT === undefined || METRICS_PORT === 0 || METRICS_PORT !== PORT,
    { path: ['METRICS_PORT'], error: 'must not be the same as PORT' },
  );

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
  logLevel: (typeof LOG_LEVELS)[number];
  trustProxy: number;
}

export interface Config extends Settings {
  jwtSecret: string;
}

/** Wrong settings, described for the operator: one line per mistake. */
export class ConfigError extends Error {}

type Values = z.output<typeof environmentSchema>;

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

/** A blank variable is as good as none. */
export function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
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

/** The data folder alone, for programs that need no other setting. */
export function readDataDir(environment: NodeJS.ProcessEnv): string {
  return path.resolve(isGiven(environment.DATA_DIR) ? environment.DATA_DIR : DEFAULT_DATA_DIR);
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

/** The address of the MongoDB alone, for programs that need no other setting. @throws ConfigError */
export function readMongodbUri(environment: NodeJS.ProcessEnv): string | undefined {
  if (!isGiven(environment.MONGODB_URI)) return undefined;
  const result = environmentFields.shape.MONGODB_URI.safeParse(environment.MONGODB_URI);
  if (!result.success) throw new ConfigError(`MONGODB_URI: ${result.error.issues[0]?.message}`);
  return result.data;
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
