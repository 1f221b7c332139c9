// npm test: everything; `npm test -- shared server` runs those Jest projects only, other words and flags go to Jest.
// `--nothing-skipped`: a test that does not run for want of a program fails the run.
import './lib/node-version.mjs';
import os from 'node:os';
import { ensureInstalled, missingPackages } from './ensure-installed.mjs';
import { jest, tellCounts, withOwnTemporaryFolder } from './lib/jest.mjs';
import { bin, run, since } from './lib/run.mjs';

/** Tests that keep a core busy. */
const UNIT_PROJECTS = ['shared', 'embedded-mongo', 'server', 'client', 'simulation'];
/** Tests of the production build. */
const WHOLE_PROJECTS = ['process', 'browser'];

/** One more than cores: tests of whole processes wait for starts, signals and lines that are cut. */
const UNIT_WORKERS = os.availableParallelism() + 1;
/** Each has a server and a browser of its own, which share the cores. */
const BROWSER_WORKERS = 2;

const asked = process.argv.slice(2).filter((word) => word !== '--nothing-skipped');
const maySkip = !process.argv.includes('--nothing-skipped');
const projects = asked.filter((word) => [...UNIT_PROJECTS, ...WHOLE_PROJECTS].includes(word));
const jestArgs = asked.filter((word) => !projects.includes(word));
const chosen = (names) => (projects.length === 0 ? names : names.filter((name) => projects.includes(name)));

const results = [];

function section(title) {
  console.log(`\n━━━ ${title} ${'━'.repeat(Math.max(0, 76 - title.length))}`);
}

async function step(title, work) {
  section(title);
  const start = performance.now();
  let ok = false;
  try {
    ok = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  results.push({ title, ok, time: since(start) });
  return ok;
}

const program = (name, args) => async () => (await run(bin(name), args)) === 0;
const tests = (names, workers) =>
  step(`tests: ${names.join(', ')}`, () =>
    jest(names, [`--maxWorkers=${workers}`, ...jestArgs], { maySkip }),
  );

await ensureInstalled();
const { buildIfNeeded } = await import('./build.mjs');
const wholes = chosen(WHOLE_PROJECTS);

await withOwnTemporaryFolder(async () => {
  if (asked.length === 0) {
    // Otherwise each start would install again.
    await step('package-lock.json names what npm installs', async () => {
      const reason = missingPackages();
      if (reason !== null) console.error(reason);
      return reason === null;
    });
    for (const folder of ['shared', 'server/embedded-mongo', 'server', 'client'])
      await step(`types: ${folder}`, program('tsc', ['-p', folder]));
    await step('lint and format', program('biome', ['ci', '--error-on-warnings', '.']));
    await step('nothing unused', program('knip', ['-c', '.config/knip.json', '--no-progress']));
  }
  const built = await step('build', async () => {
    await buildIfNeeded(wholes.length > 0 ? undefined : ['worker']);
    return true;
  });
  const first = chosen([...UNIT_PROJECTS, ...(built ? ['process'] : [])]);
  if (first.length > 0) await tests(first, UNIT_WORKERS);
  if (wholes.includes('browser') && built) await tests(['browser'], BROWSER_WORKERS);
});

section('summary');
for (const { title, ok, time } of results) console.log(`${ok ? 'ok    ' : 'FAILED'}  ${title} (${time})`);
tellCounts(results.every(({ ok }) => ok));
