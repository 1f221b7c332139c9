import { freePort } from '../../../test-kit/freePort';
import type { LivelaneProcess } from '../../../test-kit/livelane.process';
import { inTemporaryFolder, openConnections, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { type Row, type Run, run, valuesOf } from '../../../test-kit/load/measure';
import { fill, type SeededBoard } from '../../../test-kit/load/seed';
import { startRedis } from '../../../test-kit/redis.server';
import { connect } from '../../src/database/connect';
import { BoardLoad, type Caller } from './board.load';
import { measureMoves, measurePresence, measureSignOuts, type TwoNodes } from './node.delays';
import { withMongodb } from './real-mongodb';
import { CLIENTS } from './rest.part';

/** Each load knows where the cards of its board are, so that no move leads to where its card is already. */
const DELAY_BOARD = { cards: 200, members: 2 };
const NODES = 3;
const BOARD = { cards: 1_000, members: CLIENTS };
const PLAN = {
  users: CLIENTS,
  boards: [DELAY_BOARD, DELAY_BOARD, ...Array.from({ length: NODES }, () => BOARD)],
};
const ROUNDS = 3;
/** Moves of a round. */
const MOVES = 1_000;
const PASSWORD = 'bench';
/** All nodes know each other's tokens. */
const JWT_SECRET = 'bench'.repeat(8);

/**
 * Writers of one board on one node, the same writers spread over two and three, and over as many with a board each, in
 * turn (R33); then how long what happens on one node takes to another.
 */
export async function measureNodes(): Promise<Row[]> {
  return withMongodb(async (uri) => {
    const redis = await startRedis(await freePort(), PASSWORD);
    const connection = await connect(uri);
    try {
      const [heard, swept, ...boards] = await fill(connection, PLAN);
      if (!heard || !swept) throw new Error('no board was made');
      const alone = { MONGODB_URI: uri, JWT_SECRET };
      const env = { ...alone, REDIS_URL: redis.url.href };
      const rows = await inTemporaryFolder((folder) =>
        withNodes(folder, env, [], async (nodes) => [
          ...(await measure(nodes, boards)),
          await measureMoves(twoOf(nodes), heard, 'with Redis'),
          await measureSignOuts(twoOf(nodes), heard),
          await measurePresence(twoOf(nodes), heard),
        ]),
      );
      const withoutRedis = await inTemporaryFolder((folder) =>
        withNodes(folder, alone, [], (nodes) => measureMoves(twoOf(nodes), swept, 'without Redis')),
      );
      return [...rows, withoutRedis];
    } finally {
      await connection.dropDatabase();
      await connection.close();
      await redis.stop();
    }
  });
}

function withNodes<T>(
  folder: string,
  env: Record<string, string>,
  started: readonly LivelaneProcess[],
  work: (nodes: readonly LivelaneProcess[]) => Promise<T>,
): Promise<T> {
  if (started.length === NODES) return work(started);
  return withLivelane(
    `${folder}/${started.length}`,
    (node) => withNodes(folder, env, [...started, node], work),
    env,
  );
}

const twoOf = ([near, far]: readonly LivelaneProcess[]): TwoNodes => [near?.url ?? '', far?.url ?? ''];

async function measure(nodes: readonly LivelaneProcess[], boards: readonly SeededBoard[]): Promise<Row[]> {
  const tokens = await tokensOf(nodes[0]?.url ?? '', boards[0]?.members ?? []);
  const connections = await Promise.all(nodes.map(({ url }) => openConnections(url, CLIENTS)));
  /** The callers when the writers are spread over this many nodes. */
  const spreadOver = (count: number): Caller[] =>
    tokens.flatMap((token, index) => {
      const connection = connections[index % count]?.[index];
      return connection ? [{ connection, token }] : [];
    });
  try {
    // One load for each board, so that no move leads to where its card is already.
    const loads = boards.map((board) => new BoardLoad(board, []));
    const moves = (nodeCount: number, boardCount: number): Promise<Run> => {
      const callers = spreadOver(nodeCount);
      for (const load of loads) load.callers = callers;
      return run(CLIENTS, MOVES, async (client) => loads[client % boardCount]?.move(client));
    };
    const alone: Run[] = [];
    const several = nodes.slice(1).map((_node, index) => ({
      count: index + 2,
      oneBoard: [] as Run[],
      boardEach: [] as Run[],
    }));
    // The first round warms all up.
    for (let round = 0; round <= ROUNDS; round++) {
      const done = [await moves(1, 1)];
      for (const { count } of several) done.push(await moves(count, 1), await moves(count, count));
      if (round === 0) continue;
      const [first, ...rest] = done;
      if (first) alone.push(first);
      for (const each of several) {
        each.oneBoard.push(...rest.splice(0, 1));
        each.boardEach.push(...rest.splice(0, 1));
      }
    }
    return several.flatMap(({ count, oneBoard, boardEach }) => {
      const row = {
        part: 'nodes',
        name: `move, ${CLIENTS} clients of one board on ${count} nodes`,
        runs: ROUNDS,
        values: valuesOf(oneBoard),
      };
      return [
        { ...row, baseline: { name: 'on one node', values: valuesOf(alone) } },
        {
          ...row,
          name: `the same, beside ${count} nodes with a board each`,
          baseline: { name: 'with a board each', values: valuesOf(boardEach) },
        },
      ];
    });
  } finally {
    for (const each of connections.flat()) each.close();
  }
}
