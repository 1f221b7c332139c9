import { HttpConnection } from '../../../test-kit/load/http.client';
import { inTemporaryFolder, openConnections, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { alternate, type Row, type Run, valuesOf } from '../../../test-kit/load/measure';
import { type SeededBoard, seed } from '../../../test-kit/load/seed';
import { buildBaseline, startBaseline } from '../baseline';
import { Audience, type Heard, heardValues } from './audience';
import { BoardLoad, SILENT } from './board.load';
import { CLIENTS } from './rest.part';

const ROUNDS = 5;
const CARDS = 1_000;
const ONE = 300;
const MANY = 2_000;
/** People whom one comment names, and the sockets of each: 1,000 that are notified. */
const MENTIONED = 20;
const SOCKETS_EACH = 50;

/** How soon people are notified, and what that costs those who change the board meanwhile. */
export async function measureNotices(): Promise<Row[]> {
  const told = await inTemporaryFolder(measureTelling);
  return [...told, ...(await inTemporaryFolder(measureCost))];
}

/** From a comment that names people until the last of their sockets has the notification, which was written before. */
async function measureTelling(dataDir: string): Promise<Row[]> {
  const plan = { cards: CARDS, members: MENTIONED + 1 };
  const [board] = await seed(dataDir, { users: MENTIONED + 1, boards: [plan] });
  if (!board) throw new Error('no board');
  const baseline = await startBaseline(await buildBaseline(dataDir));
  try {
    return await withLivelane(dataDir, async ({ url }) => {
      const [token = '', ...others] = await tokensOf(url, board.members);
      const load = new BoardLoad(board, [{ connection: await HttpConnection.open(url), token }]);
      const bare = await HttpConnection.open(baseline.url);
      const ours = await Audience.ofPeople(url, others, SOCKETS_EACH);
      const theirs = await Audience.open(baseline.url, MENTIONED * SOCKETS_EACH);
      const heard = { ours: [] as Heard[], theirs: [] as Heard[] };
      // The first round warms both up.
      for (let round = 0; round <= ROUNDS; round++) {
        const our = await ours.listen(() => load.comment(0, board.memberIds.slice(1)));
        const their = await theirs.listen(() => bare.call({ method: 'POST', path: '/broadcast', body: {} }));
        if (round === 0) continue;
        heard.ours.push(our);
        heard.theirs.push(their);
      }
      for (const each of [ours, theirs, bare]) each.close();
      const values = (all: Heard[]) => heardValues(all.map(({ last }) => last));
      return [
        {
          part: 'notices',
          name: `comment that names ${MENTIONED} people to the last of their ${MENTIONED * SOCKETS_EACH} sockets`,
          runs: ROUNDS,
          values: values(heard.ours),
          baseline: { name: 'bare Socket.IO broadcast', values: values(heard.theirs) },
        },
      ];
    });
  } finally {
    await baseline.stop();
  }
}

/**
 * The same moves on two boards of one server in turn: a quarter of those on the one notify two people, who are connected, those on
 * the other nobody.
 */
async function measureCost(dataDir: string): Promise<Row[]> {
  const plan = { cards: CARDS, members: CLIENTS };
  const [telling, silent] = await seed(dataDir, { users: CLIENTS, boards: [plan, plan] });
  if (!telling || !silent) throw new Error('no board');
  return withLivelane(dataDir, async ({ url }) => {
    const tokens = await tokensOf(url, telling.members);
    const connections = await openConnections(url, CLIENTS);
    const callers = connections.map((connection, index) => ({ connection, token: tokens[index] ?? '' }));
    const load = (board: SeededBoard, states?: readonly string[]) => new BoardLoad(board, callers, states);
    const [on, off] = [load(telling), load(silent, SILENT)];
    const audience = await Audience.ofPeople(url, tokens, 1);
    const rows: Row[] = [];
    const measure = async (name: string, moves: (load: BoardLoad) => Promise<Run>) => {
      const { ours, theirs } = await alternate(
        ROUNDS,
        () => moves(on),
        () => moves(off),
      );
      const values = valuesOf(ours);
      const baseline = { name: 'moves that tell nobody', values: valuesOf(theirs) };
      rows.push({ part: 'notices', name, runs: ROUNDS, values, baseline });
    };
    await measure('move that may be told of, one client', (moves) => moves.moves(1, ONE));
    await measure(`move that may be told of, ${CLIENTS} clients`, (moves) => moves.moves(CLIENTS, MANY));
    for (const each of [audience, ...connections]) each.close();
    return rows;
  });
}
