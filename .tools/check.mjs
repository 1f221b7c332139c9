// npm run check: what a change may have broken, in two minutes: types, lint, the tests of changed files, 30 simulations.
// The browser, processes and everything else are for npm test.
import './lib/node-version.mjs';
import { execFileSync } from 'node:child_process';
import { ensureInstalled } from './ensure-installed.mjs';
import { jest, tellCounts, withOwnTemporaryFolder } from './lib/jest.mjs';
import { bin, root, run, say, since } from './lib/run.mjs';

const PROJECTS = ['shared', 'embedded-mongo', 'server', 'client'];
const SEEDS = 30;

/** The commit that this branch left `main` at; what is not committed is compared as well. */
function changedSince() {
  for (const main of ['origin/HEAD', 'main']) {
    try {
      const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
      return execFileSync('git', ['merge-base', 'HEAD', main], options).trim();
    } catch {
      // There is no such branch.
    }
  }
  return 'HEAD';
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
  return [
    await step('lint and format', () => program('biome', ['ci', '--error-on-warnings', '.'])),
    await step('nothing unused', () => program('knip', ['-c', '.config/knip.json', '--no-progress'])),
    await step('types', async () => {
      const folders = ['shared', 'server/embedded-mongo', 'server', 'client'];
      return (await Promise.all(folders.map((folder) => program('tsc', ['-p', folder])))).every(Boolean);
    }),
    await step('tests of what changed', () =>
      jest(PROJECTS, ['--changedSince', changedSince(), '--passWithNoTests', '--maxWorkers=100%']),
    ),
    await step(`${SEEDS} simulations`, async () => {
      const args = ['.tools/simulate.mjs', '--seeds', String(SEEDS)];
      return (await run(process.execPath, args)) === 0;
    }),
  ];
});
tellCounts(results.every(Boolean));
