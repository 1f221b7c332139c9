import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { call, signUp } from '../../../test-kit/team';

const TEST_TIMEOUT_MS = 60_000;
const dist = path.join(repositoryRoot(), 'server/dist');
/** Packages that have native code, with what they need to find it. */
const NATIVE = ['@node-rs', '@lmdb', 'lmdb', '@msgpackr-extract', 'msgpackr', 'msgpackr-extract'];
const BESIDE_NATIVE = [
  'detect-libc',
  'node-gyp-build-optional-packages',
  'ordered-binary',
  'weak-lru-cache',
  '@harperfast',
];

let dataDir: string;
let server: LivelaneProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-launch-'));
});
afterEach(async () => {
  await server?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** A server that says what it loads. */
const launch = async (env: Record<string, string> = {}) => {
  server = await startLivelane({ dataDir, env: { NODE_DEBUG: 'module', ...env } });
  return server;
};

/** The files that a server has loaded so far: folders below node_modules, names in dist. */
function loadedBy({ output }: LivelaneProcess): string[] {
  const files = [...output().matchAll(/ load "([^"]+)"/g)].map(([, file = '']) => file);
  return files.map((file) => /node_modules\/([^/]+)\//.exec(file)?.[1] ?? path.basename(file));
}

test(
  'the first answer needs no packages but the bundle and those with native code, and no large tables',
  async () => {
    const launched = await launch();
    expect((await fetch(`${launched.url}/readyz`)).status).toBe(200);
    const loaded = loadedBy(launched);
    expect(loaded).toEqual(expect.arrayContaining(['main.js', 'worker.js', 'lmdb']));
    const others = loaded.filter((name) => ![...NATIVE, ...BESIDE_NATIVE].includes(name));
    // Kinds of files (`db`), reasons of HTTP (`codes`) and versions of packages.
    expect(others.filter((name) => !/^(main|worker)\.js$|^(db|codes|package)-\w+\.json$/.test(name))).toEqual(
      [],
    );
  },
  TEST_TIMEOUT_MS,
);

test(
  'a misspelt setting is told at the launch',
  async () => {
    const { output } = await launch({ NODE_DEBUG: '', REGISTRATON: 'invited' });
    expect(output()).toContain('REGISTRATON is no setting: is REGISTRATION meant?');
  },
  TEST_TIMEOUT_MS,
);

test(
  'what is left out is loaded where it is used: for Redis at the launch, for web push with its first key',
  async () => {
    const launched = await launch({ REDIS_URL: 'redis://127.0.0.1:9' });
    expect(loadedBy(launched)).toContain('ioredis');
    expect(loadedBy(launched)).not.toContain('web-push');
    const { token } = await signUp(launched.url, 'Ada');
    await call(launched.url, 'GET', '/notifications/push', { token });
    expect(loadedBy(launched)).toContain('web-push');
  },
  TEST_TIMEOUT_MS,
);

test('the bundle is ASCII, as main.ts reads it', () => {
  const bytes = readFileSync(path.join(dist, 'server.js'));
  expect(bytes.findIndex((byte) => byte > 0x7f)).toBe(-1);
});
