import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../src/config';
import { checkDatabase } from '../src/maintenance/doctor/database.check';
import { settingNames } from '../src/setting-variables';
import { startTestDatabase, type TestDatabase } from './database';
import { startTestServer, type TestServer, testConfig } from './harness';

let database: TestDatabase;
beforeEach(async () => {
  database = await startTestDatabase();
});
const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await database.close();
});

const provider = {
  issuer: new URL('https://id.example.org'),
  clientId: 'livelane',
  clientSecret: 'short',
  name: 'id.example.org',
  isOnly: false,
  groupRoles: [],
};

async function start(config: Partial<Config> = {}): Promise<TestServer> {
  const server = await startTestServer({ database, config });
  servers.push(server);
  return server;
}

const rows = (server: TestServer) => server.connection.collection<{ _id: string }>('nodes');

/** Which settings of other nodes this one has logged to differ. */
const warned = ({ log }: TestServer) =>
  log.filter(({ level, settings }) => level === 40 && settings).map(({ settings }) => settings);

async function doctor({ connection }: TestServer): Promise<string[][]> {
  const address = new URL(database.uri);
  address.pathname = connection.name;
  const findings = await checkDatabase(testConfig({ mongodbUri: address.href }));
  return findings
    .filter(({ subject }) => subject === 'nodes')
    .map(({ state, text }) => [state, text.replaceAll(/\S+:\d+ and \S+:\d+/g, 'A and B')]);
}

test.each<[string, Partial<Config>, string[]]>([
  ['REGISTRATION', { registration: 'invited' }, ['REGISTRATION']],
  ['ADMIN_EMAILS', { adminEmails: ['ann@example.org'] }, ['ADMIN_EMAILS']],
  ['HISTORY_DAYS', { historyDays: 30 }, ['HISTORY_DAYS']],
  ['PUBLIC_URL', { publicUrl: new URL('https://board.example') }, ['PUBLIC_URL']],
  [
    'TRUST_PROXY and REGISTRATIONS_PER_HOUR',
    { trustProxy: 1, registrationsPerHour: 7 },
    ['REGISTRATIONS_PER_HOUR', 'TRUST_PROXY'],
  ],
  [
    'the mail server',
    { mail: { smtpUrl: new URL('smtp://mail.example'), from: 'a@b.example' } },
    ['SMTP_URL', 'MAIL_FROM'],
  ],
  ['the provider', { oidc: provider }, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME']],
])(
  'a node that differs in %s is told by the log at its start, and by the doctor',
  async (_what, config, names) => {
    const first = await start();
    const second = await start(config);
    expect([warned(first), warned(second)]).toEqual([[], [names]]);
    expect(await doctor(first)).toEqual([
      ['warning', `A and B differ in ${names.join(', ')}: give every node the same`],
    ]);
  },
);

test('a process that alone can be on its database hears nothing of one that was killed', async () => {
  const killed = await start();
  const [row] = await rows(killed).find().toArray();
  await killed.stop();
  await (await database.connect()).collection('nodes').insertOne(row as never);
  const next = await startTestServer({ database, isOnlyNode: true, config: { registration: 'invited' } });
  servers.push(next);
  expect(warned(next)).toEqual([]);
});

test('of a node with another server secret, that alone is told, as a problem', async () => {
  await start();
  const second = await start({ jwtSecret: 'y'.repeat(40), registration: 'invited' });
  expect(warned(second)).toEqual([['JWT_SECRET']]);
  expect(await doctor(second)).toEqual([['fault', 'A and B differ in JWT_SECRET: give every node the same']]);
});

test('nodes may differ in what is their own, and in the order of a list', async () => {
  const [ann, bob] = ['ann@example.org', 'bob@example.org'];
  const first = await start({ adminEmails: [ann, bob] });
  expect(await doctor(first)).toEqual([]);
  const second = await start({
    adminEmails: [bob, ann],
    logLevel: 'info',
    dataDir: '/elsewhere',
    mongodbUri: 'mongodb://other.example',
    metrics: { host: '127.0.0.1', port: 0 },
    budgets: { requestsPerMinute: 900_000, megabytesPerMinute: 90_000 },
  });
  expect(warned(second)).toEqual([]);
  expect(await doctor(second)).toEqual([['ok', 'the settings of all 2 agree']]);
});

test('nodes of older versions, those that have ended and settings that only one knows do not count', async () => {
  const first = await start();
  const [row] = await rows(first).find().toArray();
  const { settings } = row as unknown as { settings: Record<string, string> };
  const other = { protocol: 1, name: 'x:1', settings: { ...settings, REGISTRATION: 'other' } };
  await rows(first).insertMany([
    { _id: 'older', protocol: 1, at: new Date() },
    { ...other, _id: 'ended', at: new Date(Date.now() - 16_000) },
    { ...other, _id: 'newer', settings: { JWT_SECRET: settings.JWT_SECRET, NEW: 'x' }, at: new Date() },
  ] as never[]);
  const second = await start();
  expect(warned(second)).toEqual([]);
  expect(await doctor(second)).toEqual([['ok', 'the settings of all 3 agree']]);
});

test('of several nodes each is compared with all others, and a difference told once of it', async () => {
  const first = await start();
  const [row] = await rows(first).find().toArray();
  const { settings } = row as unknown as { settings: Record<string, string> };
  const { REGISTRATION: _new, ...older } = settings;
  const other = { ...settings, REGISTRATION: 'other' };
  const node = { protocol: 1, at: new Date() };
  await rows(first).insertMany([
    { ...node, _id: '-', name: 'older:1', settings: older },
    { ...node, _id: 'x', name: 'other:1', settings: other },
    { ...node, _id: 'y', name: 'other:2', settings: { ...other, HISTORY_DAYS: 'other' } },
  ] as never[]);
  expect(await doctor(first)).toEqual([
    ['warning', 'A and B differ in REGISTRATION: give every node the same'],
    ['warning', 'A and B differ in HISTORY_DAYS: give every node the same'],
    ['warning', 'A and B differ in REGISTRATION: give every node the same'],
  ]);
});

test('docs/operate.md lists the settings that may differ', async () => {
  const [row] = await rows(await start())
    .find()
    .toArray();
  const common = Object.keys((row as unknown as { settings: object }).settings);
  const text = readFileSync(path.join(__dirname, '../../docs/operate.md'), 'utf8');
  const [, list = ''] = /Nodes may differ in ([^;]*?);/.exec(text) ?? [];
  const listed = [...list.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  expect([...listed, ...common].sort()).toEqual([...settingNames].sort());
});

test('no secret can be guessed from what a node tells without the server’s', async () => {
  const digestsWith = async (jwtSecret: string) => {
    const server = await start({ jwtSecret, oidc: provider });
    const [row] = await rows(server).find().toArray();
    await server.stop();
    return (row as unknown as { settings: Record<string, string> }).settings;
  };
  const [one, other] = [await digestsWith('x'.repeat(40)), await digestsWith('y'.repeat(40))];
  expect(Object.keys(one)).toEqual(Object.keys(other));
  for (const [name, digest] of Object.entries(one)) {
    expect(digest).toMatch(/^[\w-]{43}$/);
    expect(digest).not.toBe(other[name]);
  }
});
