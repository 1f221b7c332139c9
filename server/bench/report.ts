import os from 'node:os';
import type { Row, Spread, Values } from '../../test-kit/load/measure';

/** What one run of the suite found. */
export interface Result {
  /** ISO 8601 in UTC. */
  date: string;
  machine: { cpu: string; cores: number; memoryGb: number; platform: string; node: string };
  /** Versions of what is measured and compared with. */
  versions: Record<string, string>;
  rows: Row[];
}

export function describeMachine(): Result['machine'] {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    platform: `${os.type()} ${os.arch()}`,
    node: process.versions.node,
  };
}

const COLUMNS = ['p50', 'p95', 'p99', 'perSecond', 'megabytes', 'bytes'] as const;
/** The figures that a comparison names. */
export const COMPARED = ['p50', 'perSecond', 'megabytes', 'bytes'] as const;
export const HEADINGS: Record<(typeof COLUMNS)[number], string> = {
  p50: 'p50 ms',
  p95: 'p95 ms',
  p99: 'p99 ms',
  perSecond: 'per second',
  megabytes: 'MB',
  bytes: 'bytes',
};

/** What a part's figures are about. */
const NOTES: Record<string, string> = {
  start: 'p50 is the time from launch to ready.',
  rest: 'Sixteen clients are sixteen members with a connection each. Boards are read compressed (br).',
  push: 'From sending the move until its event is heard by the first and by the last of so many sockets on that board, on a server that has made 300 moves before.',
  reconnect: 'A new connection, handshake and subscription, until what was missed is there.',
  history:
    'A board of 10,000 cards, 16 members and 100,000 ops in its log. Past boards are read whole, uncompressed.',
  notices:
    'Notifications are written before they are pushed. A quarter of the moves that may be told of lead to DONE: two people hear of each.',
  search:
    'One person sees 100 projects of 1,000 tasks; words come as often as in real texts. A card moves before each search.',
  people:
    'Projects of 20 cards. What is done to the large workspace is done beside one project, of which all of its people are members.',
  bulk: 'From sending the request until its answer, and until another socket on that board has heard of all cards.',
  growth:
    'A board of 1,000 cards and 16 members with 1 million ops in its log, in a database of 100,000 tasks on 100 boards and 10,000 users, beside the same board alone.',
};

/** The result as Markdown. */
export function toMarkdown({ date, machine, versions, rows }: Result): string {
  const { cpu, cores, memoryGb, platform, node } = machine;
  const lines = [
    '# Livelane, measured',
    '',
    `${date.slice(0, 10)}, ${cores} cores (${cpu}), ${memoryGb} GB, ${platform}, Node ${node}.`,
    `${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    '',
    'Each figure is the median of several runs, with the smallest and the largest in brackets. The client runs on the same',
    'machine. “×” is the median beside that of the baseline, which is measured in turn with it: time as a multiple, rate as a part.',
  ];
  for (const part of new Set(rows.map((row) => row.part))) {
    const own = rows.filter((row) => row.part === part);
    const columns = COLUMNS.filter((column) => own.some(({ values }) => values[column]));
    const note = NOTES[part];
    lines.push(
      '',
      `## ${part}`,
      ...(note ? ['', note] : []),
      '',
      cells(['', ...columns.map((column) => HEADINGS[column]), '× baseline']),
    );
    lines.push(cells(['---', ...columns.map(() => '---:'), '---']));
    for (const { name, values, baseline } of own) {
      const shown = columns.map((column) => showSpread(values[column]));
      lines.push(
        cells([name, ...shown, baseline ? `${ratios(values, baseline.values)} ${baseline.name}` : '']),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** How the figures have changed since an earlier result; those of less than their own spread are marked as noise. */
export function toComparison(now: Result, before: Result): string {
  const lines = [
    `Compared with ${before.date.slice(0, 16)} (${before.machine.cpu}, Node ${before.machine.node}):`,
  ];
  for (const row of now.rows) {
    const old = before.rows.find(({ part, name }) => part === row.part && name === row.name);
    if (!old) {
      lines.push(`${row.part}: ${row.name}: new`);
      continue;
    }
    const changes = COMPARED.flatMap((column) => {
      const [a, b] = [old.values[column], row.values[column]];
      if (!a || !b || a.median === 0) return [];
      const percent = Math.round((b.median / a.median - 1) * 100);
      const isNoise = b.min <= a.max && a.min <= b.max;
      const change = `${percent > 0 ? '+' : ''}${percent} %`;
      return [
        `${HEADINGS[column]} ${show(a.median)} → ${show(b.median)} (${change}${isNoise ? ', noise' : ''})`,
      ];
    });
    lines.push(`${row.part}: ${row.name}: ${changes.join('; ')}`);
  }
  return `${lines.join('\n')}\n`;
}

function ratios(ours: Values, theirs: Values): string {
  return (['p50', 'perSecond', 'megabytes'] as const)
    .flatMap((column) => {
      const [a, b] = [ours[column], theirs[column]];
      return a && b ? [`${show(a.median / b.median)}× ${HEADINGS[column].replace(' ms', '')}`] : [];
    })
    .join(', ');
}

function showSpread(spread: Spread | undefined): string {
  if (!spread) return '';
  const { median, min, max } = spread;
  return min === max ? show(median) : `${show(median)} (${show(min)}–${show(max)})`;
}

/** A number for people. */
export function show(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

function cells(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`;
}
