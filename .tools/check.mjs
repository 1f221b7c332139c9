// npm run check: the likeliest faults of a change, in two minutes: types, lint, the nearest tests, 30 simulations.
// The browser, processes and everything else are for npm test.
import './lib/node-version.mjs';
import { execFileSync } from 'node:child_process';
import { ensureInstalled } from './ensure-installed.mjs';
import { jest, tellCounts, withOwnTemporaryFolder } from './lib/jest.mjs';
import { testsOf } from './lib/related-tests.mjs';
import { bin, root, run, say, since } from './lib/run.mjs';

const PROJECTS = ['shared', 'embedded-mongo', 'server', 'client'];
const SEEDS = 30;

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit that this branch left `main` at. */
function branchPoint() {
  for (const main of ['origin/HEAD', 'main']) {
    try {
      return git('merge-base', 'HEAD', main);
    } catch {
      // There is no such branch.
    }
  }
  return 'HEAD';
}

/** The changed files of this branch, committed or not. */
function changedFiles() {
  const known = git('diff', '--name-only', branchPoint());
  const added = git('ls-files', '--others', '--exclude-standard');
  return `${known}\n${added}`.split('\n').filter(Boolean);
}

async function step(title, work) {
  const start = performance.now();
  const isOk = await work();
  say(`${isOk ? 'ok' : 'FAILED'}: ${title} (${since(start)})`);
  return isOk;
}

const program = async (name, args) => (await run(bin(name), args)) === 0;

await ensureInstalled();
const { buildIfNeeded } = await import('./build.mjs');
const results = await withOwnTemporaryFolder(async () => {
  await buildIfNeeded(['worker']);
  // One beside the other: each waits for the disk or for one core at times.
  const checks = await Promise.all([
    step('lint and format', () => program('biome', ['ci', '--error-on-warnings', '.'])),
    step('nothing unused', () => program('knip', ['-c', '.config/knip.json', '--no-progress'])),
    step('types', async () => {
      const folders = ['shared', 'server/embedded-mongo', 'server', 'client'];
      return (await Promise.all(folders.map((folder) => program('tsc', ['-p', folder])))).every(Boolean);
    }),
  ]);
  const tests = await testsOf(PROJECTS, changedFiles());
  say(
    tests.length > 0 ? `tests of what changed:\n  ${tests.join('\n  ')}` : 'no test belongs to what changed',
  );
  const plays = await Promise.all([
    tests.length === 0 ||
      step('tests of what changed', () =>
        jest(PROJECTS, ['--maxWorkers=100%', '--runTestsByPath', ...tests]),
      ),
    step(`${SEEDS} simulations`, async () => {
      const args = ['.tools/simulate.mjs', '--seeds', String(SEEDS)];
      return (await run(process.execPath, args)) === 0;
    }),
  ]);
  return [...checks, ...plays];
});
tellCounts(results.every(Boolean));
