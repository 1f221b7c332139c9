import fs, { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
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
import { checkPublic } from '../src/maintenance/doctor/public.check';
import { checkRedis } from '../src/maintenance/doctor/redis.check';
import { checkSettings } from '../src/maintenance/doctor/settings.check';
import { startTestServer, type TestServer, testConfig } from './harness';

let server: TestServer;
const proxies: Server[] = [];

afterEach(async () => {
  for (const proxy of proxies.splice(0)) {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  }
  await server?.stop();
});

type Flaw = 'none' | 'no upgrade' | 'other path' | 'cuts' | 'hangs up';

/** A proxy in front of a server that knows its address as PUBLIC_URL, with one flaw of those that users report. */
async function behindProxy(flaw: Flaw, header: Record<string, string> = {}): Promise<URL> {
  const proxy = createServer((req, res) => {
    if (flaw === 'other path' && req.url?.startsWith('/socket.io')) {
      res.writeHead(404).end('<html>');
      return;
    }
    const { hostname, port } = new URL(server.url);
    const { method, url, headers } = req;
    // As nginx does it by default.
    const { upgrade: _upgrade, connection: _connection, ...passed } = headers;
    const out = request({ hostname, port, method, path: url, headers: passed }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...header });
      answer.pipe(res);
    });
    req.pipe(out);
  });
  if (flaw === 'none' || flaw === 'cuts' || flaw === 'hangs up') {
    proxy.on('upgrade', (req, client, head) => {
      if (flaw === 'cuts') {
        client.destroy();
        return;
      }
      if (flaw === 'hangs up') {
        client.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
        return;
      }
      const { hostname, port } = new URL(server.url);
      const upstream = connect(Number(port), hostname, () => {
        const lines = [`GET ${req.url} HTTP/1.1`];
        for (let i = 0; i < req.rawHeaders.length; i += 2)
          lines.push(`${req.rawHeaders[i]}: ${req.rawHeaders[i + 1]}`);
        upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
        upstream.write(head);
        upstream.pipe(client).pipe(upstream);
      });
      for (const end of [upstream, client]) {
        end.on('error', () => undefined);
        end.on('close', () => {
          upstream.destroy();
          client.destroy();
        });
      }
    });
  }
  proxies.push(proxy);
  const port = await freePort();
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${port}`);
  server = await startTestServer({ config: { publicUrl: url } });
  return url;
}

const faults = (findings: Awaited<ReturnType<typeof checkPublic>>) =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ state, subject, text }) => `${state} ${subject}: ${text}`);

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

describe('the public address', () => {
  test('a proxy that does everything right', async () => {
    const url = await behindProxy('none');
    const findings = await checkPublic(url, { trustProxy: 1 });
    expect(faults(findings)).toEqual([]);
    expect(findings.map(({ subject }) => subject)).toEqual(['public address', 'websocket', 'long-polling']);
  });

  test('a proxy that passes no upgrades: the settings are named', async () => {
    const url = await behindProxy('no upgrade');
    const [found, ...more] = faults(await checkPublic(url, { trustProxy: 1 }));
    expect(found).toMatch(/^fault websocket: .*answered with 400.*proxy_set_header Upgrade \$http_upgrade/);
    expect(found).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for');
    expect(more).toEqual([]);
  });

  test.each(['cuts', 'hangs up'] as const)('a proxy that %s where a WebSocket begins', async (flaw) => {
    const url = await behindProxy(flaw);
    expect(faults(await checkPublic(url, { trustProxy: 1 }))).toEqual([
      expect.stringMatching(/^fault websocket: the connection was cut .*proxy_set_header Upgrade/),
    ]);
  });

  test('a proxy that leads /socket.io elsewhere', async () => {
    const url = await behindProxy('other path');
    expect(faults(await checkPublic(url, { trustProxy: 1 }))).toEqual([
      'fault websocket: /socket.io is answered with 404: let the proxy lead this path to the server, too',
      expect.stringMatching(/^warning long-polling: is answered with 404/),
    ]);
  });

  test('a server that was started with another PUBLIC_URL', async () => {
    const url = await behindProxy('none');
    await server.stop();
    server = await startTestServer({ config: { publicUrl: new URL('https://board.example') } });
    const [found] = faults(await checkPublic(url, { trustProxy: 1 }));
    expect(found).toBe(
      `fault websocket: the server refuses pages of ${url.origin}: start it with PUBLIC_URL=${url.origin}`,
    );
  });

  test('a proxy that TRUST_PROXY does not know of', async () => {
    const url = await behindProxy('none', { Via: '1.1 Caddy' });
    expect(faults(await checkPublic(url, { trustProxy: 0 }))).toEqual([
      expect.stringMatching(/^warning public address: a proxy \(1\.1 Caddy\).*set TRUST_PROXY=1/),
    ]);
  });

  test('nothing there, and something else there', async () => {
    const nobody = new URL(`http://127.0.0.1:${await freePort()}`);
    expect(faults(await checkPublic(nobody, { trustProxy: 0 }))).toEqual([
      expect.stringMatching(/nothing answers .*ECONNREFUSED.*PUBLIC_URL/),
    ]);
    const url = await behindProxy('none');
    await server.stop();
    const other = createServer(
      (_req, res) => void res.writeHead(301, { Location: 'https://x.example/' }).end(),
    );
    await new Promise<void>((resolve) =>
      other.listen(Number(new URL(server.url).port), '127.0.0.1', resolve),
    );
    proxies.push(other);
    expect(faults(await checkPublic(url, { trustProxy: 1 }))).toEqual([
      expect.stringMatching(/is not Livelane’s \(status 301, and leads to https:\/\/x\.example\/\)/),
    ]);
  });
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
    expect(faults(await checkDatabase(config))).toEqual([
      `warning settings: OIDC_GROUP_ROLES: there is no workspace ${gone}, so staff gives no role there`,
    ]);
    await connection.collection<{ _id: string }>('schema').insertOne({ _id: 'import' });
    expect(faults(await checkDatabase(config))).toEqual([
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
    proxies.push(provider);
    const port = await freePort();
    await new Promise<void>((resolve) => provider.listen(port, '127.0.0.1', resolve));
    const found = await checkOidc(oidc(new URL(`http://127.0.0.1:${port}`)), new URL('http://localhost'));
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
