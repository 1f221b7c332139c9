import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { readMongodbUri } from '../config';
import { connect } from '../database/connect';
import { boardHeadModel } from '../oplog/op.model';
import { renewEpochs } from '../oplog/renew-epochs';
import { databaseFolder, runProgram } from './folders';

// After a back-up of MONGODB_URI has been restored by MongoDB's own tools: clients hold boards of another history (R6).
// Servers may be running: they notify their clients within a second.
runProgram(async () => {
  const uri = readMongodbUri(process.env);
  const embedded = uri ? undefined : await startEmbeddedMongo({ folder: databaseFolder(), mustExist: true });
  const connection = await connect(uri ?? embedded?.uri ?? '');
  try {
    return `${await renewEpochs(boardHeadModel(connection))} boards have a new epoch: clients read them again`;
  } finally {
    await connection.close();
    await embedded?.close();
  }
});
