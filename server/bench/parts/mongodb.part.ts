import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { inTemporaryFolder, openConnections, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { alternate, type Row, type Run, run, valuesOf } from '../../../test-kit/load/measure';
import { fill, type SeededBoard, seed } from '../../../test-kit/load/seed';
import { connect } from '../../src/database/connect';
import { findAll, joinReads } from '../../src/database/joined-reads';
import { Audience, heardValues } from './audience';
import { BoardLoad } from './board.load';
import { withMongodb } from './real-mongodb';
import { CLIENTS } from './rest.part';

const PLAN = { users: CLIENTS, boards: [{ cards: 1_000, members: CLIENTS }] };
const ROUNDS = 3;
/** Calls of a round by one client, and by all. */
const ONE = 150;
const MANY = 1_000;

/** Questions to the database that make a board. */
const QUESTIONS = 6;

/** A server whose one board is measured. */
interface Measured {
  load: BoardLoad;
  audience: Audience;
  close(): void;
}

/** The server on a real MongoDB beside the same on the embedded database, in turn. */
export async function measureMongodb(): Promise<Row[]> {
  return withMongodb((uri) => inTemporaryFolder((dataDir) => measureBoth(uri, dataDir)));
}

async function measureBoth(uri: string, dataDir: string): Promise<Row[]> {
  const [embeddedBoard] = await seed(dataDir, PLAN);
  const connection = await connect(uri);
  joinReads(connection);
  try {
    const [mongodbBoard] = await fill(connection, PLAN);
    return await withLivelane(dataDir, (embedded) =>
      withLivelane(
        `${dataDir}/mongodb`,
        async (mongodb) => {
          const ours = await open(mongodb.url, mongodbBoard);
          const theirs = await open(embedded.url, embeddedBoard);
          try {
            return [...(await compare(ours, theirs)), ...(await measureDriver(connection))];
          } finally {
            ours.close();
            theirs.close();
          }
        },
        { MONGODB_URI: uri },
      ),
    );
  } finally {
    await connection.dropDatabase();
    await connection.close();
  }
}

async function open(url: string, board: SeededBoard | undefined): Promise<Measured> {
  if (!board) throw new Error('no board was made');
  const tokens = await tokensOf(url, board.members);
  const connections = await openConnections(url, CLIENTS);
  const callers = connections.map((connection, index) => ({ connection, token: tokens[index] ?? '' }));
  const audience = await Audience.open(url, 1, { token: tokens[0] });
  await audience.each((client) => client.subscribe(board.projectId));
  return {
    load: new BoardLoad(board, callers),
    audience,
    close() {
      for (const each of connections) each.close();
      audience.close();
    },
  };
}

async function compare(ours: Measured, theirs: Measured): Promise<Row[]> {
  const rows: Row[] = [];
  const add = (name: string, mongodb: Row['values'], embedded: Row['values']): void => {
    const baseline = { name: 'embedded database', values: embedded };
    rows.push({ part: 'mongodb', name, runs: ROUNDS, values: mongodb, baseline });
  };
  const both = async (name: string, work: (load: BoardLoad) => Promise<Run>): Promise<void> => {
    const result = await alternate(
      ROUNDS,
      () => work(ours.load),
      () => work(theirs.load),
    );
    add(name, valuesOf(result.ours), valuesOf(result.theirs));
  };
  await both('read a board of 1,000 cards, one client', (load) => load.reads(1, ONE));
  await both(`read it, ${CLIENTS} clients`, (load) => load.reads(CLIENTS, MANY));
  await both('move, one client', (load) => load.moves(1, ONE));
  await both(`move, ${CLIENTS} clients`, (load) => load.moves(CLIENTS, MANY));
  const [inMongodb, inEmbedded]: [number[][], number[][]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    inMongodb.push((await ours.audience.listen(() => ours.load.move(0))).first);
    inEmbedded.push((await theirs.audience.listen(() => theirs.load.move(0))).first);
  }
  add('move to event, one socket', heardValues(inMongodb), heardValues(inEmbedded));
  return rows;
}

/** What no server on this MongoDB can be faster than: the driver alone, with what a read asks and what a move writes. */
async function measureDriver(connection: Connection): Promise<Row[]> {
  const [ops, rows] = [connection.collection('bare_ops'), connection.collection('bare_rows')];
  await ops.createIndexes([
    { key: { projectId: 1, v: 1 }, unique: true },
    { key: { projectId: 1, actorId: 1, mutationId: 1 }, unique: true },
  ]);
  await rows.insertMany(Array.from({ length: QUESTIONS }, (_, v) => ({ v })));
  let v = 0;
  const insert = () =>
    ops.insertOne({ projectId: 'P', v: ++v, actorId: 'A', mutationId: randomUUID(), patch: 'x'.repeat(300) });
  const update = (row: number) => rows.updateOne({ v: row }, { $set: { rev: v } });
  const find = (row: number) => findAll(rows, { v: row }, {});
  const measured: Array<[name: string, work: () => Promise<unknown>]> = [
    ['driver alone: one question', () => find(0)],
    [
      `driver alone: ${QUESTIONS} questions at once`,
      () => Promise.all(Array.from({ length: QUESTIONS }, (_, row) => find(row))),
    ],
    ['driver alone: insert of an op', insert],
    [
      'driver alone: op, row and head, one after another',
      () =>
        insert()
          .then(() => update(0))
          .then(() => update(1)),
    ],
  ];
  const result: Row[] = [];
  for (const [name, work] of measured) {
    const runs: Run[] = [];
    for (let round = 0; round <= ROUNDS; round++) runs.push(await run(1, ONE, work));
    // The first round warms up.
    result.push({ part: 'mongodb', name, runs: ROUNDS, values: valuesOf(runs.slice(1)) });
  }
  return result;
}
