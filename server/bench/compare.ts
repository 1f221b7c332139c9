import { execFileSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inTemporaryFolder } from '../../test-kit/load/livelane';
import { type Row, type Spread, spread } from '../../test-kit/load/measure';
import { repositoryRoot } from '../../test-kit/repositoryRoot';
import { COMPARED, HEADINGS, type Result, show } from './report';

/** Folders that npm has installed packages into. */
const INSTALLED = ['.', 'shared', 'server', 'server/embedded-mongo', 'client'];

/** The same thing in both builds, measured one right after the other. */
interface Turn {
  before: readonly Row[];
  now: readonly Row[];
}

/**
 * Measures the build of an earlier revision and this one in turn, so that whatever else the machine does meets both.
 * Each is measured by the benchmark of its own revision, on data that its own code has written.
 *
 * @returns the ratios as lines
 * @throws when the revision is unknown, or cannot be built or measured
 */
export async function compareWith(
  revision: string,
  parts: readonly string[],
  turns: number,
): Promise<string> {
  return inTemporaryFolder(async (folder) => {
    const [here, there] = [repositoryRoot(), path.join(folder, 'checkout')];
    const git = (...args: string[]) => execFileSync('git', args, { cwd: here, stdio: 'inherit' });
    git('worktree', 'add', '--quiet', '--detach', there, revision);
    try {
      for (const each of INSTALLED) await copyPackages(path.join(here, each), path.join(there, each));
      const found: Turn[] = [];
      for (let turn = 0; turn < turns; turn++) {
        // Neither is always the first.
        const [a, b] = turn % 2 === 0 ? [there, here] : [here, there];
        const rows = new Map([
          [a, await measured(a, parts)],
          [b, await measured(b, parts)],
        ]);
        found.push({ before: rows.get(there) ?? [], now: rows.get(here) ?? [] });
      }
      return toRatios(found, revision);
    } finally {
      git('worktree', 'remove', '--force', there);
    }
  });
}

/** Saves an installation; the other checkout then installs what it needs in other versions. */
async function copyPackages(from: string, to: string): Promise<void> {
  await cp(path.join(from, 'node_modules'), path.join(to, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.includes('.cache'),
  }).catch((error: NodeJS.ErrnoException) => {
    // Not every workspace has packages of its own.
    if (error.code !== 'ENOENT') throw error;
  });
}

async function measured(root: string, parts: readonly string[]): Promise<Row[]> {
  const program = path.join(root, '.tools/bench.mjs');
  execFileSync(process.execPath, [program, ...parts], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const result = await readFile(path.join(root, 'server/bench/results/latest.json'), 'utf8');
  return (JSON.parse(result) as Result).rows;
}

/** How many times as much now as before, of each figure; where the turns disagree about the direction, it is noise. */
export function toRatios(turns: readonly Turn[], revision: string): string {
  const lines = [
    `Ratios to ${revision}: medians of ${turns.length} turns, with the smallest and the largest`,
  ];
  for (const { part, name } of turns[0]?.now ?? []) {
    const rowIn = (rows: readonly Row[]) => rows.find((row) => row.part === part && row.name === name);
    const changes = COMPARED.flatMap((column) => {
      const pairs = turns.flatMap(({ before, now }) => {
        const [a, b] = [rowIn(before)?.values[column], rowIn(now)?.values[column]];
        return a && b && a.median !== 0 ? [{ a: a.median, b: b.median }] : [];
      });
      if (pairs.length === 0) return [];
      const ratio = spread(pairs.map(({ a, b }) => b / a));
      const [a, b] = [spread(pairs.map((pair) => pair.a)), spread(pairs.map((pair) => pair.b))];
      return [`${HEADINGS[column]} ${show(a.median)} → ${show(b.median)} (${described(ratio)})`];
    });
    lines.push(`${part}: ${name}: ${changes.length > 0 ? changes.join('; ') : 'new'}`);
  }
  return `${lines.join('\n')}\n`;
}

function described({ median, min, max }: Spread): string {
  const isNoise = min <= 1 && max >= 1;
  return `×${show(median)}, ${show(min)}–${show(max)}${isNoise ? ', noise' : ''}`;
}
