// npm run simulate -- --mutations [NAME…] [--seeds 1000] [--jobs N]: each mutation must be found; prints by which seed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleMutated, mutatedText } from './mutated.mjs';
import { mutations } from './mutations.mjs';

const USAGE = `npm run simulate -- --mutations [NAME…] [--seeds N] [--jobs N] [--check]
  NAME…      only these; without any, all ${mutations.length}
  --seeds N  a mutation that so many seeds do not find fails (1000)
  --jobs N   so many at a time (1)
  --check    only whether the text of each is found in the code as it is`;

const dist = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const simulate = path.join(dist, 'simulate.js');

/** @param args the arguments after `--mutations`. @returns the exit code */
export async function mutate(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seeds: { type: 'string', default: '1000' },
      jobs: { type: 'string', default: '1' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const unknown = positionals.filter((name) => !mutations.some((each) => each.name === name));
  if (unknown.length > 0) throw new Error(`no such mutation: ${unknown.join(', ')}`);
  const chosen = mutations.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  // All of them before the first is played: a stale one is reported at once.
  for (const mutation of chosen) mutatedText(mutation);
  if (values.check) {
    console.log(`${chosen.length} mutations, the text of each is found`);
    return 0;
  }
  const left = [...chosen];
  let survivors = 0;
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const found = await play(next, Number(values.seeds));
      if (!found) survivors++;
      console.log(`${next.name}: ${found ?? `NOT FOUND by ${values.seeds} seeds`}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  console.log(`${chosen.length} mutations, ${survivors} not found`);
  return survivors > 0 ? 1 : 0;
}

/**
 * By which seed a mutation is found and by what, in words; null when it is not. A seed that the code as it is fails by as
 * well has found nothing: the next one is played.
 */
async function play(mutation, seeds) {
  const folder = mkdtempSync(path.join(tmpdir(), 'livelane-mutation-'));
  try {
    await bundleMutated(mutation, folder);
    for (let from = 1; from <= seeds; ) {
      const { count, failure } = await simulated(from, seeds - from + 1, folder);
      if (failure === null) return null;
      const seed = from + count - 1;
      const asItIs = await simulated(seed, 1, dist);
      if (asItIs.failure === null) return `found by seed ${seed}: ${failure.slice(0, 120)}`;
      console.log(`${mutation.name}: seed ${seed} fails without it as well: ${asItIs.failure}`);
      from = seed + 1;
    }
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Plays seeds up to the first that fails. @returns how many there were, and what failed */
async function simulated(from, seeds, bundles) {
  const output = await outputOf(['--from', String(from), '--seeds', String(seeds), '--first'], bundles);
  const [, count, failed] = /^(\d+) simulations, (\d+) failed/m.exec(output) ?? [];
  if (count === undefined) throw new Error(`the simulation has ended early\n${output}`);
  const [, what = ''] = /✗ (.*)/.exec(output) ?? [];
  return { count: Number(count), failure: failed === '0' ? null : what };
}

function outputOf(args, bundles) {
  const child = spawn(process.execPath, ['--max-semi-space-size=64', simulate, ...args], {
    env: { ...process.env, SIMULATION_BUNDLES: bundles },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await mutate(process.argv.slice(2));
