import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { freePort } from '../../../test-kit/freePort';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { createProject, readBoard, signUp } from '../../../test-kit/team';

const TEST_TIMEOUT_MS = 120_000;
const POLL_MS = 50;
/** Each is a line of 10 kB in the log: more than a pipe and its reader hold. */
const LONG_REQUESTS = 40;
const LONG_PATH = 'x/'.repeat(5_000);

let dataDir: string;
let server: ChildProcess;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-process-'));
});

afterEach(async () => {
  server.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the built server with this as its standard output. @returns its address, and its exit code */
async function serveWith(stdout: number | 'pipe') {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, [path.join(repositoryRoot(), 'server/dist/main.js')], {
    stdio: ['ignore', stdout, 'ignore'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'debug' },
  });
  let isRunning = true;
  const ended = once(server, 'exit').then(([code]) => {
    isRunning = false;
    return code as number | null;
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (isRunning && !(await isReady())) await setTimeoutPromise(POLL_MS);
  return { url, ended };
}

/** Someone makes a project, and SIGTERM ends the server in order. */
async function expectService(url: string, ended: Promise<number | null>): Promise<void> {
  const owner = await signUp(url, 'Owner');
  const { id } = await createProject(url, owner);
  expect(await readBoard(url, owner, id)).toMatchObject({ projectId: id });
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
}

(process.platform === 'linux' ? test : test.skip)(
  'a server whose log is on a full disk serves, and ends',
  async () => {
    const full = openSync('/dev/full', 'w');
    const { url, ended } = await serveWith(full);
    closeSync(full);
    await expectService(url, ended);
  },
  TEST_TIMEOUT_MS,
);

test(
  'a server whose log nobody reads any more serves, and ends',
  async () => {
    const { url, ended } = await serveWith('pipe');
    for (let n = 0; n < LONG_REQUESTS; n++) await fetch(`${url}/v1/${LONG_PATH}`);
    await expectService(url, ended);
  },
  TEST_TIMEOUT_MS,
);
