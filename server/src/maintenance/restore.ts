import path from 'node:path';
import { parseArgs } from 'node:util';
import { assertRestorable, restoreEmbeddedMongo } from '@livelane/embedded-mongo/backup';
import type { Connection } from 'mongoose';
import { makeDataDir, readDataDir } from '../config';
import { openDatabase } from '../database/connect';
import { assertServable } from '../database/schema-version';
import { beginAnew } from './begin-anew';
import { onlyDatabaseFolder, runProgram } from './folders';
import { inOwnFolder } from './own-folder';

const USAGE = 'usage: npm run restore -- FILE [--replace]';

// Puts a back-up in the place of the embedded database. It is prepared aside and moved in at the end, so that
// a restore that is interrupted changes nothing.
runProgram(async () => {
  const { file, replace } = options();
  const folder = onlyDatabaseFolder('mongorestore');
  const dataDir = readDataDir(process.env);
  makeDataDir(dataDir);
  await assertRestorable({ folder, replace });
  return inOwnFolder(dataDir, 'restoring-', async (aside) => {
    const prepared = path.join(aside, 'database');
    await restoreEmbeddedMongo({ folder: prepared, file });
    const database = await openDatabase({ mongodbUri: undefined, dataDir: aside });
    // An open database would keep a restore that fails from ending.
    const boards = await prepare(database.connection, file).finally(() => database.close());
    await restoreEmbeddedMongo({
      folder,
      file: path.join(prepared, 'data.mdb'),
      move: true,
      replace,
    });
    return `${file} was restored: ${boards} boards`;
  });
});

/** @returns the number of boards */
async function prepare(connection: Connection, file: string): Promise<number> {
  if (!connection.db) throw new Error('the database is not connected');
  await assertServable(connection.db, file);
  return beginAnew(connection);
}

function options(): { file: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file, ...values };
  } catch {
    // Unknown words get the usage as well.
  }
  throw new Error(USAGE);
}
