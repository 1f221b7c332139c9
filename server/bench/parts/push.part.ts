import { setTimeout as wait } from 'node:timers/promises';
import { buildBaseline, startBaseline } from '../baseline';
import { HttpConnection } from '../http.client';
import { within } from '../limit';
import { inTemporaryFolder, signIn, withLivelane } from '../livelane';
import { quantile, type Row, type Run, spread } from '../measure';
import { seed } from '../seed';
import { LiveClient } from '../socket.client';
import { BoardLoad } from './board.load';

const LISTENERS = [1, 50, 200, 1_000];
const ROUNDS = 3;
const MOVES = 40;
/** Between two moves, so that each is heard alone, in milliseconds. */
const PAUSE_MS = 15;
/** Sockets that connect at once. */
const CONNECT_AT_ONCE = 50;
const CARDS = 1_000;

interface Heard {
  first: Run[];
  last: Run[];
}

/** From the start of a move until its event is heard by the first and by the last of many sockets. */
export async function measurePush(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const [board] = await seed(dataDir, { users: 1, boards: [{ cards: CARDS }] });
    if (!board) throw new Error('no board');
    const file = await buildBaseline(dataDir);
    const baseline = await startBaseline(file);
    try {
      return await withLivelane(dataDir, async ({ url }) => {
        const [token = ''] = await signIn(url, board.members);
        const load = new BoardLoad(board, [{ connection: await HttpConnection.open(url), token }]);
        const bare = await HttpConnection.open(baseline.url);
        const message = { projectId: board.projectId, ops: [JSON.parse((await load.move(0)).toString())] };
        await fetch(`${baseline.url}/bytes`, { method: 'PUT', body: JSON.stringify(message) });
        const rows: Row[] = [];
        for (const count of LISTENERS) {
          const { projectId } = board;
          const ours = new Audience(await connectAll(url, count, { token }));
          await ours.each((client) => client.ask('board:subscribe', { projectId }));
          const theirs = new Audience(await connectAll(baseline.url, count, {}));
          const heard = { ours: await empty(), theirs: await empty() };
          for (let round = 0; round <= ROUNDS; round++) {
            await listen(ours, () => load.move(0), round === 0 ? await empty() : heard.ours);
            const broadcast = () => bare.call({ method: 'POST', path: '/broadcast', body: {} });
            await listen(theirs, broadcast, round === 0 ? await empty() : heard.theirs);
          }
          ours.close();
          theirs.close();
          rows.push(...rowsOf(count, heard));
        }
        bare.close();
        return rows;
      });
    } finally {
      await baseline.stop();
    }
  });
}

async function empty(): Promise<Heard> {
  return { first: [], last: [] };
}

async function connectAll(url: string, count: number, auth: object): Promise<LiveClient[]> {
  const clients: LiveClient[] = [];
  while (clients.length < count) {
    const next = Math.min(CONNECT_AT_ONCE, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: next }, () => LiveClient.open(url, auth)))));
  }
  return clients;
}

async function listen(audience: Audience, act: () => Promise<unknown>, heard: Heard): Promise<void> {
  const [first, last]: [number[], number[]] = [[], []];
  const start = performance.now();
  for (let n = 0; n < MOVES; n++) {
    const times = await audience.hears(act);
    first.push(times.first);
    last.push(times.last);
    await wait(PAUSE_MS);
  }
  const totalMs = performance.now() - start;
  heard.first.push({ times: first, totalMs });
  heard.last.push({ times: last, totalMs });
}

function rowsOf(count: number, heard: { ours: Heard; theirs: Heard }): Row[] {
  return (['first', 'last'] as const).map((which) => {
    const valuesOf = (runs: Run[]) => {
      const at = (part: number) => spread(runs.map(({ times }) => quantile(times, part)));
      return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
    };
    return {
      part: 'push',
      name: `move to event, ${which} of ${count.toLocaleString('en')}`,
      runs: ROUNDS,
      values: valuesOf(heard.ours[which]),
      baseline: { name: 'bare Socket.IO broadcast', values: valuesOf(heard.theirs[which]) },
    };
  });
}

/** Sockets that all wait for the same event. */
class Audience {
  private heard = 0;
  private firstAt = 0;
  private onAll: (() => void) | null = null;

  constructor(private readonly clients: readonly LiveClient[]) {
    for (const client of clients) {
      client.onEvent = (text) => {
        if (!text.startsWith('["board:ops"')) return;
        if (this.heard === 0) this.firstAt = performance.now();
        this.heard++;
        if (this.heard === clients.length) this.onAll?.();
      };
    }
  }

  async each(work: (client: LiveClient) => Promise<unknown>): Promise<void> {
    for (const client of this.clients) await work(client);
  }

  /** Milliseconds from the start of `act` until the first and the last one have heard. */
  async hears(act: () => Promise<unknown>): Promise<{ first: number; last: number }> {
    this.heard = 0;
    const all = new Promise<number>((resolve) => {
      this.onAll = () => resolve(performance.now());
    });
    const start = performance.now();
    const heard = within(`the event of a change, which ${this.clients.length} sockets wait for`, all);
    const [lastAt] = await Promise.all([heard, act()]);
    return { first: this.firstAt - start, last: lastAt - start };
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}
