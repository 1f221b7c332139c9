import { inTemporaryFolder, openConnections, signIn, withLivelane } from '../../../test-kit/load/livelane';
import { alternate, type Row, type Run, valuesOf } from '../../../test-kit/load/measure';
import { fill, type SeededBoard, seed } from '../../../test-kit/load/seed';
import { connect } from '../../src/database/connect';
import { Audience, heardValues } from './audience';
import { BoardLoad } from './board.load';
import { withMongodb } from './real.mongodb';
import { CLIENTS } from './rest.part';

const PLAN = { users: CLIENTS, boards: [{ cards: 1_000, members: CLIENTS }] };
const ROUNDS = 3;
/** Calls of a round by one client, and by all. */
const ONE = 150;
const MANY = 1_000;

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
  try {
    const [mongodbBoard] = await fill(connection, PLAN);
    return await withLivelane(dataDir, (embedded) =>
      withLivelane(
        `${dataDir}/mongodb`,
        async (mongodb) => {
          const ours = await open(mongodb.url, mongodbBoard);
          const theirs = await open(embedded.url, embeddedBoard);
          try {
            return await compare(ours, theirs);
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
  const tokens = await signIn(url, board.members);
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
