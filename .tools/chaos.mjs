// npm run chaos [-- --minutes 60 --seed N --database embedded|replica-set --nothing-skipped]: builds if needed, then people
// work on real servers that are killed, stopped and slowed down, and a checker judges what they saw. Needs redis-server; mongod is that of
// MONGOMS_SYSTEM_BINARY, or mongodb-memory-server downloads one. npm run chaos -- --check FILE checks a stored history.
import './lib/node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, root, run } from './lib/run.mjs';

await ensureInstalled();
await buildIfNeeded(['worker', 'server']);
const { MongoBinary } = await import('mongodb-memory-server-core');
const mongod = await MongoBinary.getPath().catch((error) => {
  console.error(`livelane: no mongod could be had (${error.message.split('\n')[0]}).`);
  process.exit(1);
});
const env = { ...process.env, MONGOMS_SYSTEM_BINARY: mongod };
const args = [path.join(root, 'server/test/chaos/main.ts'), ...process.argv.slice(2)];
process.exitCode = await run(bin('tsx'), args, { env });
