// npm run simulate -- [--seeds 20000] [--from 1] [--keep NAME]: random histories of the whole product, each checked at
// its end.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../test-kit/repositoryRoot';
import { type Plan, planOf } from './run/plan';
import { shrink } from './run/shrink';
import { simulate } from './run/simulation';
import { Database } from './server/database';

const USAGE = `npm run simulate -- [--seeds N] [--from SEED] [--kept] [--keep NAME] [--verbose]
  --seeds N     so many seeds (300)
  --from SEED   the first one (1)
  --kept        instead of seeds, the plans of simulation/kept
  --keep NAME   writes the smallest plan of the first failure to simulation/kept/NAME.json: a test from then on
  --unshrunk    tells failures as they are, without a search for smaller ones
  --first       ends at the first failure and prints its whole history
  --counts      how often each kind of thing happened
  --verbose     the history of every seed`;
/** After this many failures the rest is not worth its time. */
const MAX_FAILURES = 5;
/** How often progress is printed. */
const PROGRESS_MS = 10_000;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
    kept: { type: 'boolean', default: false },
    keep: { type: 'string' },
    unshrunk: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    counts: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const database = new Database();
  const start = performance.now();
  const counts = new Map<string, number>();
  let [done, failures, reportedAt] = [0, 0, start];
  for (const [name, plan] of plans()) {
    const history = await simulate(plan, database);
    done++;
    for (const [kind, count] of history.counts) counts.set(kind, (counts.get(kind) ?? 0) + count);
    if (values.verbose) console.log(history.lines.join('\n'));
    if (history.violation) {
      failures++;
      if (values.first) {
        console.log(`${name} fails:\n${history.lines.join('\n')}`);
        break;
      }
      if (values.unshrunk) console.log(`${name} fails: ${history.violation.message}`);
      else await tell(name, plan, database);
      if (failures === MAX_FAILURES) break;
    }
    if (performance.now() - reportedAt < PROGRESS_MS) continue;
    reportedAt = performance.now();
    console.log(`${name}: ${done} done, ${failures} failed`);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${done} simulations, ${failures} failed, ${seconds} s`);
  if (values.counts)
    for (const [kind, count] of [...counts].sort(([, a], [, b]) => b - a))
      console.log(`${((100 * count) / done).toFixed(0).padStart(6)} in 100: ${kind}`);
  await database.close();
  process.exitCode = failures > 0 ? 1 : 0;
}

const KEPT = path.join(repositoryRoot(), 'simulation', 'kept');

function* plans(): Generator<[name: string, plan: Plan]> {
  if (values.kept) {
    for (const file of readdirSync(KEPT).filter((each) => each.endsWith('.json')))
      yield [file, JSON.parse(readFileSync(path.join(KEPT, file), 'utf8')) as Plan];
    return;
  }
  const from = Number(values.from);
  for (let seed = from; seed < from + Number(values.seeds); seed++) yield [`seed ${seed}`, planOf(seed)];
}

/** Prints the shortest history that fails in the same way. */
async function tell(name: string, plan: Plan, database: Database): Promise<void> {
  const smallest = await shrink(plan, database);
  console.log(`\n${name} fails; its smallest history:\n${smallest.history.lines.join('\n')}\n`);
  if (!values.keep) return;
  const file = path.join(KEPT, `${values.keep}.json`);
  writeFileSync(file, `${JSON.stringify(smallest.plan, null, 2)}\n`);
  console.log(`kept in ${file}`);
}

void main();
