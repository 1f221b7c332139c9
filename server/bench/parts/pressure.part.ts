import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { LivelaneProcess } from '../../../test-kit/livelane.process';
import {
  inTemporaryFolder,
  residentMegabytes,
  tokensOf,
  withLivelane,
} from '../../../test-kit/load/livelane';
import { type Row, spread } from '../../../test-kit/load/measure';
import { PASSWORD, type SeededBoard, seed } from '../../../test-kit/load/seed';
import { probe } from './probe';

const CARDS = 2_000;
/** The longest description that there may be. */
const DESCRIPTION = 'What is to be done, why, and how one sees that it is done. '
  .repeat(340)
  .slice(0, 20_000);
const UNREAD = 40;
const LOGINS = [200, 800];
/** How long each state is watched. */
const WATCHED_MS = 8_000;

/** What one person, or anyone, can do to the others: how quickly small things are still answered, and what memory it takes. */
export async function measurePressure(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const [board] = await seed(dataDir, {
      users: 1,
      boards: [{ cards: CARDS, description: DESCRIPTION }],
    });
    if (!board) throw new Error('no board');
    return withLivelane(dataDir, async (server) => {
      const rows = [await unreadBoards(server, board)];
      for (const count of LOGINS) rows.push(await logins(server, count));
      return rows;
    });
  });
}

async function unreadBoards(server: LivelaneProcess, board: SeededBoard): Promise<Row> {
  const [token = ''] = await tokensOf(server.url, board.members);
  // The board is in memory, as it is for those who work on it.
  const headers = { Authorization: `Bearer ${token}` };
  await fetch(`${server.url}/v1/kanban/project/${board.projectId}/ops?since=0`, { headers });
  await wait(1_000);
  const before = residentMegabytes(server.pid);
  const { hostname, port } = new URL(server.url);
  const request = `GET /v1/kanban/project/${board.projectId} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const sockets: Socket[] = [];
  let most = before;
  const watched = await watch(server.url, '/healthz', () => {
    if (sockets.length < UNREAD) sockets.push(connect(Number(port), hostname).pause().end(request));
    most = Math.max(most, residentMegabytes(server.pid));
  });
  for (const socket of sockets) socket.destroy();
  return {
    part: 'pressure',
    name: `/healthz beside ${UNREAD} unread boards of ${CARDS.toLocaleString('en')} cards of 20 kB; memory added`,
    runs: 1,
    values: { ...watched, megabytes: spread([most - before]) },
  };
}

async function logins(server: LivelaneProcess, count: number): Promise<Row> {
  const login = (index: number) =>
    fetch(`${server.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: `nobody.${index}@example.org`, password: PASSWORD }),
    }).then((answer) => answer.arrayBuffer());
  let flood: Promise<unknown> | undefined;
  const watched = await watch(server.url, '/readyz', () => {
    flood ??= Promise.all(Array.from({ length: count }, (_, index) => login(index)));
  });
  await flood;
  return { part: 'pressure', name: `/readyz beside ${count} logins at once`, runs: 1, values: watched };
}

/** Probes for a while. @param tick runs before each probe */
function watch(url: string, path: string, tick: () => void): Promise<Row['values']> {
  const end = performance.now() + WATCHED_MS;
  return probe(url, path, () => {
    tick();
    return performance.now() < end;
  });
}
