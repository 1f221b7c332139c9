import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { clientFiles } from './client-files';

const PAGE = '<!doctype html><html><head><title>Livelane</title></head></html>';
const SCRIPT = 'export const answer = 42;';

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'livelane-client-'));
  await mkdir(path.join(folder, 'dist', 'assets'), { recursive: true });
  const write = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content);
  await write('secret.txt', 'outside of the client');
  await write('dist/index.html', PAGE);
  await write('dist/favicon.svg', '<svg/>');
  await write('dist/assets/main-abc123.js', SCRIPT);
  await write('dist/assets/main-abc123.js.br', brotliCompressSync(SCRIPT));
  await write('dist/assets/main-abc123.js.gz', gzipSync(SCRIPT));
  server = createServer(express().use(clientFiles(path.join(folder, 'dist'), { registration: 'open' })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Received {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

/** Neither normalises the path nor decompresses the answer. */
function receive(file: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: file, headers, method, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode, headers: res.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject).end();
  });
}

async function pageOf(config: Partial<Parameters<typeof clientFiles>[1]>): Promise<string> {
  const files = clientFiles(path.join(folder, 'dist'), { registration: 'open', ...config });
  const own = createServer(express().use(files));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const { port } = own.address() as AddressInfo;
  const page = await (await fetch(`http://127.0.0.1:${port}/login`)).text();
  own.close();
  return page;
}

test('the page names the provider of single sign-on, and cannot be written into', async () => {
  const page = await pageOf({ oidc: { name: '"><script>', isOnly: true } });
  expect(page).toContain(
    '<meta name="livelane-provider" content="&#34;&#62;&#60;script&#62;" data-only /></head>',
  );
});

test('the page says that accounts are created by invitation only', async () => {
  const page = await pageOf({ registration: 'invited' });
  expect(page).toContain('<meta name="livelane-registration" content="invited" /></head>');
});

test.each(['/', '/login', '/project/1/board?task=2', '/index.html'])(
  '%s is the page, asked for again',
  async (at) => {
    const { status, headers, bytes } = await receive(at, { Accept: 'text/html' });
    expect(status).toBe(200);
    expect(bytes.toString()).toBe(PAGE);
    expect(headers['cache-control']).toMatch(/no-cache|max-age=0/);
  },
);

test.each([
  ['br, gzip', 'br', brotliCompressSync(SCRIPT)],
  ['gzip', 'gzip', gzipSync(SCRIPT)],
  ['identity', undefined, Buffer.from(SCRIPT)],
])('an asset goes out as it was packed for who accepts %s', async (accepts, encoding, content) => {
  const { status, headers, bytes } = await receive('/assets/main-abc123.js', { 'Accept-Encoding': accepts });
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/javascript/);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers.vary).toMatch(/Accept-Encoding/i);
  expect(bytes.equals(content)).toBe(true);
});

test('a missing asset is a 404, not the page, and asked for again: another node may have it', async () => {
  const { status, headers } = await receive('/assets/main-old.js', { Accept: '*/*' });
  expect(status).toBe(404);
  expect(headers['cache-control']).toBe('no-store');
});

test('names of missing assets are not remembered: anyone may ask for any number of them', async () => {
  const remembered = [jest.spyOn(Map.prototype, 'set'), jest.spyOn(Set.prototype, 'add')];
  for (const method of ['GET', 'POST', 'DELETE'])
    await receive(`/assets/made-up-${method}.js`, { 'Accept-Encoding': 'br' }, method);
  const keys = remembered.flatMap(({ mock }) => mock.calls.map(([key]) => String(key)));
  for (const spy of remembered) spy.mockRestore();
  expect(keys.filter((key) => key.includes('made-up'))).toEqual([]);
});

test('other files may change and are asked for again', async () => {
  const { status, headers } = await receive('/favicon.svg');
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('public, max-age=0');
});

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%00',
])('%s leads to no file outside of the client', async (at) => {
  const { bytes } = await receive(at, { Accept: 'text/html', 'Accept-Encoding': 'br' });
  expect(bytes.toString()).not.toContain('outside of the client');
});
