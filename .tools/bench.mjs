// npm run bench [-- PART… --compare FILE or REVISION --save NAME]: builds if needed, then measures the production server.
// `login` and `embedded-mongo` are benchmarks by themselves, which run only when they are named.
import './lib/node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, root, run } from './lib/run.mjs';

const ALONE = {
  login: 'server/bench/login.bench.ts',
  'embedded-mongo': 'server/embedded-mongo/bench/embedded-mongo.bench.ts',
};
const words = process.argv.slice(2);
const [first = ''] = words;

await ensureInstalled();
await buildIfNeeded();
process.exitCode = ALONE[first]
  ? await run(bin('tsx'), [path.join(root, ALONE[first]), ...words.slice(1)])
  : await run(bin('tsx'), [path.join(root, 'server/bench/main.ts'), ...words]);
