// npm run test:faults [jest arguments]: two nodes with Redis on a replica set of three, under load, while one after the
// other fails. Needs redis-server; mongod is that of MONGOMS_SYSTEM_BINARY, or mongodb-memory-server downloads one.
import './lib/node-version.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { jest, tellCounts, withOwnTemporaryFolder } from './lib/jest.mjs';

await ensureInstalled();
const { buildIfNeeded } = await import('./build.mjs');
await buildIfNeeded(['worker', 'server']);
const { MongoBinary } = await import('mongodb-memory-server-core');
const mongod = await MongoBinary.getPath().catch((error) => {
  console.error(`livelane: no mongod could be had (${error.message.split('\n')[0]}).`);
  process.exit(1);
});
const env = { ...process.env, MONGOMS_SYSTEM_BINARY: mongod };
tellCounts(
  await withOwnTemporaryFolder(() =>
    jest(['faults'], ['--runInBand', '--verbose', ...process.argv.slice(2)], { env }),
  ),
);
