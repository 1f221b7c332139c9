// npm test: everything; `npm test -- shared server` runs those Jest projects only, other words and flags go to Jest.
import './lib/node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, run, since } from './lib/run.mjs';

/** Tests of one process each: they share the cores. */
const UNIT_PROJECTS = ['shared', 'embedded-mongo', 'server', 'client', 'simulation'];
/** Tests of the production build, with processes and browsers. */
const WHOLE_PROJECTS = ['process', 'browser'];

/** Each has a server and a browser of its own, which share the cores. */
const WHOLE_WORKERS = 2;

const asked = process.argv.slice(2);
const projects = asked.filter((word) => [...UNIT_PROJECTS, ...WHOLE_PROJECTS].includes(word));
const jestArgs = asked.filter((word) => !projects.includes(word));
const chosen = (names) => (projects.length === 0 ? names : names.filter((name) => projects.includes(name)));

const results = [];
const counts = { passed: 0, failed: 0, skipped: 0 };

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

async function jest(names, args) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'livelane-jest-'));
  const file = path.join(folder, 'result.json');
  try {
    const code = await run(bin('jest'), [
      '--selectProjects',
      ...names,
      '--json',
      `--outputFile=${file}`,
      ...args,
      ...jestArgs,
    ]);
    const result = JSON.parse(readFileSync(file, 'utf8'));
    counts.passed += result.numPassedTests;
    // A file that could not even be loaded has no tests to count, and still fails.
    counts.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
    counts.skipped += result.numPendingTests;
    return code === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await ensureInstalled();
const { buildIfNeeded } = await import('./build.mjs');
const units = chosen(UNIT_PROJECTS);
const wholes = chosen(WHOLE_PROJECTS);

if (asked.length === 0) {
  for (const folder of ['shared', 'server/embedded-mongo', 'server', 'client'])
    await step(`types: ${folder}`, program('tsc', ['-p', folder]));
  await step('lint and format', program('biome', ['ci', '--error-on-warnings', '.']));
}
const built = await step('build', async () => {
  await buildIfNeeded(wholes.length > 0 ? undefined : ['worker']);
  return true;
});
if (units.length > 0) await step(`tests: ${units.join(', ')}`, () => jest(units, ['--maxWorkers=100%']));
if (wholes.length > 0 && built)
  await step(`tests: ${wholes.join(', ')}`, () => jest(wholes, [`--maxWorkers=${WHOLE_WORKERS}`]));

section('summary');
for (const { title, ok, time } of results) console.log(`${ok ? 'ok    ' : 'FAILED'}  ${title} (${time})`);
const allOk = results.every(({ ok }) => ok);
if (!allOk && counts.failed === 0)
  console.log('The tests that ran passed, but the run failed: see FAILED above.');
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = allOk && counts.failed === 0 ? 0 : 1;
