// npm run test:mongodb: the semantics of the database and the whole server suite against a real MongoDB, at MONGODB_URI
// or, where its download works, one that mongodb-memory-server fetches.
import './lib/node-version.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, run, say } from './lib/run.mjs';

await ensureInstalled();
const { MongoMemoryServer } = await import('mongodb-memory-server-core');
let fetched;
if (!process.env.MONGODB_URI) {
  say('MONGODB_URI is not set: looking for a mongod to download');
  try {
    fetched = await MongoMemoryServer.create();
  } catch (error) {
    console.error(
      `livelane: no mongod could be had (${error.message.split('\n')[0]}). Set MONGODB_URI to a MongoDB.`,
    );
    process.exit(1);
  }
}
const env = { ...process.env, MONGODB_URI: process.env.MONGODB_URI ?? fetched.getUri() };
process.exitCode = await run(
  bin('jest'),
  ['--selectProjects', 'server', 'embedded-mongo', '--testPathPatterns', 'server/(src|test)|semantics'],
  { env },
);
await fetched?.stop();
