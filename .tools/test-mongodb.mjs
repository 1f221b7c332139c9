// npm run test:mongodb [jest arguments]: the semantics of the database and the whole server suite against a real
// MongoDB, at MONGODB_URI or one that mongodb-memory-server starts: MONGOMS_SYSTEM_BINARY and MONGOMS_VERSION name one
// that is there, otherwise it is downloaded.
import './lib/node-version.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { jest, tellCounts, withOwnTemporaryFolder } from './lib/jest.mjs';
import { say } from './lib/run.mjs';

await ensureInstalled();
const { MongoMemoryServer } = await import('mongodb-memory-server-core');
let started;
if (!process.env.MONGODB_URI) {
  const given = process.env.MONGOMS_SYSTEM_BINARY;
  say(given ? `MongoDB: ${given}` : 'MONGODB_URI is not set: looking for a mongod to download');
  try {
    // The storage engine of production; the one for tests keeps no journal.
    started = await MongoMemoryServer.create({ instance: { storageEngine: 'wiredTiger' } });
  } catch (error) {
    console.error(
      `livelane: no mongod could be had (${error.message.split('\n')[0]}). Set MONGODB_URI to a MongoDB.`,
    );
    process.exit(1);
  }
}
const chosen = process.argv.slice(2);
const env = { ...process.env, MONGODB_URI: process.env.MONGODB_URI ?? started.getUri() };
const args =
  chosen.length > 0 ? chosen : ['--testPathPatterns', 'server/(src|test)|semantics|side-by-side|anomalies'];
const isOk = await withOwnTemporaryFolder(() => jest(['server', 'embedded-mongo'], args, { env }));
await started?.stop();
tellCounts(isOk);
