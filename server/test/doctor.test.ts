import fs, { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { freePort } from '../../test-kit/freePort';
import { redisBinary, startRedis } from '../../test-kit/redis.server';
import type { Config } from '../src/config';
import { connect as connectDatabase } from '../src/database/connect';
import { checkDatabase } from '../src/maintenance/doctor/database.check';
import { about, conclude } from '../src/maintenance/doctor/finding';
import { checkOidc } from '../src/maintenance/doctor/oidc.check';
import { checkRedis } from '../src/maintenance/doctor/redis.check';
import { checkSettings } from '../src/maintenance/doctor/settings.check';
import { faultsOf } from './faultsOf';
import { testConfig } from './harness';

test.each([
  [5, 'fault', 'the disk of DATA_DIR has 5 MB left: nothing new is saved below 24 MB'],
  [100, 'warning', 'the disk of DATA_DIR has 100 MB left: nothing new is saved below 24 MB'],
  [1_000, 'ok', undefined],
])('a disk with %d MB left is a %s', async (megabytes, state, text) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-doctor-'));
  await (await startEmbeddedMongo({ folder: path.join(dataDir, 'database') })).close();
  const stats = { bavail: megabytes * 256, bsize: 4096 } as unknown as fs.BigIntStatsFs;
  jest.spyOn(fs, 'statfsSync').mockReturnValue(stats);
  const findings = await checkDatabase(testConfig({ dataDir }));
  expect(findings.at(-1)).toMatchObject({ state, ...(text && { text }) });
  await rm(dataDir, { recursive: true });
});

test('the report ends with what it counted; warnings are no failure', () => {
  const { ok, warning, fault } = about('mail');
  expect(conclude([])).toEqual({ text: 'no problems found', exitCode: 0 });
  expect(conclude([ok('a')])).toEqual({ text: 'no problems found', exitCode: 0 });
  expect(conclude([ok('a'), warning('b')])).toEqual({ text: '1 warning', exitCode: 0 });
  expect(conclude([warning('a'), fault('b'), warning('c')])).toEqual({
    text: '1 problem to fix, 2 warnings',
    exitCode: 1,
  });
  expect(conclude([fault('a'), fault('b')])).toEqual({ text: '2 problems to fix', exitCode: 1 });
});

describe('settings, database and Redis', () => {
  const texts = (more: Partial<Config>) => checkSettings(testConfig(more), {}).map(({ text }) => text);

  test('settings that do not go together are told', () => {
    expect(texts({})).toEqual(['each is right, and they go together']);
    expect(texts({ mongodbUri: 'mongodb://x/y' })[0]).toContain('JWT_SECRET is not set');
    expect(texts({ redisUrl: new URL('redis://x') })[0]).toContain('MONGODB_URI is not');
    expect(texts({ publicUrl: new URL('https://board.example') })[0]).toContain('TRUST_PROXY=1');
    expect(texts({ publicUrl: new URL('http://board.example') })[0]).toContain('plain http');
  });

  test.each([
    ['REGISTRATON', 'is no setting: is REGISTRATION meant?'],
    ['OIDC_ISUER', 'is no setting: is OIDC_ISSUER meant?'],
    ['DATA_DIRS', 'is no setting: is DATA_DIR meant?'],
    ['MAIL_FROM', 'counts for nothing without SMTP_URL'],
    ['OIDC_NAME', 'counts for nothing without OIDC_ISSUER'],
    ['OIDC_GROUP_ROLES', 'counts for nothing without OIDC_ISSUER'],
    ['METRICS_HOST', 'counts for nothing without METRICS_PORT'],
  ])('%s alone %s', (name, complaint) => {
    const found = checkSettings(testConfig(), { HOME: '/root', HTTP_URL: 'x', [name]: 'x' });
    expect(found).toEqual([{ state: 'warning', subject: 'settings', text: `${name} ${complaint}` }]);
  });

  test('a name like that of a setting is no mistake where both are set, or neither', () => {
    const both = { REGISTRATION: 'open', REGISTRATON: 'x' };
    for (const environment of [both, { REGISTRATON: ' ' }, { MAIL_FROM: 'a@b', SMTP_URL: 'smtp://x' }])
      expect(checkSettings(testConfig(), environment)).toMatchObject([{ state: 'ok' }]);
  });

  test.each(['http://localhost:3000', 'http://127.0.0.2', 'http://[::1]:3000'])(
    'plain http to this machine is no mistake: %s',
    (address) => {
      expect(texts({ publicUrl: new URL(address) })).toEqual(['each is right, and they go together']);
    },
  );

  test('a MongoDB that is not there, and a folder that cannot be opened', async () => {
    const uri = `mongodb://127.0.0.1:${await freePort()}/?serverSelectionTimeoutMS=300`;
    expect(await checkDatabase(testConfig({ mongodbUri: uri }))).toMatchObject([
      { state: 'fault', text: expect.stringContaining('MONGODB_URI leads nowhere') },
    ]);
    expect(await checkDatabase(testConfig({ dataDir: '/dev/null' }))).toMatchObject([
      { state: 'fault', text: expect.stringContaining('DATA_DIR cannot be opened') },
    ]);
  });

  test('a DATA_DIR without a database is told, and left as it is', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'livelane-doctor-'));
    const dataDir = path.join(folder, 'mistyped');
    expect(await checkDatabase(testConfig({ dataDir }))).toMatchObject([
      { state: 'fault', text: expect.stringContaining(`there is no database in ${dataDir}/database`) },
    ]);
    expect(existsSync(dataDir)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('TRUST_PROXY without a proxy is told where PUBLIC_URL leads to PORT itself', () => {
    const straight = [expect.stringMatching(/^TRUST_PROXY is 1, .*without a proxy.*set TRUST_PROXY=0/)];
    const port = 3000;
    expect(texts({ trustProxy: 1, port, publicUrl: undefined })).toEqual(straight);
    expect(texts({ trustProxy: 1, port, publicUrl: new URL('http://127.0.0.1:3000') })).toEqual(straight);
    expect(texts({ trustProxy: 1, port: 80, publicUrl: new URL('http://localhost') })).toEqual(straight);
    const fine = ['each is right, and they go together'];
    expect(texts({ trustProxy: 1, port, publicUrl: new URL('http://localhost') })).toEqual(fine);
    expect(texts({ trustProxy: 1, port, publicUrl: new URL('https://board.example') })).toEqual(fine);
    expect(texts({ trustProxy: 0, port, publicUrl: undefined })).toEqual(fine);
  });

  test('a database with half an import, and roles by group in workspaces that are not there', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'livelane-doctor-'));
    const embedded = await startEmbeddedMongo({ folder: path.join(dataDir, 'database') });
    const connection = await connectDatabase(embedded.uri);
    const [there, gone] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    await connection.collection<{ _id: string }>('workspaces').insertOne({ _id: there });
    const groupRoles = [there, gone].map((workspaceId) => ({
      group: 'staff',
      workspaceId,
      roleId: 'member' as const,
    }));
    const config = testConfig({
      dataDir,
      oidc: { ...oidc(new URL('https://id.example')), groupRoles },
    });
    expect(faultsOf(await checkDatabase(config))).toEqual([
      `warning settings: OIDC_GROUP_ROLES: there is no workspace ${gone}, so staff gives no role there`,
    ]);
    await connection.collection<{ _id: string }>('schema').insertOne({ _id: 'import' });
    expect(faultsOf(await checkDatabase(config))).toEqual([
      'fault database: an import into this database has not finished: run npm run import-embedded again',
    ]);
    await connection.close();
    await embedded.close();
    rmSync(dataDir, { recursive: true });
  });

  const oidc = (issuer: URL) => ({
    issuer,
    clientId: 'livelane',
    clientSecret: 'secret-word',
    name: 'Example',
    isOnly: false,
    groupRoles: [],
  });

  test.each([
    ['itself', '{url}', '{url}/auth', undefined],
    [
      'another issuer',
      'http://other.example',
      'http://other.example/auth',
      /^OIDC_ISSUER: .* calls itself http:\/\/other\.example, .*nobody/,
    ],
    ['no issuer', undefined, undefined, /^OIDC_ISSUER: .* is answered with 404: nobody can sign in/],
    [
      'no address to sign in at',
      '{url}',
      undefined,
      /^OIDC_ISSUER: what the provider at .* cannot be used .*authorization_endpoint.*nobody can sign in/,
    ],
  ])('a provider that describes %s', async (_what, name, endpoint, complaint) => {
    const provider = createServer((req, res) => {
      const here = `http://${req.headers.host}`;
      const issuer = name?.replace('{url}', here);
      if (issuer) res.setHeader('Content-Type', 'application/json');
      else res.statusCode = 404;
      res.end(JSON.stringify({ issuer, authorization_endpoint: endpoint?.replace('{url}', here) }));
    });
    const port = await freePort();
    await new Promise<void>((resolve) => provider.listen(port, '127.0.0.1', resolve));
    const found = await checkOidc(oidc(new URL(`http://127.0.0.1:${port}`)), new URL('http://localhost'));
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
    expect(found).toMatchObject([
      complaint ? { state: 'fault', text: expect.stringMatching(complaint) } : { state: 'ok' },
    ]);
  });

  test('a provider that cannot be reached; none', async () => {
    const nobody = new URL(`http://127.0.0.1:${await freePort()}`);
    expect(await checkOidc(oidc(nobody), new URL('http://localhost'))).toMatchObject([
      {
        state: 'fault',
        text: expect.stringMatching(
          /^OIDC_ISSUER: no provider answers at .*ECONNREFUSED.*nobody can sign in/,
        ),
      },
    ]);
    expect(await checkOidc(undefined, new URL('http://localhost'))).toMatchObject([{ state: 'ok' }]);
  });

  test('a Redis that is not there', async () => {
    const url = new URL(`redis://:secret-word@127.0.0.1:${await freePort()}`);
    const [found] = await checkRedis(url);
    expect(found).toMatchObject({
      state: 'fault',
      text: expect.stringMatching(/^REDIS_URL: .*ECONNREFUSED/),
    });
    expect(found?.text).not.toContain('secret-word');
    expect(await checkRedis(undefined)).toMatchObject([{ state: 'ok' }]);
  });

  (redisBinary ? test : test.skip)('a Redis that serves, and one with another password', async () => {
    const redis = await startRedis(await freePort(), 'right');
    expect(await checkRedis(redis.url)).toMatchObject([{ state: 'ok' }]);
    const wrong = new URL(redis.url);
    wrong.password = 'wrong';
    expect(await checkRedis(wrong)).toMatchObject([
      { state: 'fault', text: expect.stringContaining('WRONGPASS') },
    ]);
    await redis.stop();
  });

  (redisBinary ? test : test.skip).each(['is cut', 'goes silent'] as const)(
    'a Redis whose line %s before the message comes',
    async (what) => {
      const redis = await startRedis(await freePort(), 'right');
      const lines: Array<{ near: Socket; far: Socket; isListening: boolean }> = [];
      const line = createTcpServer((near) => {
        const far = connect({ host: '127.0.0.1', port: Number(redis.url.port) });
        const each = { near, far, isListening: false };
        lines.push(each);
        for (const end of [near, far]) end.on('error', () => undefined);
        far.pipe(near);
        near.on('data', (bytes: Buffer) => {
          each.isListening ||= bytes.includes('subscribe');
          if (bytes.includes('publish'))
            for (const { isListening, ...ends } of lines)
              if (isListening && what === 'is cut') ends.near.destroy();
              else if (isListening) ends.far.unpipe(ends.near).resume();
          far.write(bytes);
        });
      });
      await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
      const url = new URL(redis.url);
      url.port = `${(line.address() as AddressInfo).port}`;
      try {
        expect(await checkRedis(url)).toMatchObject([
          { state: 'fault', text: expect.stringContaining('does not serve') },
        ]);
      } finally {
        for (const { near, far } of lines) for (const end of [near, far]) end.destroy();
        await new Promise((resolve) => line.close(resolve));
        await redis.stop();
      }
    },
  );
});
