import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import type { Connection, mongo } from 'mongoose';
import { connect } from '../../database/connect';
import { databaseFolder, runProgram } from '../folders';
import { copyDatabase } from './copy-database';

const USAGE =
  'usage: npm run import-embedded -- --to mongodb://… (the embedded database goes there) or --from mongodb://… (it comes from there)';

/** How long a step may go on after a signal, as the counting of a large collection: then the claim ends by itself. */
const EXIT_MS = 5_000;

// Copies the embedded database of DATA_DIR into a MongoDB, or a MongoDB into a new embedded database.
runProgram(async () => {
  const { to, from } = options();
  const folder = databaseFolder();
  const embedded = await startEmbeddedMongo({ folder, mustExist: to !== undefined });
  const connections: Connection[] = [];
  const open = async (uri: string): Promise<mongo.Db> => {
    // To count a large collection takes longer than servers wait for any answer.
    const connection = await connect(uri, undefined, { socketTimeoutMS: 0 });
    connections.push(connection);
    if (!connection.db) throw new Error('the database is not connected');
    return connection.db;
  };
  try {
    if (!embedded.owner) throw new Error(`${folder} is in use: stop the server first`);
    const here = await open(embedded.uri);
    const there = await open(to ?? from ?? '');
    const [source, target] = to ? [here, there] : [there, here];
    const { counts, boards } = await copyDatabase(source, target, stopSignal());
    const documents = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const secret = path.join(path.dirname(folder), 'jwt-secret');
    return [
      `${documents} documents and ${Object.keys(boards).length} boards were copied; counts and board fingerprints agree`,
      to &&
        `set MONGODB_URI, and JWT_SECRET as in ${secret}: with another one, emails that still wait are dropped`,
    ]
      .filter(Boolean)
      .join('\n');
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    await embedded.close();
  }
});

/** Of Ctrl+C or SIGTERM. Later ones change nothing: Ctrl+C reaches this program from the terminal and from npm. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const end = () => {
    stop.abort(new Error('the import was stopped: run it again'));
    setTimeout(() => {
      process.stderr.write(
        'livelane: the import was stopped in the middle of a step: run it again in a minute\n',
        () => process.exit(1),
      );
    }, EXIT_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  return stop.signal;
}

function options(): { to?: string | undefined; from?: string | undefined } {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, from: { type: 'string' } } });
    if (Boolean(values.to) !== Boolean(values.from)) return values;
  } catch {
    // Unknown words get the usage as well.
  }
  throw new Error(USAGE);
}
