import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '@livelane/embedded-mongo';
import { io, type Socket } from 'socket.io-client';
import { freePort } from '../../../test-kit/freePort';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { call, createProject, readBoard, signUp } from '../../../test-kit/team';
import { until } from '../../../test-kit/until';
import { checkPublic } from '../../src/maintenance/doctor/public.check';

const TEST_TIMEOUT_MS = 120_000;
const LOOK_MS = 50;
const CLIENTS = 6;

const caddy = (process.env.PATH ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'caddy'))
  .find((file) => existsSync(file));

let folder: string;
let database: EmbeddedMongo;
let proxy: ChildProcess | undefined;
let publicUrl: string;
const nodes: LivelaneProcess[] = [];
const sockets: Socket[] = [];

/** The nodes and the proxy with the very file of the repository, as docker-compose.yml puts them together. */
async function start(program: string): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'livelane-proxy-'));
  database = await startEmbeddedMongo({ folder: path.join(folder, 'database'), relaxed: true });
  publicUrl = `http://127.0.0.1:${await freePort()}`;
  const ports = [await freePort(), await freePort()];
  const JWT_SECRET = randomBytes(48).toString('base64url');
  for (const port of ports) {
    const env = {
      PORT: `${port}`,
      MONGODB_URI: database.uri,
      JWT_SECRET,
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '1',
    };
    nodes.push(await startLivelane({ dataDir: path.join(folder, 'data'), env }));
  }
  const config = path.join(repositoryRoot(), 'deploy/Caddyfile');
  proxy = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      SITE_ADDRESS: publicUrl,
      UPSTREAMS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  });
  const isUp = () =>
    fetch(`${publicUrl}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(isUp);
}

afterEach(async () => {
  if (!proxy) return;
  for (const socket of sockets.splice(0)) socket.disconnect();
  await Promise.all(nodes.splice(0).map((node) => node.kill()));
  const ended = new Promise((resolve) => proxy?.once('exit', resolve));
  proxy.kill('SIGKILL');
  await ended;
  proxy = undefined;
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

if (caddy === undefined) {
  test.skip('NOT RUN: the nodes behind deploy/Caddyfile (caddy is missing; Debian: apt-get install caddy)', () =>
    undefined);
} else {
  test(
    'behind deploy/Caddyfile: WebSocket and long-polling carry pushes; when a node dies, requests and sockets go on',
    async () => {
      await start(caddy);
      const findings = await checkPublic(new URL(publicUrl), { trustProxy: 1 });
      expect(findings.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
      const owner = await signUp(publicUrl, 'Owner');
      const { id: projectId } = await createProject(publicUrl, owner);
      const heard = new Map<Socket, Set<number>>();
      for (let n = 0; n < CLIENTS; n++) {
        const socket = io(publicUrl, {
          auth: { token: owner.token },
          transports: [n % 2 === 0 ? 'websocket' : 'polling'],
          withCredentials: true,
          forceNew: true,
        });
        sockets.push(socket);
        const versions = new Set<number>();
        heard.set(socket, versions);
        let sinceV = 0;
        const note = (ops: Array<{ v: number }>) => {
          for (const { v } of ops) {
            versions.add(v);
            sinceV = Math.max(sinceV, v);
          }
        };
        socket.on('board:ops', ({ ops }) => note(ops));
        await new Promise<void>((resolve) => {
          socket.on('connect', async () => {
            const { epoch } = await readBoard(publicUrl, owner, projectId);
            const answer = await socket.emitWithAck('board:subscribe', { projectId, epoch, sinceV });
            note(answer.ops ?? []);
            resolve();
          });
        });
      }
      // As the page does it: what was on its way into the dead node (502), or came while the proxy knew of no live one
      // (503), is sent again and has one effect (R7).
      let isNodeDead = false;
      const add = async (title: string) => {
        const request = { token: owner.token, key: randomUUID(), body: { title, projectId } };
        for (;;) {
          try {
            return (await call<{ v: number }>(publicUrl, 'POST', '/tasks', request)).v;
          } catch (error) {
            if (!isNodeDead || !/^Error: POST \/tasks: 50[23]\b/.test(String(error))) throw error;
            await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
          }
        }
      };
      const allHave = (v: number) => until(() => [...heard.values()].every((versions) => versions.has(v)));
      await allHave(await add('Before'));

      isNodeDead = true;
      await nodes[0]?.kill();
      // The proxy finds the other node by itself.
      let last = 0;
      for (let n = 0; n < 10; n++) last = await add(`After ${n}`);
      await allHave(last);
      for (const versions of heard.values()) expect([...versions].sort((a, b) => a - b)).toHaveLength(last);
    },
    TEST_TIMEOUT_MS,
  );
}
