import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { planOf } from '../run/plan';
import { simulate } from '../run/simulation';
import { Database } from '../server/database';

/** On two idle cores a minute; this only ends a hung one. */
const LIMIT_MS = 15 * 60_000;
/** More of them add little to one run: `npm run simulate` and continuous integration play others. */
const SEEDS_EACH = 20;
/** Two nodes and private tasks: shows effects of the clock. */
const SEED_OF_TWO_NODES = 1279;
const MINUTE_MS = 60_000;

/**
 * A process of its own: there the code runs several times as fast as inside Jest. A failure is in
 * its output: the shortest history of each failing seed.
 */
async function play(...args: string[]): Promise<string> {
  const program = path.join(__dirname, '..', 'dist', 'simulate.js');
  try {
    return (await promisify(execFile)(process.execPath, ['--enable-source-maps', program, ...args])).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

test(
  `I1–I17, R26, R27, conflicts, cards and presence hold for clients, servers and networks of seeds 1 to ${2 * SEEDS_EACH}`,
  async () => {
    const halves = [1, 1 + SEEDS_EACH].map((from) =>
      play('--from', String(from), '--seeds', String(SEEDS_EACH)),
    );
    for (const output of await Promise.all(halves))
      expect(output).toContain(`${SEEDS_EACH} simulations, 0 failed`);
  },
  LIMIT_MS,
);

test(
  'every history that failed once and was kept succeeds',
  async () => {
    expect(await play('--kept')).toMatch(/simulations, 0 failed/);
  },
  LIMIT_MS,
);

const mutate = (...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(__dirname, '..', 'mutations', 'mutate.mjs'), ...args]);

test('every mutation fits the code as it is', async () => {
  expect((await mutate('--check')).stdout).toMatch(/the text of each is found/);
});

test(
  'faults in the server and in the client are found within a few seeds',
  async () => {
    const sample = [
      'a heal applies nothing',
      'a change is let go of when it is answered, before its op is here',
    ];
    expect((await mutate('--seeds', '20', ...sample)).stdout).toContain('2 mutations, 0 not found');
  },
  LIMIT_MS,
);

test(
  'the same seed gives the same history, however slow the machine is',
  async () => {
    const database = new Database();
    const first = await simulate(planOf(SEED_OF_TWO_NODES), database);
    let ms = performance.now();
    // Every read of the machine's clock advances by a minute.
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (ms += MINUTE_MS));
    const second = await simulate(planOf(SEED_OF_TWO_NODES), database);
    clock.mockRestore();
    await database.close();
    expect(first.violation).toBeNull();
    expect(first.lines.length).toBeGreaterThan(10);
    expect(second.lines).toEqual(first.lines);
  },
  LIMIT_MS,
);
