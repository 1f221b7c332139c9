// npm run screenshots [-- readme | WORD…] [--language LANGUAGE] [--width WIDTH,…] [--theme THEME]: pictures of all screens on the demo's data.
import './lib/node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, root, run } from './lib/run.mjs';

await ensureInstalled();
await buildIfNeeded();
const program = path.join(root, 'client', 'e2e', 'screenshots.ts');
process.exitCode = await run(bin('tsx'), [program, ...process.argv.slice(2)], { cwd: root });
