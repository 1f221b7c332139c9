import { HttpConnection } from '../../../test-kit/load/http.client';
import { inTemporaryFolder, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { alternate, type Row, run, valuesOf } from '../../../test-kit/load/measure';
import { seed } from '../../../test-kit/load/seed';
import { buildBaseline, startBaseline } from '../baseline';
import { Audience, type Heard, heardValues } from './audience';
import { BoardLoad } from './board.load';
import { openPlain } from './plain-lmdb';

const LISTENERS = [1, 50, 200, 1_000];
const ROUNDS = 3;
/** Calls before the first round: people meet a server that has been up for a while, and REST is measured on such a one, too. */
const WARM_UP = 300;
const CARDS = 1_000;
/** What a move of the smallest board is made of, without Livelane. */
const PARTS = 'a plain LMDB commit, then a bare Socket.IO broadcast';
const SMALL = 100;
const MOVES = 150;

/** From the start of a move until its event is heard by the first and by the last of many sockets. */
export async function measurePush(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const [board, small] = await seed(dataDir, { users: 1, boards: [{ cards: CARDS }, { cards: SMALL }] });
    if (!board || !small) throw new Error('no board');
    const plain = openPlain(dataDir);
    const file = await buildBaseline(dataDir);
    const baseline = await startBaseline(file);
    try {
      return await withLivelane(dataDir, async ({ url }) => {
        const [token = ''] = await tokensOf(url, board.members);
        const caller = { connection: await HttpConnection.open(url), token };
        const load = new BoardLoad(board, [caller]);
        const bare = await HttpConnection.open(baseline.url);
        const message = { projectId: board.projectId, ops: [JSON.parse((await load.move(0)).toString())] };
        await fetch(`${baseline.url}/bytes`, { method: 'PUT', body: JSON.stringify(message) });
        const broadcast = () => bare.call({ method: 'POST', path: '/broadcast', body: {} });
        await run(1, WARM_UP, () => load.move(0));
        await run(1, WARM_UP, broadcast);
        const rows: Row[] = [];
        for (const count of LISTENERS) {
          const { projectId } = board;
          const ours = await Audience.open(url, count, { token });
          await ours.each((client) => client.subscribe(projectId));
          const theirs = await Audience.open(baseline.url, count);
          const heard = { ours: [] as Heard[], theirs: [] as Heard[] };
          // The first round warms both up.
          for (let round = 0; round <= ROUNDS; round++) {
            const [our, their] = [await ours.listen(() => load.move(0)), await theirs.listen(broadcast)];
            if (round === 0) continue;
            heard.ours.push(our);
            heard.theirs.push(their);
          }
          ours.close();
          theirs.close();
          rows.push(...rowsOf(count, heard));
        }
        const ofSmall = new BoardLoad(small, [caller]);
        const commitAndBroadcast = async () => {
          plain.commit();
          await broadcast();
        };
        const ours = await Audience.open(url, 1, { token });
        await ours.each((client) => client.subscribe(small.projectId));
        const theirs = await Audience.open(baseline.url, 1);
        rows.push(...(await measureSmall([ours, ofSmall], [theirs, commitAndBroadcast])));
        ours.close();
        theirs.close();
        bare.close();
        return rows;
      });
    } finally {
      await baseline.stop();
      await plain.close();
    }
  });
}

/** A move of a small board that one socket watches, beside the disk and the push alone. */
async function measureSmall(
  [ours, load]: [Audience, BoardLoad],
  [theirs, commitAndBroadcast]: [Audience, () => Promise<void>],
): Promise<Row[]> {
  const answered = await alternate(
    ROUNDS,
    () => load.moves(1, MOVES),
    () => run(1, MOVES, commitAndBroadcast),
  );
  const heard = { ours: [] as Heard[], theirs: [] as Heard[] };
  for (let round = 0; round < ROUNDS; round++) {
    heard.ours.push(await ours.listen(() => load.move(0)));
    heard.theirs.push(await theirs.listen(commitAndBroadcast));
  }
  const of = `board of ${SMALL} cards`;
  const timesOf = (all: Heard[]) => heardValues(all.map(({ last }) => last));
  const row = (name: string, values: Row['values'], baseline: Row['values']): Row => ({
    part: 'push',
    name: `${name}, ${of}`,
    runs: ROUNDS,
    values,
    baseline: { name: PARTS, values: baseline },
  });
  return [
    row('move to answer, one socket', valuesOf(answered.ours), valuesOf(answered.theirs)),
    row('move to event, one socket', timesOf(heard.ours), timesOf(heard.theirs)),
  ];
}

function rowsOf(count: number, heard: { ours: Heard[]; theirs: Heard[] }): Row[] {
  return (['first', 'last'] as const).map((which) => {
    const valuesOf = (all: Heard[]) => heardValues(all.map((each) => each[which]));
    return {
      part: 'push',
      name: `move to event, ${which} of ${count.toLocaleString('en')}`,
      runs: ROUNDS,
      values: valuesOf(heard.ours),
      baseline: { name: 'bare Socket.IO broadcast', values: valuesOf(heard.theirs) },
    };
  });
}
