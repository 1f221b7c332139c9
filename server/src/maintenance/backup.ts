import { backupEmbeddedMongo } from '@livelane/embedded-mongo/backup';
import { onlyDatabaseFolder, onlyWord, runProgram } from './folders';

const USAGE = 'usage: npm run backup -- FILE';

// A consistent copy of the embedded database, while the server runs or not.
runProgram(async () => {
  const file = onlyWord(USAGE);
  await backupEmbeddedMongo({ folder: onlyDatabaseFolder('mongodump'), file });
  return `the database was written to ${file}`;
});
