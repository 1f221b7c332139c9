// npm run soak [-- --minutes 30 --sockets 1000 --boards 20 --moves 50]: builds if needed, then loads a server for a long time.
import './lib/node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, root, run } from './lib/run.mjs';

await ensureInstalled();
await buildIfNeeded(['worker', 'server']);
process.exitCode = await run(bin('tsx'), [path.join(root, 'server/bench/soak.ts'), ...process.argv.slice(2)]);
