import path from 'node:path';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { storedBytes } from '@livelane/embedded-mongo/stored-bytes';
import { inTemporaryFolder, openConnections, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { type Row, type Run, spread, type Values, valuesOf } from '../../../test-kit/load/measure';
import { type SeededBoard, seed } from '../../../test-kit/load/seed';
import { connect } from '../../src/database/connect';
import { Audience, heardValues } from './audience';
import { BoardLoad, SILENT } from './board.load';
import { CLIENTS } from './rest.part';

const ROUNDS = 3;
const CARDS = 10_000;
const OPS = 100_000;
const MEMBERS = 16;
const ONE = 150;
const MANY = 1_000;
/** Past boards of a round: each is read whole. */
const PASTS = 20;
const LISTENERS = 50;
/** Moves that are weighed on disk: enough that the free space in the file before does not matter. */
const WEIGHED = 10_000;

/** Comments, activity and past boards of a large board with a long log, and what a move leaves on disk. */
export async function measureHistory(): Promise<Row[]> {
  const calls = await inTemporaryFolder(async (dataDir) => {
    const plan = { cards: CARDS, members: MEMBERS, ops: OPS, hasCheckpoints: true };
    const [board] = await seed(dataDir, { users: MEMBERS, boards: [plan] });
    if (!board) throw new Error('no board');
    return measureCalls(dataDir, board);
  });
  return [...calls, ...(await inTemporaryFolder(measureLog))];
}

const row = (name: string, values: Values, runs = ROUNDS): Row => ({ part: 'history', name, runs, values });

const loadOn = async (url: string, board: SeededBoard, states?: readonly string[]) => {
  const tokens = await tokensOf(url, board.members);
  const connections = await openConnections(url, CLIENTS);
  const callers = connections.map((connection, index) => ({ connection, token: tokens[index] ?? '' }));
  const close = () => {
    for (const connection of connections) connection.close();
  };
  return { load: new BoardLoad(board, callers, states), token: tokens[0] ?? '', close };
};

async function measureCalls(dataDir: string, board: SeededBoard): Promise<Row[]> {
  return withLivelane(dataDir, async ({ url }) => {
    const { load, token, close } = await loadOn(url, board);
    const rows: Row[] = [];
    const add = async (name: string, work: () => Promise<Run>) => {
      await work();
      const runs: Run[] = [];
      for (let round = 0; round < ROUNDS; round++) runs.push(await work());
      rows.push(row(name, valuesOf(runs)));
    };
    await add('activity, a page of 50, one client', () => load.activities(1, ONE, OPS));
    await add('the board at any version, one client', () => load.pasts(1, PASTS, OPS));
    await add('comment, one client', () => load.comments(1, ONE));
    await add(`comment, ${CLIENTS} clients`, () => load.comments(CLIENTS, MANY));
    const audience = await Audience.open(url, LISTENERS, { token });
    await audience.each((client) => client.ask('board:subscribe', { projectId: board.projectId }));
    for (const [what, act] of [
      ['comment', () => load.comment(0)],
      ['move', () => load.move(0)],
    ] as const) {
      const heard: number[][] = [];
      for (let round = 0; round <= ROUNDS; round++) heard.push((await audience.listen(act)).last);
      rows.push(row(`${what} to event, last of ${LISTENERS}`, heardValues(heard.slice(1))));
    }
    audience.close();
    close();
    return rows;
  });
}

/**
 * Of moves on a board of 1,000 cards: the line in the log, and what the data file grows by, with the entries of its indexes. They
 * notify nobody: notifications are not the log, and go after 90 days.
 */
async function measureLog(dataDir: string): Promise<Row[]> {
  const [board] = await seed(dataDir, { users: MEMBERS, boards: [{ cards: 1_000, members: MEMBERS }] });
  if (!board) throw new Error('no board');
  const before = await usedBytes(dataDir);
  await withLivelane(dataDir, async ({ url }) => {
    const { load, close } = await loadOn(url, board, SILENT);
    await load.moves(CLIENTS, WEIGHED);
    close();
  });
  const after = await usedBytes(dataDir);
  return [
    row('a move in the log, its line', { bytes: spread([(after.lines - before.lines) / WEIGHED]) }, 1),
    row(
      'a move in the data file, with indexes',
      { bytes: spread([(after.used - before.used) / WEIGHED]) },
      1,
    ),
  ];
}

/** What the data file takes, and what the lines of the log take in it. */
async function usedBytes(dataDir: string): Promise<{ used: number; lines: number }> {
  const folder = path.join(dataDir, 'database');
  const database = await startEmbeddedMongo({ folder });
  const connection = await connect(database.uri);
  let used: number;
  try {
    const stats = await connection.db?.command({ dbStats: 1 });
    used = Number(stats?.storageSize);
  } finally {
    await connection.close();
    await database.close();
  }
  const { bytes: lines } = await storedBytes(folder, connection.name, 'ops');
  return { used, lines };
}
