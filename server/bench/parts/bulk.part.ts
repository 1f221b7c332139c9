import { HttpConnection } from '../../../test-kit/load/http.client';
import { LiveClient } from '../../../test-kit/load/live.client';
import { inTemporaryFolder, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { quantile, type Row, spread } from '../../../test-kit/load/measure';
import { seed } from '../../../test-kit/load/seed';
import { BoardLoad } from './board.load';

const SIZES = [1_000, 10_000];
const TOGETHER = 200;
const ROUNDS = 3;
const BULKS = 10;

/** Many cards that are moved by one request: until the answer, until others have heard of all, and in how many pushes. */
export async function measureBulk(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const boards = await seed(dataDir, { users: 1, boards: SIZES.map((cards) => ({ cards })) });
    return withLivelane(dataDir, async ({ url }) => {
      const rows: Row[] = [];
      for (const board of boards) {
        const [token = ''] = await tokensOf(url, board.members);
        const connection = await HttpConnection.open(url);
        const load = new BoardLoad(board, [{ connection, token }]);
        const watcher = await LiveClient.open(url, { token });
        await watcher.subscribe(board.projectId);
        const pushes: number[] = [];
        const rounds = { answered: [] as number[][], heard: [] as number[][] };
        // In the first round every card of the smaller board is moved once: from then on each changes its column.
        for (let round = 0; round <= ROUNDS; round++) {
          const [answered, heard]: [number[], number[]] = [[], []];
          for (let n = 0; n < BULKS; n++) {
            const start = performance.now();
            const all = allHeard(watcher);
            await load.moveMany(0, TOGETHER);
            answered.push(performance.now() - start);
            const { at, count } = await all;
            heard.push(at - start);
            if (round > 0) pushes.push(count);
          }
          if (round === 0) continue;
          rounds.answered.push(answered);
          rounds.heard.push(heard);
        }
        watcher.close();
        connection.close();
        const where = `${TOGETHER} cards moved at once, board of ${board.taskIds.length.toLocaleString('en')}`;
        for (const [what, times] of Object.entries(rounds)) {
          const at = (part: number) => spread(times.map((round) => quantile(round, part)));
          const values = { p50: at(0.5), p95: at(0.95) };
          rows.push({ part: 'bulk', name: `${where}, ${what}`, runs: ROUNDS, values });
        }
        const values = { p50: spread(pushes) };
        rows.push({ part: 'bulk', name: `${where}, pushes (a number)`, runs: pushes.length, values });
      }
      return rows;
    });
  });
}

/** When the last of the moves is heard, and by how many events. */
function allHeard(watcher: LiveClient): Promise<{ at: number; count: number }> {
  let [count, ops] = [0, 0];
  return new Promise((resolve) => {
    watcher.onEvent = (text) => {
      if (!text.startsWith('["board:ops"')) return;
      const [, message] = JSON.parse(text) as [string, { ops: unknown[] }];
      count++;
      ops += message.ops.length;
      if (ops === TOGETHER) resolve({ at: performance.now(), count });
    };
  });
}
