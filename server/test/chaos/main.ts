import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chaos } from './chaos';
import { check } from './checker/check';
import type { Finding } from './checker/finding';
import { gather, type Line } from './checker/history';
import type { Means } from './faults';
import { Clock } from './product/clock';
import { type DatabaseName, Product } from './product/product';
import { canSlowDisk } from './product/slow-disk';
import { Recorder } from './recorder';

/** Shares of the time: three nodes have more that can fail. */
const SHARES: Record<DatabaseName, number> = { embedded: 0.4, 'replica-set': 0.6 };
/** Ending the run must not leave servers behind, which are process groups of their own. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ENDED_EARLY = 1;
/** Findings of one rule that are printed. */
const PRINTED = 8;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 32)}` },
    database: { type: 'string' },
    check: { type: 'string' },
    keep: { type: 'boolean', default: false },
    'nothing-skipped': { type: 'boolean', default: false },
  },
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Judges a history that was kept. */
async function judge(file: string): Promise<Finding[]> {
  const lines: Line[] = [];
  for await (const line of createInterface({ input: createReadStream(file) }))
    lines.push(JSON.parse(line) as Line);
  return check(gather(lines));
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function report(findings: readonly Finding[]): void {
  const byRule = grouped(findings, ({ rule }) => rule);
  for (const [rule, found] of byRule) {
    say(`BROKEN: ${rule}, ${found.length} times`);
    for (const { text } of found.slice(0, PRINTED)) say(`  ${text}`);
  }
}

async function meansOfMachine(folder: string): Promise<Means> {
  const means = {
    canSlowDisk: await canSlowDisk(),
    canJump: (await Clock.at(path.join(folder, 'clock'))) !== null,
  };
  if (!means.canSlowDisk) say('no slow disk: there is no strace here that may trace (Debian: strace)');
  if (!means.canJump) say('no jumps of clocks: there is no libfaketime here (Debian: faketime)');
  if (values['nothing-skipped'] && !(means.canSlowDisk && means.canJump))
    throw new Error('something is missing');
  return means;
}

/** @returns whether nothing was found */
async function run(database: DatabaseName, seconds: number, seed: number, kept: string): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'livelane-chaos-'));
  const means = await meansOfMachine(folder);
  const file = path.join(kept, `${database}-${seed}.jsonl`);
  const recorder = new Recorder(file);
  say(`\n${database}: ${Math.round(seconds)} s of faults, seed ${seed}`);
  const product = await Product.start(database, folder, process.env.MONGOMS_SYSTEM_BINARY ?? '');
  const end = (): void => void product.close().then(() => process.exit(ENDED_EARLY));
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    const { faults } = await chaos(product, recorder, { database, seed, seconds, means, tell: say });
    // What the nodes have said is known when they have ended.
    await product.close();
    const { ok, refused, unknown, repeated, reads } = recorder.counts;
    say(`${faults} faults; ${ok} writes acknowledged, ${refused} refused, ${unknown} unknown;`);
    say(`${repeated} sendings were repeated; ${reads} boards read`);
    const errors = grouped(
      product.nodes.flatMap((node) => node.errors),
      (text) => text,
    );
    for (const [text, { length }] of errors) say(`logged as an error, ${length} times: ${text}`);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    await product.close();
    await recorder.close();
    await rm(folder, { recursive: true, force: true });
  }
  const findings = await judge(file);
  report(findings);
  if (findings.length === 0) {
    say(`${database}: nothing was found`);
    if (values.keep) say(`the history is kept in ${file}`);
    else await rm(file);
    return true;
  }
  say(`the history is kept in ${file}`);
  say(`again: npm run chaos -- --database ${database} --seed ${seed} --minutes ${seconds / 60}`);
  return false;
}

async function main(): Promise<void> {
  if (values.check !== undefined) {
    const findings = await judge(values.check);
    report(findings);
    process.exitCode = findings.length > 0 ? 1 : 0;
    return;
  }
  const seconds = Number(values.minutes) * 60;
  const seed = Number(values.seed);
  const databases = (Object.keys(SHARES) as DatabaseName[]).filter(
    (name) => values.database === undefined || name === values.database,
  );
  if (!(seconds > 0) || !Number.isInteger(seed) || databases.length === 0)
    throw new Error('usage: npm run chaos -- [--minutes 60] [--seed N] [--database embedded|replica-set]');
  const kept = path.join(tmpdir(), 'livelane-chaos');
  await mkdir(kept, { recursive: true });
  for (const database of databases) {
    const share = databases.length > 1 ? SHARES[database] : 1;
    if (!(await run(database, Math.round(seconds * share), seed, kept))) process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`livelane: ${error instanceof Error ? error.message : error}\n`);
  // People may still be at work on servers that have ended.
  process.exit(ENDED_EARLY);
});
