import { type WorkspaceRole, workspaceRoles } from '@livelane/shared/permissions/roles';
import { isUuid } from '@livelane/shared/values/is-uuid';
import * as z from 'zod';
import { isMongodbAddress } from './database/mongodb-address';
import { isAddress, isIssuer, isSender } from './setting-addresses';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

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
  DATA_DIR: z
    .string()
    // `docker run --env-file` leaves them in place: a start there would be one without data.
    .regex(/^(?!(["']).*\1$)/s, 'must have no quotes around it')
    .default('./data'),
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

/** Each variable by itself. */
export const environmentFields = z.object({ ...settings, ...hooks });

export type SettingName = keyof typeof settings;

/** Variables that operators may set: docs/operate.md says what each means. */
export const settingNames: readonly string[] = Object.keys(settings);

/** Variables that tests set: SPEC.md#hooks says what each means. */
export const hookNames: readonly string[] = Object.keys(hooks);

/** All variables, and what they ask of each other. */
export const environmentSchema = environmentFields
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

export type Values = z.output<typeof environmentSchema>;

/** A blank variable is as good as none. */
export function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}
