// npm run simulate -- [--seeds N] [--from SEED] …: bundles the code under simulation, then runs simulation/simulate.ts.
import './lib/node-version.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { run } from './lib/run.mjs';

await ensureInstalled();
const { bundleSimulation } = await import('../simulation/bundle.mjs');
await bundleSimulation();
process.exitCode = await run(process.execPath, [
  '--enable-source-maps',
  'simulation/dist/simulate.js',
  ...process.argv.slice(2),
]);
