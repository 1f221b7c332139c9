// npm run soak [-- --minutes 30 --sockets 1000 --boards 20 --moves 50]: builds if needed, then loads a server for a long time;
// npm run soak -- page [--minutes 60 --moves 10]: a page in a browser.
import './lib/node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, root, run } from './lib/run.mjs';

await ensureInstalled();
const words = process.argv.slice(2);
const isPage = words[0] === 'page';
await buildIfNeeded(isPage ? undefined : ['worker', 'server']);
const [program, args] = isPage
  ? ['client/e2e/page.soak.ts', words.slice(1)]
  : ['server/bench/soak.ts', words];
process.exitCode = await run(bin('tsx'), [path.join(root, program), ...args]);
