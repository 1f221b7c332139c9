import { inTemporaryFolder, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { type Row, type Run, valuesOf } from '../../../test-kit/load/measure';
import { seed } from '../../../test-kit/load/seed';
import { ReconnectLoad } from './reconnect.load';

const CARDS = 1_000;
const ROUNDS = 3;
/** Ops that a client has missed who catches up by delta. */
const MISSED = [1, 100, 500];

/** How soon a client that comes back has all that it has missed. */
export async function measureReconnect(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const [board] = await seed(dataDir, {
      users: 1,
      boards: [{ cards: CARDS, ops: CARDS + Math.max(...MISSED) }],
    });
    if (!board) throw new Error('no board');
    return withLivelane(dataDir, async ({ url }) => {
      const [token = ''] = await tokensOf(url, board.members);
      const load = new ReconnectLoad(url, board, token);
      const measure = async (name: string, work: () => Promise<Run>): Promise<Row> => {
        await work();
        const runs = [];
        for (let round = 0; round < ROUNDS; round++) runs.push(await work());
        return { part: 'reconnect', name, runs: ROUNDS, values: valuesOf(runs) };
      };
      const rows: Row[] = [];
      for (const missed of MISSED) {
        const name = `to in sync by delta, ${missed} ${missed === 1 ? 'op' : 'ops'} behind`;
        rows.push(await measure(name, () => load.byDelta(missed)));
      }
      const name = 'to in sync by snapshot, board of 1,000 cards';
      rows.push(await measure(name, () => load.bySnapshot()));
      return rows;
    });
  });
}
