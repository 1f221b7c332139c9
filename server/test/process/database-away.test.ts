import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorBodySchema } from '@livelane/shared/http/error.schema';
import { freePort } from '../../../test-kit/freePort';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { call, createProject, readBoard, signUp } from '../../../test-kit/team';
import { until } from '../../../test-kit/until';

const TEST_TIMEOUT_MS = 120_000;

let folder: string;
let uri: string;
let database: ChildProcess | undefined;
let server: LivelaneProcess | undefined;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'livelane-away-')));
  uri = `mongodb://${encodeURIComponent(path.join(folder, 'db', 'mongo.sock'))}/?directConnection=true`;
});

afterEach(async () => {
  await server?.kill();
  server = undefined;
  await killDatabase();
  await rm(folder, { recursive: true, force: true });
});

/** The database as a process of its own, as MongoDB is one. */
async function startDatabase(): Promise<void> {
  const program = path.join(repositoryRoot(), 'server/embedded-mongo/dist/standalone.js');
  const child = spawn(process.execPath, [program, path.join(folder, 'db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  database = child;
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the database ended with ${code}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('serving')) resolve();
    });
  });
}

async function killDatabase(): Promise<void> {
  const child = database;
  database = undefined;
  if (child?.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

const startServer = (env = {}, onOutput?: (output: string) => void) =>
  startLivelane({
    dataDir: path.join(folder, 'data'),
    env: { MONGODB_URI: uri, LOG_LEVEL: 'info', ...env },
    ...(onOutput && { onOutput }),
  });

/** pino's number of the level. */
const WARN = 40;

/** What the server has logged, line by line. */
const loggedBy = (output: string): Array<{ level: number; msg: string; err?: unknown }> =>
  [...output.matchAll(/^{.*}$/gm)].map(([line]) => JSON.parse(line));

const isReady = (url: string) => fetch(`${url}/readyz`).then(({ status }) => status === 200);

test(
  'a database that is not there yet at the start is waited for, and told of once',
  async () => {
    const port = await freePort();
    let starting: Promise<LivelaneProcess> | undefined;
    await new Promise<void>((resolve) => {
      starting = startServer(
        { PORT: `${port}` },
        (output) => output.includes('does not answer yet') && resolve(),
      );
    });
    const early = `http://127.0.0.1:${port}`;
    expect((await fetch(`${early}/healthz`)).status).toBe(200);
    for (const path of ['/readyz', '/v1/auth/options', '/']) {
      const answer = await fetch(early + path);
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1']);
      const text = await answer.text();
      if (path.startsWith('/v1/')) expect(errorBodySchema.safeParse(JSON.parse(text)).success).toBe(true);
      else expect(text).not.toBe('');
    }
    await startDatabase();
    server = await starting;
    if (!server) throw new Error('it did not start');
    expect(await isReady(server.url)).toBe(true);
    expect(server.output().match(/does not answer yet/g)).toHaveLength(1);
  },
  TEST_TIMEOUT_MS,
);

test(
  'R7 a database that hangs: not ready, 503 with Retry-After instead of a request without end, ready by itself, one effect',
  async () => {
    await startDatabase();
    server = await startServer();
    const { url } = server;
    const owner = await signUp(url, 'Owner');
    const project = await createProject(url, owner);
    const write = (key: string) =>
      fetch(`${url}/v1/tasks`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${owner.token}`,
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ title: key, projectId: project.id }),
      });
    expect((await write(randomUUID())).status).toBe(201);

    database?.kill('SIGSTOP');
    // The signal takes effect a moment later.
    while (await isReady(url));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const key = randomUUID();
    const refused = await write(key);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    database?.kill('SIGCONT');
    while (!(await isReady(url)));
    // The client's repetition, with the same key.
    expect((await write(key)).status).toBe(201);
    const board = await readBoard(url, owner, project.id);
    const titles = board.columns.flatMap((column) => column.tasks.map((task) => task.title));
    expect(titles.filter((title) => title === key)).toHaveLength(1);
    expect(await call<{ v: number }>(url, 'GET', `/kanban/project/${project.id}`, owner)).toMatchObject({
      v: 2,
    });
  },
  TEST_TIMEOUT_MS,
);

test(
  'a database that ends is told of once, and once when it serves again, whatever fails meanwhile',
  async () => {
    await startDatabase();
    server = await startServer({ LOG_LEVEL: 'debug' });
    const { url, output } = server;
    const failed = () => loggedBy(output()).filter(({ err }) => err);
    const told = () => loggedBy(output()).filter(({ level }) => level >= WARN);
    const owner = await signUp(url, 'Owner');

    await killDatabase();
    await until(async () => !(await isReady(url)));
    await expect(createProject(url, owner)).rejects.toThrow('503');
    await until(() => failed().length >= 6);
    expect(told().map(({ msg }) => msg)).toEqual([
      expect.stringContaining('the database does not answer: until it does'),
    ]);

    await startDatabase();
    await until(() => told().length >= 2);
    expect(told()[1]?.msg).toBe('the database answers again');
    await createProject(url, owner);
  },
  TEST_TIMEOUT_MS,
);

test(
  'a server that cannot end in order, since its database hangs, says so and ends',
  async () => {
    await startDatabase();
    server = await startServer();
    const owner = await signUp(server.url, 'Owner');
    database?.kill('SIGSTOP');
    const unanswered = createProject(server.url, owner).catch(() => undefined);
    expect(await server.stop()).toBe(1);
    await unanswered;
    expect(loggedBy(server.output()).at(-1)?.msg).toBe(
      'it took longer than 25 s to end in order: the process exits, and what is left undone is done after the next start',
    );
  },
  TEST_TIMEOUT_MS,
);
