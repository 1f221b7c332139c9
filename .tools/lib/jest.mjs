import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeOwnFolder } from './own-folder.mjs';
import { bin, run } from './run.mjs';

const counts = { passed: 0, failed: 0, skipped: 0 };

/**
 * Everything that tests put into the system's folder for temporary files goes into one of their own, which is removed
 * when the work is done. What a run left behind that was killed goes with the next one.
 */
export async function withOwnTemporaryFolder(work) {
  const folder = makeOwnFolder(os.tmpdir(), 'livelane-tests-');
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs tests of these Jest projects, and counts them.
 * @param {{ env?: NodeJS.ProcessEnv, maySkip?: boolean }} options without maySkip, a test that was not run fails
 * @returns {Promise<boolean>} whether all passed
 */
export async function jest(projects, args, { env = process.env, maySkip = true } = {}) {
  const file = path.join(os.tmpdir(), `jest-${projects.join('-')}.json`);
  const code = await run(
    bin('jest'),
    ['--selectProjects', ...projects, '--json', `--outputFile=${file}`, ...args],
    { env },
  );
  const result = JSON.parse(readFileSync(file, 'utf8'));
  counts.passed += result.numPassedTests;
  // A file that could not even be loaded has no tests to count, and still fails.
  counts.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  counts.skipped += result.numPendingTests;
  return code === 0 && (maySkip || result.numPendingTests === 0);
}

/**
 * Ends the program's output with what was counted, and the program with the code that belongs to it.
 * @param {boolean} isOk whether all else went well
 */
export function tellCounts(isOk) {
  const { passed, failed, skipped } = counts;
  if (!isOk && failed === 0) console.log('The tests that ran passed, but the run failed: see above.');
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  // For who adds up several runs.
  if (process.env.LIVELANE_TEST_COUNTS)
    appendFileSync(process.env.LIVELANE_TEST_COUNTS, `${passed} ${failed} ${skipped}\n`);
  process.exitCode = isOk && failed === 0 ? 0 : 1;
}
