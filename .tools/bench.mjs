// npm run bench [-- PART]: builds if needed, then runs the benchmarks one after another (all, or those whose name holds PART).
import './lib/node-version.mjs';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, root, run, say } from './lib/run.mjs';

const FOLDERS = ['server/embedded-mongo/bench', 'server/bench'];
const [part = ''] = process.argv.slice(2);

await ensureInstalled();
await buildIfNeeded();
for (const folder of FOLDERS) {
  const names = readdirSync(path.join(root, folder)).filter(
    (name) => name.endsWith('.bench.ts') && name.includes(part),
  );
  for (const name of names) {
    say(`${folder}/${name}`);
    const code = await run(bin('tsx'), [path.join(root, folder, name)]);
    if (code !== 0) process.exitCode = code;
  }
}
