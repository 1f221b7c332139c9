import { setTimeout as wait } from 'node:timers/promises';
import type { LivelaneProcess } from '../../../test-kit/livelane.process';
import { HttpConnection } from '../../../test-kit/load/http.client';
import { inTemporaryFolder, ownMegabytes, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { type Row, type Run, spread, type Values, valuesOf } from '../../../test-kit/load/measure';
import { type BoardPlan, seed } from '../../../test-kit/load/seed';
import { BoardLoad } from './board.load';
import { madeUpText, madeUpWord } from './made-up-words';
import { probe } from './probe';

const BOARDS = 100;
const CARDS = 1_000;
const ROUNDS = 5;
const SEARCHES = 100;
/** After so long memory has settled. */
const QUIET_MS = 5_000;
/** Before a refused search comes again. */
const RETRY_MS = 250;

/** Words by rank: the lower, the more texts have them. */
const QUESTIONS: Record<string, (turn: number) => string> = {
  'a word that many have': (turn) => madeUpWord(turn % 20),
  'a word that few have': (turn) => madeUpWord(8_000 + turn),
  'two words': (turn) => `${madeUpWord(turn % 50)} ${madeUpWord(200 + turn)}`,
  'three letters': (turn) => madeUpWord(300 + turn).slice(0, 3),
};

/** Search over 100 projects of 1,000 tasks that one person sees: what it takes, and how its indexes come to be. */
export async function measureSearch(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const plans = Array.from({ length: BOARDS }, (_, board): BoardPlan => {
      const seedOf = (index: number) => board * CARDS + index;
      const textOf = (index: number) => ({
        title: madeUpText(seedOf(index), 6),
        description: madeUpText(seedOf(index) + BOARDS * CARDS, 30),
      });
      return { cards: CARDS, textOf };
    });
    const [board] = await seed(dataDir, { users: 1, boards: plans });
    if (!board) throw new Error('no board');
    return withLivelane(dataDir, async (server) => {
      const [token = ''] = await tokensOf(server.url, board.members);
      const connection = await HttpConnection.open(server.url);
      const headers = { Authorization: `Bearer ${token}` };
      const search = async (words: string): Promise<number> => {
        const path = `/v1/search?q=${encodeURIComponent(words)}`;
        return (await connection.call({ method: 'GET', path, headers })).status;
      };
      const rows = await measureBuild(server, () => search(madeUpWord(0)));
      const load = new BoardLoad(board, [{ connection: await HttpConnection.open(server.url), token }]);
      for (const [name, words] of Object.entries(QUESTIONS)) {
        const runs: Run[] = [];
        for (let round = 0; round <= ROUNDS; round++) {
          const times: number[] = [];
          for (let turn = 0; turn < SEARCHES; turn++) {
            // Whatever changes is in the next answer.
            await load.move(0);
            const start = performance.now();
            const status = await search(words(turn));
            if (status !== 200) throw new Error(`search: ${status}`);
            times.push(performance.now() - start);
          }
          runs.push({ times, totalMs: times.reduce((sum, time) => sum + time, 0) });
        }
        rows.push(row(`search for ${name}`, valuesOf(runs.slice(1)), ROUNDS));
      }
      connection.close();
      return rows;
    });
  });
}

/** The first search of all, again and again until it is answered. */
async function measureBuild({ url, pid }: LivelaneProcess, search: () => Promise<number>): Promise<Row[]> {
  await wait(QUIET_MS);
  const before = ownMegabytes(pid);
  let isBuilt = false;
  const healthz = probe(url, '/healthz', () => !isBuilt);
  const start = performance.now();
  let refused = 0;
  for (let status = await search(); status !== 200; status = await search()) {
    if (status !== 503) throw new Error(`search: ${status}`);
    refused++;
    await wait(RETRY_MS);
  }
  const ms = performance.now() - start;
  isBuilt = true;
  const meanwhile = await healthz;
  await wait(QUIET_MS);
  const after = ownMegabytes(pid);
  return [
    row('first search, with the build of its indexes', { p50: spread([ms]) }),
    row('answers 503 meanwhile (a number)', { p50: spread([refused]) }),
    row('/healthz meanwhile', meanwhile),
    ...(before !== null && after !== null
      ? [row('memory added by the build', { megabytes: spread([after - before]) })]
      : []),
  ];
}

const row = (name: string, values: Values, runs = 1): Row => ({ part: 'search', name, runs, values });
