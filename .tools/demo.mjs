// npm run demo: like npm start, with a made-up team in a data folder of its own.
import './lib/node-version.mjs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { root } from './lib/run.mjs';

const DEFAULT_DATA_DIR = './data-demo';

await ensureInstalled();
await buildIfNeeded();
process.env.NODE_ENV ??= 'production';
process.chdir(root);
// Accounts with known passwords must never get into another installation of this machine.
process.env.DATA_DIR = process.env.DEMO_DATA_DIR || DEFAULT_DATA_DIR;
delete process.env.MONGODB_URI;
delete process.env.REDIS_URL;

const require = createRequire(import.meta.url);
const program = (name) => require(path.join(root, 'server', 'dist', name));
console.log(await program('demo.js').prepareDemo(process.env.DATA_DIR));
program('main.js');
