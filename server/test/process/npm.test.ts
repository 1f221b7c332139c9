import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';

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
    while (await answers(npm.url)) await pause(LOOK_AGAIN_MS);
  },
  TEST_TIMEOUT_MS,
);
