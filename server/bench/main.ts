import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inTemporaryFolder } from '../../test-kit/load/livelane';
import type { Row } from '../../test-kit/load/measure';
import { repositoryRoot } from '../../test-kit/repositoryRoot';
import { compareWith } from './compare';
import { measureBulk } from './parts/bulk.part';
import { LONG_LOG_OPS, measureGrowth } from './parts/growth.part';
import { measureHistory } from './parts/history.part';
import { measureMongodb } from './parts/mongodb.part';
import { measureNodes } from './parts/nodes.part';
import { measureNotices } from './parts/notices.part';
import { measurePeople } from './parts/people.part';
import { measurePressure } from './parts/pressure.part';
import { measurePush } from './parts/push.part';
import { measureReconnect } from './parts/reconnect.part';
import { measureDisk, measureRest } from './parts/rest.part';
import { measureSearch } from './parts/search.part';
import { measureStart } from './parts/start.part';
import { measureWatching } from './parts/watching.part';
import { describeMachine, type Result, toComparison, toMarkdown } from './report';

/*
 * Measures the production server; README.md beside this file has the figures.
 * Usage: npm run bench [-- PART…] [--compare earlier.json | --compare REVISION [--turns N]] [--save NAME] [--ops N]
 */
const TURNS = 3;

const parts: Record<string, (wishes: Wishes) => Promise<Row[]>> = {
  start: measureStart,
  rest: async () => [...(await measureDisk()), ...(await measureRest())],
  push: measurePush,
  reconnect: measureReconnect,
  growth: ({ ops }) => measureGrowth(ops),
  people: measurePeople,
  history: measureHistory,
  notices: measureNotices,
  search: measureSearch,
  bulk: measureBulk,
  pressure: measurePressure,
  watching: measureWatching,
  mongodb: measureMongodb,
  nodes: measureNodes,
  browser: measureBrowser,
};

/** The benchmark in a real browser is a program of its own: it writes its rows as JSON into the file that it is given. */
const BROWSER_BENCH = 'client/e2e/browser.bench.ts';

async function measureBrowser(): Promise<Row[]> {
  const program = path.join(repositoryRoot(), BROWSER_BENCH);
  if (!existsSync(program)) return [];
  return inTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'rows.json');
    execFileSync(path.join(repositoryRoot(), 'node_modules/.bin/tsx'), [program, file], { stdio: 'inherit' });
    return JSON.parse(await readFile(file, 'utf8')) as Row[];
  });
}

function versions(): Result['versions'] {
  const version = (name: string) =>
    (require(path.join(repositoryRoot(), 'node_modules', name, 'package.json')) as { version: string })
      .version;
  const names = ['express', 'socket.io', 'mongoose', 'mongodb', 'lmdb'];
  return Object.fromEntries(names.map((name) => [name, version(name)]));
}

interface Wishes {
  names: string[];
  compare: string | undefined;
  turns: number;
  save: string | undefined;
  /** Of the long log in **growth**. */
  ops: number;
}

function readWishes(words: readonly string[]): Wishes {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      compare: { type: 'string' },
      turns: { type: 'string' },
      save: { type: 'string' },
      ops: { type: 'string' },
    },
  });
  const unknown = positionals.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  return {
    names: positionals.length > 0 ? positionals : Object.keys(parts),
    compare: values.compare,
    turns: Number(values.turns ?? TURNS),
    save: values.save,
    ops: Number(values.ops ?? LONG_LOG_OPS),
  };
}

async function main(): Promise<void> {
  const wishes = readWishes(process.argv.slice(2));
  const { names, compare, turns, save } = wishes;
  if (compare && !compare.endsWith('.json')) {
    process.stdout.write(await compareWith(compare, names, turns));
    return;
  }
  const earlier = compare ? (JSON.parse(await readFile(compare, 'utf8')) as Result) : null;
  const rows: Row[] = [];
  for (const name of names) {
    const start = performance.now();
    rows.push(...((await parts[name]?.(wishes)) ?? []));
    process.stderr.write(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  }
  const result: Result = {
    date: new Date().toISOString(),
    machine: describeMachine(),
    versions: versions(),
    rows,
  };
  process.stdout.write(`${toMarkdown(result)}\n`);
  if (earlier) process.stdout.write(toComparison(result, earlier));
  const folder = path.join(repositoryRoot(), 'server/bench/results');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, save ?? 'latest');
  await writeFile(`${file}.json`, `${JSON.stringify(result, null, 2)}\n`);
  await writeFile(`${file}.md`, toMarkdown(result));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  // Open connections of the part that failed would keep the process alive.
  process.exit(1);
});
