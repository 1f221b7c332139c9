import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeOwnFolder } from './own-folder.mjs';
import { bin, run } from './run.mjs';

const counts = { passed: 0, failed: 0, skipped: 0 };

/**
 * Everything that tests put into the system's folder for temporary files goes into one of their own, which is removed
 * when the work is done. The next run also removes the folder of one that was killed.
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
 * Runs tests of these Jest projects, and counts them. With `LIVELANE_TEST_AGAIN` in the environment a few tests that
 * failed are run once more, one after the other; those that pass only then are named, because their cause must still be
 * fixed.
 * @param {{ env?: NodeJS.ProcessEnv, maySkip?: boolean }} options without maySkip, a test that was not run fails
 * @returns {Promise<boolean>} whether all passed
 */
export async function jest(projects, args, { env = process.env, maySkip = true } = {}) {
  const output = path.join(os.tmpdir(), `jest-${projects.join('-')}.json`);
  const start = async (words) => {
    rmSync(output, { force: true });
    const options = ['--selectProjects', ...projects, '--json', `--outputFile=${output}`];
    const code = await run(bin('jest'), [...options, ...words], { env });
    return { code, files: JSON.parse(readFileSync(output, 'utf8')).testResults };
  };
  const isRed = ({ status }) => status === 'failed';
  let { code, files } = await start(args);
  const red = files.filter(isRed);
  if (env.LIVELANE_TEST_AGAIN && red.length > 0 && red.length <= AGAIN_AT_MOST) {
    console.log(`\nRUN AGAIN, because they failed:\n${red.map(({ name }) => name).join('\n')}\n`);
    // With one worker it is Jest itself, which waits for handles that a failed test has left open.
    const words = ['--maxWorkers=1', '--forceExit', '--runTestsByPath', ...red.map(({ name }) => name)];
    const again = await start([...words, ...onlyFailed(red)]);
    const green = again.files.filter((file) => !isRed(file)).map(({ name }) => name);
    if (green.length > 0) console.log(`\nPASSED ONLY WHEN RUN AGAIN:\n${green.join('\n')}\n`);
    files = [...files.filter((file) => !isRed(file)), ...again.files.map((file) => withEarlier(file, red))];
    code = again.code;
  }
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  counts.passed += count('passed');
  // A file that could not even be loaded has no tests to count, and still fails.
  counts.failed +=
    count('failed') +
    files.filter((file) => isRed(file) && !file.assertionResults.some(({ status }) => status === 'failed'))
      .length;
  const skipped = count('pending', 'todo', 'skipped');
  counts.skipped += skipped;
  return code === 0 && (maySkip || skipped === 0);
}
/** When more files fail, something is broken. */
const AGAIN_AT_MOST = 6;

const failedIn = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed');

/** Jest's words for the tests that failed; none where a whole file could not be run. */
function onlyFailed(red) {
  if (red.some((file) => failedIn(file).length === 0)) return [];
  const names = red.flatMap(failedIn).map(({ fullName }) => fullName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return ['--testNamePattern', `^(?:${names.join('|')})$`];
}

/** A file's result of two runs: tests that were not run again keep their first one. */
function withEarlier(file, red) {
  const earlier = red.find(({ name }) => name === file.name);
  const isAgain = (test) => failedIn(earlier).some(({ fullName }) => fullName === test.fullName);
  if (!file.assertionResults.some(({ status }) => status === 'pending')) return file;
  const ran = file.assertionResults.filter(isAgain);
  return {
    ...file,
    assertionResults: [...earlier.assertionResults.filter((test) => !isAgain(test)), ...ran],
  };
}

/**
 * Ends the program's output with the counts, and the program with the matching exit code.
 * @param {boolean} isOk whether all else went well
 */
export function tellCounts(isOk) {
  const { passed, failed, skipped } = counts;
  if (!isOk && failed === 0) console.log('The tests that ran passed, but the run failed: see above.');
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  // For programs that add up several runs.
  if (process.env.LIVELANE_TEST_COUNTS)
    appendFileSync(process.env.LIVELANE_TEST_COUNTS, `${passed} ${failed} ${skipped}\n`);
  process.exitCode = isOk && failed === 0 ? 0 : 1;
}
