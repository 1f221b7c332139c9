import {
  inTemporaryFolder,
  memorySizes,
  openConnections,
  tokensOf,
  withLivelane,
} from '../../../test-kit/load/livelane';
import { type Row, type Run, spread, type Values, valuesOf } from '../../../test-kit/load/measure';
import { type BoardPlan, type SeededBoard, seed } from '../../../test-kit/load/seed';
import { Audience, heardValues } from './audience';
import { BoardLoad } from './board.load';
import { ReconnectLoad } from './reconnect.load';
import { CLIENTS } from './rest.part';
import { idleMegabytes } from './start.part';

const ROUNDS = 3;
const STARTS = 3;
const ONE = 150;
const MANY = 1_000;
const READS = 400;
const LISTENERS = 50;
const CARDS = 1_000;

/** Ways to narrow the activity; of some kinds one finds much, of others next to nothing. */
const NARROWED = {
  '': {},
  ' by a person': { person: true },
  ' by kind (titles and moves)': { types: 'task.patched,task.moved' },
  ' by a seldom kind (the project)': { types: 'project.patched' },
  ' by person and kind': { person: true, types: 'task.patched,task.moved' },
  ' by person and seldom kind': { person: true, types: 'project.patched' },
  ' of a task': { task: true },
  ' of a task by a person': { task: true, person: true },
};

/** The same board of 1,000 cards and 16 members, alone in its database or among very much else. */
const SMALL = { users: 16, boards: [{ cards: CARDS, members: 16 }] };
export const LONG_LOG_OPS = 1_000_000;
const largeOf = (ops: number) => ({
  users: 10_000,
  boards: [
    { cards: CARDS, members: 16, ops, hasCheckpoints: true },
    ...Array.from({ length: 99 }, (): BoardPlan => ({ cards: CARDS, members: 200 })),
  ],
});

interface Sample {
  name: string;
  values: Values;
}

/** What a board costs in a small database and in a large one, with a log of `ops`: nothing may grow with the rest. */
export async function measureGrowth(ops: number): Promise<Row[]> {
  const small = await inTemporaryFolder(async (dataDir) => measureIn(dataDir, await seed(dataDir, SMALL)));
  const large = await inTemporaryFolder(async (dataDir) =>
    measureIn(dataDir, await seed(dataDir, largeOf(ops))),
  );
  return large.map(({ name, values }, index) => ({
    part: 'growth',
    name: `${name}, in the large database`,
    runs: name.startsWith('launch') ? STARTS : ROUNDS,
    values,
    baseline: { name: 'the same board alone', values: small[index]?.values ?? {} },
  }));
}

async function measureIn(dataDir: string, [board]: readonly SeededBoard[]): Promise<Sample[]> {
  if (!board) throw new Error('no board');
  const starts = { ms: [] as number[], megabytes: [] as number[] };
  for (let n = 0; n < STARTS; n++) {
    const start = performance.now();
    await withLivelane(dataDir, async (server) => {
      starts.ms.push(performance.now() - start);
      starts.megabytes.push(await idleMegabytes(server));
    });
  }
  const started = {
    name: 'launch to ready; memory when idle',
    values: { p50: spread(starts.ms), megabytes: spread(starts.megabytes) },
  };
  return withLivelane(dataDir, async ({ url, pid }) => {
    const tokens = await tokensOf(url, board.members);
    const connections = await openConnections(url, CLIENTS);
    const load = new BoardLoad(
      board,
      connections.map((connection, index) => ({ connection, token: tokens[index] ?? '' })),
    );
    const samples: Sample[] = [started];
    const rounds = async <T>(work: () => Promise<T>): Promise<T[]> => {
      await work();
      const results: T[] = [];
      for (let round = 0; round < ROUNDS; round++) results.push(await work());
      return results;
    };
    const add = async (name: string, work: () => Promise<Run>) => {
      samples.push({ name, values: valuesOf(await rounds(work)) });
    };
    await add('move, one client', () => load.moves(1, ONE));
    await add(`move, ${CLIENTS} clients`, () => load.moves(CLIENTS, MANY));
    await add('edit, one client', () => load.edits(1, ONE));
    await add('create, one client', () => load.creations(1, ONE));
    for (const [narrowed, by] of Object.entries(NARROWED))
      await add(`activity, a page of 50${narrowed}, one client`, async () =>
        load.activities(1, ONE, (await load.cursor()).v, by),
      );
    await add(`read the board, ${CLIENTS} clients`, () => load.reads(CLIENTS, READS));
    await add(`read it unchanged (304), ${CLIENTS} clients`, () => load.unchangedReads(CLIENTS, MANY));
    const [token = ''] = tokens;
    const audience = await Audience.open(url, LISTENERS, { token });
    await audience.each((client) => client.subscribe(board.projectId));
    const heard = await rounds(() => audience.listen(() => load.move(0)));
    audience.close();
    samples.push({
      name: `move to event, last of ${LISTENERS}`,
      values: heardValues(heard.map(({ last }) => last)),
    });
    const reconnects = new ReconnectLoad(url, board, token);
    await add('to in sync by delta, 100 ops behind', () => reconnects.byDelta(100));
    await add('to in sync by snapshot', () => reconnects.bySnapshot());
    const memory = (after: string) => {
      for (const [what, size] of memorySizes(pid))
        samples.push({ name: `memory after ${after}, ${what}`, values: { megabytes: spread([size]) } });
    };
    memory('all this on one board');
    await add('read the personal board, 560 cards of 100 projects (alone: 60 of one)', () =>
      load.personalReads(1, ONE),
    );
    memory('all of its owner’s boards were read');
    for (const connection of connections) connection.close();
    return samples;
  });
}
