import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { readMongodbUri } from '../config';
import { connect } from '../database/connect';
import { beginAnew } from './begin-anew';
import { databaseFolder, runProgram } from './folders';

// After a back-up of MONGODB_URI has been restored by MongoDB's own tools: clients hold boards of another history (R6).
// Or before nodes start on a copy of a database, whose original goes on. Servers may be running: they notify their clients
// within a second. But they and nodes that start later hear of each other's changes from the database alone.
runProgram(async () => {
  if (process.argv.length > 2) throw new Error('usage: npm run renew-epochs');
  const uri = readMongodbUri(process.env);
  const embedded = uri ? undefined : await startEmbeddedMongo({ folder: databaseFolder(), mustExist: true });
  const connection = await connect(uri ?? embedded?.uri ?? '');
  try {
    return `${await beginAnew(connection)} boards have a new epoch: clients read them again`;
  } finally {
    await connection.close();
    await embedded?.close();
  }
});
