import type { HttpConnection } from '../../../test-kit/load/http.client';
import {
  inTemporaryFolder,
  memorySizes,
  openConnections,
  tokensOf,
  withLivelane,
} from '../../../test-kit/load/livelane';
import {
  alternate,
  type Row,
  type Run,
  run,
  spread,
  type Values,
  valuesOf,
} from '../../../test-kit/load/measure';
import { seed } from '../../../test-kit/load/seed';
import { buildBaseline, startBaseline } from '../baseline';
import { BoardLoad } from './board.load';
import { madeUpText } from './made-up-words';
import { commitEach } from './plain-lmdb';

const CARDS = [100, 1_000, 10_000];
export const CLIENTS = 16;
/** Members who call, one each. */
const MEMBERS = 16;
const ROUNDS = 3;
/** Calls of a round by one client, and by all. */
const ONE = 150;
const MANY = 1_000;
/** In a title: what is alike in all of them would weigh nothing in an answer. */
const WORDS = 5;
/** Calls of each kind before anything is measured. */
const WARM_UP = 600;
/** Reads of a board of 1,000 cards in a round; larger ones are read less often. */
const READS = 600;

/** REST on one board: writes and reads, by one client and by sixteen, each its own member. */
export async function measureRest(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const boards = await seed(dataDir, {
      users: MEMBERS,
      boards: CARDS.map((cards) => ({
        cards,
        members: MEMBERS,
        titleOf: (index) => madeUpText(index, WORDS),
      })),
    });
    const file = await buildBaseline(dataDir);
    const baseline = await startBaseline(file);
    try {
      return await withLivelane(dataDir, async ({ url, pid }) => {
        const tokens = await tokensOf(url, boards[0]?.members ?? []);
        const connections = await openConnections(url, CLIENTS);
        const bare = new BareExpress(baseline.url, await openConnections(baseline.url, CLIENTS));
        const callers = connections.map((connection, index) => ({ connection, token: tokens[index] ?? '' }));
        const rows: Row[] = [];
        for (const [index, cards] of CARDS.entries()) {
          const board = boards[index];
          if (!board) continue;
          const load = new BoardLoad(board, callers);
          if (index === 0) await warmUp(load);
          rows.push(...(await measureBoard(load, bare, cards)));
          rows.push(...memoryAfter(pid, CARDS.slice(0, index + 1)));
        }
        for (const each of [...connections, bare]) each.close();
        return rows;
      });
    } finally {
      await baseline.stop();
    }
  });
}

/** Calls before the first board: else it alone is measured while the server's code is still being compiled. */
async function warmUp(load: BoardLoad): Promise<void> {
  await load.reads(CLIENTS, WARM_UP);
  await load.unchangedReads(CLIENTS, WARM_UP);
  await load.moves(CLIENTS, WARM_UP);
}

/** What the server holds when these boards have been measured, one after another. */
function memoryAfter(pid: number, boards: readonly number[]): Row[] {
  const sizes = boards.map((cards) => cards.toLocaleString('en')).join(', ');
  return memorySizes(pid).map(([what, megabytes]) => ({
    part: 'rest',
    name: `memory after this on boards of ${sizes} cards, ${what}`,
    runs: 1,
    values: { megabytes: spread([megabytes]) },
  }));
}

async function measureBoard(load: BoardLoad, bare: BareExpress, cards: number): Promise<Row[]> {
  const rows: Row[] = [];
  const of = `of ${cards.toLocaleString('en')} cards`;
  const add = async (
    name: string,
    [ours, theirs]: [() => Promise<Run>, () => Promise<Run>],
    bytes?: number,
  ) => {
    const result = await alternate(ROUNDS, ours, theirs);
    const size = bytes === undefined ? {} : { bytes: spread([bytes]) };
    rows.push({
      part: 'rest',
      name: `${name}, board ${of}`,
      runs: ROUNDS,
      values: { ...valuesOf(result.ours), ...size },
      baseline: { name: 'bare Express, same bytes', values: valuesOf(result.theirs) },
    });
  };
  // Reads come before writes, creations last: until then the board has the cards that its name says.
  const { body } = await load.read(0);
  await bare.answerWith(body);
  const reads = Math.ceil(READS / Math.max(1, cards / 1_000));
  for (const clients of [1, CLIENTS]) {
    const count = clients === 1 ? Math.ceil(reads / 4) : reads;
    await add(
      `read the board, ${byClients(clients)}`,
      [() => load.reads(clients, count), () => bare.gets(clients, count, '/bytes', 200)],
      body.length,
    );
    const unchanged = clients === 1 ? ONE : MANY;
    await add(`read it unchanged (304), ${byClients(clients)}`, [
      () => load.unchangedReads(clients, unchanged),
      () => bare.gets(clients, unchanged, '/unchanged', 304),
    ]);
  }
  await bare.answerWith(await load.move(0));
  const write = async (name: string, work: (clients: number, count: number) => Promise<Run>) => {
    for (const clients of [1, CLIENTS]) {
      const count = clients === 1 ? ONE : MANY;
      await add(`${name}, ${byClients(clients)}`, [
        () => work(clients, count),
        () => bare.posts(clients, count),
      ]);
    }
  };
  await write('move', (clients, count) => load.moves(clients, count));
  await write('edit', (clients, count) => load.edits(clients, count));
  await write('create', (clients, count) => load.creations(clients, count));
  return rows;
}

const byClients = (clients: number) => (clients === 1 ? 'one client' : `${clients} clients`);

/** The plain disk: one small durable commit of LMDB after another. */
export async function measureDisk(): Promise<Row[]> {
  const runs = await inTemporaryFolder((folder) => commitEach(folder, ROUNDS, ONE));
  const values: Values = valuesOf(runs);
  return [{ part: 'rest', name: 'plain LMDB, one small commit after another', runs: ROUNDS, values }];
}

/** Calls of the baseline server. */
class BareExpress {
  constructor(
    private readonly url: string,
    private readonly connections: readonly HttpConnection[],
  ) {}

  async answerWith(bytes: Buffer): Promise<void> {
    const body = new Uint8Array(bytes);
    await fetch(`${this.url}/bytes`, { method: 'PUT', body });
  }

  posts(clients: number, count: number): Promise<Run> {
    return run(clients, count, (client, turn) =>
      this.connection(client).call({ method: 'POST', path: '/bytes', body: { taskId: 'x', position: turn } }),
    );
  }

  gets(clients: number, count: number, path: string, status: number): Promise<Run> {
    return run(clients, count, async (client) => {
      const answer = await this.connection(client).call({ method: 'GET', path });
      if (answer.status !== status) throw new Error(`baseline: ${answer.status}`);
    });
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  private connection(client: number): HttpConnection {
    const connection = this.connections[client];
    if (!connection) throw new Error('no such connection');
    return connection;
  }
}
