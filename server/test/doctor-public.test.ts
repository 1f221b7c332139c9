import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { freePort } from '../../test-kit/freePort';
import { checkPublic } from '../src/maintenance/doctor/public.check';
import { faultsOf } from './faultsOf';
import { startTestServer, type TestServer } from './harness';

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

describe('the public address', () => {
  test('a proxy that does everything right', async () => {
    const url = await behindProxy('none');
    const findings = await checkPublic(url, { trustProxy: 1 });
    expect(faultsOf(findings)).toEqual([]);
    expect(findings.map(({ subject }) => subject)).toEqual(['public address', 'websocket', 'long-polling']);
  });

  test('a proxy that passes no upgrades: the settings are named', async () => {
    const url = await behindProxy('no upgrade');
    const [found, ...more] = faultsOf(await checkPublic(url, { trustProxy: 1 }));
    expect(found).toMatch(/^fault websocket: .*answered with 400.*proxy_set_header Upgrade \$http_upgrade/);
    expect(found).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for');
    expect(more).toEqual([]);
  });

  test.each(['cuts', 'hangs up'] as const)('a proxy that %s where a WebSocket begins', async (flaw) => {
    const url = await behindProxy(flaw);
    expect(faultsOf(await checkPublic(url, { trustProxy: 1 }))).toEqual([
      expect.stringMatching(/^fault websocket: the connection was cut .*proxy_set_header Upgrade/),
    ]);
  });

  test('a proxy that leads /socket.io elsewhere', async () => {
    const url = await behindProxy('other path');
    expect(faultsOf(await checkPublic(url, { trustProxy: 1 }))).toEqual([
      'fault websocket: /socket.io is answered with 404: let the proxy lead this path to the server, too',
      expect.stringMatching(/^warning long-polling: is answered with 404/),
    ]);
  });

  test('a server that was started with another PUBLIC_URL', async () => {
    const url = await behindProxy('none');
    await server.stop();
    server = await startTestServer({ config: { publicUrl: new URL('https://board.example') } });
    const [found] = faultsOf(await checkPublic(url, { trustProxy: 1 }));
    expect(found).toBe(
      `fault websocket: the server refuses pages of ${url.origin}: start it with PUBLIC_URL=${url.origin}`,
    );
  });

  test('a proxy that TRUST_PROXY does not know of', async () => {
    const url = await behindProxy('none', { Via: '1.1 Caddy' });
    expect(faultsOf(await checkPublic(url, { trustProxy: 0 }))).toEqual([
      expect.stringMatching(/^warning public address: a proxy \(1\.1 Caddy\).*set TRUST_PROXY=1/),
    ]);
  });

  test('nothing there, and something else there', async () => {
    const nobody = new URL(`http://127.0.0.1:${await freePort()}`);
    expect(faultsOf(await checkPublic(nobody, { trustProxy: 0 }))).toEqual([
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
    expect(faultsOf(await checkPublic(url, { trustProxy: 1 }))).toEqual([
      expect.stringMatching(/is not Livelane’s \(status 301, and leads to https:\/\/x\.example\/\)/),
    ]);
  });
});
