// node .tools/program.mjs FILE [ARGUMENTS]: installs and builds if needed, then runs a built program of the server.
import './lib/node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { root, run } from './lib/run.mjs';

const [file, ...args] = process.argv.slice(2);
await ensureInstalled();
await buildIfNeeded(['worker', 'server']);
process.exitCode = await run(process.execPath, [path.join(root, file), ...args]);
