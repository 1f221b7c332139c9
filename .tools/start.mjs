// npm start: installs if needed, builds if needed, runs the server.
import './lib/node-version.mjs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { root } from './lib/run.mjs';

await ensureInstalled();
await buildIfNeeded();
process.env.NODE_ENV ??= 'production';
process.chdir(root);
// In this very process: signals reach the server directly, and nothing is left behind when it is killed.
createRequire(import.meta.url)(path.join(root, 'server', 'dist', 'main.js'));
