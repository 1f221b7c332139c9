// npm run simulate -- [--seeds N] [--from SEED] …: bundles the code under simulation, then runs simulation/simulate.ts.
// npm run simulate -- --mutations …: runs it with faults put into that code; simulation/mutations/mutate.mjs.
import './lib/node-version.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { run } from './lib/run.mjs';

await ensureInstalled();
const { bundleSimulation } = await import('../simulation/bundle.mjs');
await bundleSimulation();
const [first, ...rest] = process.argv.slice(2);
if (first === '--mutations') {
  const { mutate } = await import('../simulation/mutations/mutate.mjs');
  process.exitCode = await mutate(rest);
} else
  process.exitCode = await run(process.execPath, [
    // Most objects of a simulation are short-lived.
    '--max-semi-space-size=64',
    '--enable-source-maps',
    'simulation/dist/simulate.js',
    ...process.argv.slice(2),
  ]);
