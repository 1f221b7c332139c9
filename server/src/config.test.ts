import fs, {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, readConfig, readDataDir, readMongodbUri, readSettings } from './config';
import { hookNames, settingNames } from './setting-variables';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'livelane-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (environment: NodeJS.ProcessEnv = {}) => readConfig({ DATA_DIR: dataDir, ...environment });

test('nothing needs to be set', () => {
  expect(read()).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataDir,
    mongodbUri: undefined,
    redisUrl: undefined,
    registration: 'open',
    adminEmails: [],
    linkTtlSeconds: undefined,
    mail: undefined,
    mailRetrySeconds: 60,
    notifications: {
      mailWindowSeconds: 600,
      mailDigestSeconds: undefined,
      dueCheckSeconds: 300,
      pushAllowsPrivate: false,
    },
    jwtSecret: expect.stringMatching(/^[\w-]{64}$/),
    metrics: undefined,
    registrationsPerHour: 100,
    budgets: { requestsPerMinute: 12_000, megabytesPerMinute: 4_000 },
    logLevel: 'info',
    trustProxy: 0,
  });
});

test('everything can be set; an empty variable is as good as none', () => {
  const config = read({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://board.example',
    MONGODB_URI: 'mongodb+srv://db.example/livelane',
    JWT_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    REGISTRATIONS_PER_HOUR: '500',
    REQUESTS_PER_MINUTE: '600',
    MEGABYTES_PER_MINUTE: '50',
    METRICS_PORT: '9464',
    REDIS_URL: '',
  });
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    mongodbUri: 'mongodb+srv://db.example/livelane',
    jwtSecret: 'x'.repeat(32),
    logLevel: 'warn',
    trustProxy: 1,
    registrationsPerHour: 500,
    budgets: { requestsPerMinute: 600, megabytesPerMinute: 50 },
    metrics: { host: '127.0.0.1', port: 9464 },
  });
  expect(config.publicUrl?.origin).toBe('https://board.example');
});

test('a blank variable is as good as none, and blanks around a number do not count', () => {
  const blank = Object.fromEntries([...settingNames, ...hookNames].map((name) => [name, '  ']));
  expect(readSettings(blank)).toEqual(readSettings({}));
  expect(readDataDir(blank)).toBe(readDataDir({}));
  expect(readMongodbUri(blank)).toBeUndefined();
  expect(read({ JWT_SECRET: ' '.repeat(40) }).jwtSecret).toBe(read().jwtSecret);
  expect(read({ PORT: ' 8080 ' }).port).toBe(8080);
});

test('the secret is made once, for its owner only, so that tokens survive a restart', () => {
  const first = read().jwtSecret;
  expect(read().jwtSecret).toBe(first);
  const file = path.join(dataDir, 'jwt-secret');
  expect(readFileSync(file, 'utf8')).toBe(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('programs that need no secret make none, and no data folder', () => {
  const { jwtSecret: _, ...settings } = read();
  expect(readSettings({ DATA_DIR: dataDir })).toEqual(settings);
  const absent = path.join(dataDir, 'absent');
  expect(readSettings({ DATA_DIR: absent }).dataDir).toBe(absent);
  expect(existsSync(absent)).toBe(false);
  writeFileSync(path.join(dataDir, 'jwt-secret'), 'x');
  expect(() => readSettings({ DATA_DIR: dataDir })).toThrow(/jwt-secret is damaged/);
});

test('a start that finds no room for the secret leaves none, and an empty one of a start that died counts as none', () => {
  const file = path.join(dataDir, 'jwt-secret');
  jest.spyOn(fs, 'writeFileSync').mockImplementation((name) => {
    closeSync(openSync(String(name), 'w'));
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
  expect(() => read()).toThrow(/DATA_DIR: .* cannot be written \(ENOSPC/);
  expect(readdirSync(dataDir)).toEqual([]);
  jest.restoreAllMocks();
  writeFileSync(file, '');
  expect(readSettings({ DATA_DIR: dataDir }).dataDir).toBe(dataDir);
  const { jwtSecret } = read();
  expect(jwtSecret.length).toBeGreaterThanOrEqual(32);
  expect(readFileSync(file, 'utf8')).toBe(jwtSecret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['jwt-secret']);
});

test.each([
  ['PORT', 'abc', 'PORT: must be a whole number from 0 to 65535'],
  ['PORT', '70000', 'PORT: must be a whole number from 0 to 65535'],
  ['PORT', '1.5', 'PORT: must be a whole number from 0 to 65535'],
  ['PORT', '0x10ff', 'PORT: must be a whole number from 0 to 65535'],
  ['PORT', '3e3', 'PORT: must be a whole number from 0 to 65535'],
  ['PUBLIC_URL', 'board.example', 'PUBLIC_URL: must be an http or https address'],
  ['PUBLIC_URL', 'ftp://board.example', 'PUBLIC_URL: must be an http or https address'],
  ['PUBLIC_URL', 'https://board.example/sub', 'PUBLIC_URL: must have no path'],
  ['PUBLIC_URL', 'https://ann:secret@board.example', 'PUBLIC_URL: must have no path, user, password,'],
  ['PUBLIC_URL', 'https://board.example/?x=1', 'PUBLIC_URL: must have no path, user, password, query'],
  [
    'PUBLIC_URL',
    'https://board.example/#a',
    'PUBLIC_URL: must have no path, user, password, query or fragment',
  ],
  ['MONGODB_URI', 'localhost:27017', 'MONGODB_URI: must be a mongodb:// or mongodb+srv:// address'],
  ['JWT_SECRET', 'short', 'JWT_SECRET: must have at least 32 characters'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL: must be one of fatal, error'],
  ['METRICS_PORT', 'on', 'METRICS_PORT: must be a whole number from 0 to 65535'],
  ['METRICS_PORT', '3000', 'METRICS_PORT: must not be the same as PORT'],
  ['TRUST_PROXY', 'true', 'TRUST_PROXY: must be a whole number from 0 to 10'],
  ['REQUESTS_PER_MINUTE', '59', 'REQUESTS_PER_MINUTE: must be a whole number of at least 60'],
  ['HISTORY_DAYS', '29', 'HISTORY_DAYS: must be a whole number from 30 to 36500'],
  ['HISTORY_DAYS', 'ten', 'HISTORY_DAYS: must be a whole number from 30 to 36500'],
  ['ADMIN_EMAILS', 'a@example.org, b', 'ADMIN_EMAILS: must be email addresses with commas between them'],
  ['REDIS_URL', 'localhost', 'REDIS_URL: must be a redis:// or rediss:// address'],
  ['REDIS_URL', 'redis://', 'REDIS_URL: must be a redis:// or rediss:// address with a host'],
  ['REDIS_URL', 'redis://:a%zz@h', 'its user and password percent-encoded'],
  ['SMTP_URL', 'smtp://', 'SMTP_URL: must be an smtp:// or smtps:// address with a host'],
  ['SMTP_URL', 'smtp://50%@h', 'its user and password percent-encoded'],
])('%s=%s is refused in words', (name, value, message) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(message);
});

test.each([
  'mongodb://a:27017,b:27017,c:27017/livelane?replicaSet=rs',
  'mongodb://ann:p%40ss@a,b/livelane?replicaSet=rs&authSource=admin&tls=true',
  'mongodb://a:27017/?directConnection=true',
])('MONGODB_URI=%s is read as the driver does', (address) => {
  expect(read({ MONGODB_URI: address }).mongodbUri).toBe(address);
  expect(readMongodbUri({ MONGODB_URI: address })).toBe(address);
});

test.each([
  'mongodb://ann:sec/ret@db/livelane',
  'mongodb://ann:sec?ret@db/livelane',
  'mongodb://ann:sec@ret@db/livelane',
  'mongodb://ann:12/secret@db',
  'mongodb://ann:sec%ret@db/livelane',
  'mongodb://ann:secret@db/livelane?secret=1',
  'ann:secret@db',
])('a wrong MONGODB_URI is refused without its password: %s', (address) => {
  for (const reading of [read, readMongodbUri]) {
    expect(() => reading({ MONGODB_URI: address })).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/sec|ret@/) }),
    );
    expect(() => reading({ MONGODB_URI: address })).toThrow('MONGODB_URI: must be a mongodb://');
  }
});

test('docs/operate.md lists every setting, and no other', () => {
  const text = readFileSync(path.join(__dirname, '../../docs/operate.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (`[A-Z].*?) \|/gm)];
  const listed = rows.flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  );
  expect(listed.sort()).toEqual([...settingNames].sort());
});

test('SPEC.md lists every hook for tests, and no other', () => {
  const text = readFileSync(path.join(__dirname, '../../SPEC.md'), 'utf8');
  const [section = ''] = /<a id="hooks">[\s\S]*?\n## /.exec(text) ?? [];
  const listed = [...section.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...hookNames].sort());
});

test('every mistake is named at once', () => {
  expect(() => read({ PORT: 'abc', LOG_LEVEL: 'loud' })).toThrow(/PORT: .*\nLOG_LEVEL: /);
});

test('a damaged secret and a data folder that cannot be made are refused in words', () => {
  writeFileSync(path.join(dataDir, 'jwt-secret'), 'x');
  expect(() => read()).toThrow(/jwt-secret is damaged/);
  const file = path.join(dataDir, 'jwt-secret');
  chmodSync(file, 0o600);
  expect(() => read({ DATA_DIR: path.join(file, 'below-a-file') })).toThrow(/DATA_DIR: .* cannot be written/);
});

test.each([`"${tmpdir()}"`, `'${tmpdir()}'`])('a data folder in quotes is refused: %s', (DATA_DIR) => {
  expect(() => read({ DATA_DIR })).toThrow(new ConfigError('DATA_DIR: must have no quotes around it'));
  expect(() => readDataDir({ DATA_DIR })).toThrow('DATA_DIR: must have no quotes around it');
});

test('a mail server takes a sender, and each is checked', () => {
  const smtp = { SMTP_URL: 'smtps://u:p@mail.example.org' };
  expect(() => read(smtp)).toThrow(/^MAIL_FROM: is required/);
  for (const from of [
    'nobody',
    'a@',
    '@b',
    'a b@c',
    'a@b@c',
    'a@b, c@d',
    'Livelane <a@b',
    'Livelane <nobody>',
  ])
    expect(() => read({ ...smtp, MAIL_FROM: from })).toThrow(/MAIL_FROM/);
  expect(() => read({ SMTP_URL: 'http://mail.example.org', MAIL_FROM: 'a@b.example' })).toThrow(/SMTP_URL/);
  for (const from of ['a@b.example', 'Livelane <a@b.example>', 'livelane@localhost', 'Livelane <a@b>'])
    expect(read({ ...smtp, MAIL_FROM: from }).mail).toEqual({ smtpUrl: new URL(smtp.SMTP_URL), from });
});

describe('the provider of single sign-on', () => {
  const given = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  const secret = { JWT_SECRET: 'x'.repeat(40) };
  const workspaceId = '00000000-0000-4000-8000-000000000000';

  test('is all of issuer, id and secret, or none', () => {
    expect(readConfig({ ...secret }).oidc).toBeUndefined();
    expect(readConfig({ ...secret, ...given }).oidc).toMatchObject({ name: 'id.example.org', isOnly: false });
    for (const name of Object.keys(given))
      expect(() => readConfig({ ...secret, ...given, [name]: '' })).toThrow('OIDC_ISSUER');
    expect(() => readConfig({ ...secret, OIDC_ONLY: '1' })).toThrow('OIDC_ONLY');
  });

  test.each(['http://id.example.org', 'ftp://localhost', 'x'])('%s is no issuer', (issuer) => {
    expect(() => readConfig({ ...secret, ...given, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER');
  });

  test('gives roles by group, also of groups with = in their names', () => {
    const list = `staff=${workspaceId.toUpperCase()}:member, cn=leads=${workspaceId}:owner`;
    expect(readConfig({ ...secret, ...given, OIDC_GROUP_ROLES: list }).oidc?.groupRoles).toEqual([
      { group: 'staff', workspaceId, roleId: 'member' },
      { group: 'cn=leads', workspaceId, roleId: 'owner' },
    ]);
    for (const wrong of ['staff', `staff=${workspaceId}`, `staff=${workspaceId}:boss`, 'staff=x:member'])
      expect(() => readConfig({ ...secret, ...given, OIDC_GROUP_ROLES: wrong })).toThrow('OIDC_GROUP_ROLES');
  });
});
