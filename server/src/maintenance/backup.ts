import { backupEmbeddedMongo } from '@livelane/embedded-mongo/backup';
import { onlyDatabaseFolder, runProgram } from './folders';

const USAGE = 'usage: npm run backup -- FILE';

// A consistent copy of the embedded database, while the server runs or not.
runProgram(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || file.startsWith('-') || more.length > 0) throw new Error(USAGE);
  await backupEmbeddedMongo({ folder: onlyDatabaseFolder('mongodump'), file });
  return `the database was written to ${file}`;
});
