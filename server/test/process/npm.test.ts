import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';

/** The server's promise for an orderly end (SPEC.md#faults). */
const EXIT_WITHIN_MS = 25_000;
const LOOK_AGAIN_MS = 100;
const TEST_TIMEOUT_MS = 90_000;

let dataDir: string;
let npm: LivelaneProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-npm-'));
});

afterEach(async () => {
  await npm?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );

test(
  'npm start serves the product, and the server ends when only npm is asked to end',
  async () => {
    npm = await startLivelane({ dataDir, command: ['npm', 'start'] });
    const page = await fetch(npm.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Livelane</title>');

    process.kill(npm.pid, 'SIGTERM');
    const giveUp = Date.now() + EXIT_WITHIN_MS;
    while ((await answers(npm.url)) && Date.now() < giveUp) await pause(LOOK_AGAIN_MS);
    expect(await answers(npm.url)).toBe(false);
  },
  TEST_TIMEOUT_MS,
);
