// npm run test:browsers [-- --nothing-skipped] [jest arguments]: the main journeys in Chromium (the carried one and the
// system's), Firefox and WebKit. A browser that is not here is named and counted as skipped, never as passed.
import './lib/node-version.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { jest, tellCounts, withOwnTemporaryFolder } from './lib/jest.mjs';

const maySkip = !process.argv.includes('--nothing-skipped');
const jestArgs = process.argv.slice(2).filter((word) => word !== '--nothing-skipped');

await ensureInstalled();
const { buildIfNeeded } = await import('./build.mjs');
await buildIfNeeded();
tellCounts(
  await withOwnTemporaryFolder(() =>
    jest(['browsers'], ['--maxWorkers=2', '--verbose', ...jestArgs], { maySkip }),
  ),
);
