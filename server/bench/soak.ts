import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../test-kit/freePort';
import { startLivelane } from '../../test-kit/livelane.process';
import { ownMegabytes, residentMegabytes } from '../../test-kit/load/livelane';
import { type SoakInterval, soak, whyMovesFailed } from '../../test-kit/load/soak.load';

/** What the product promises. */
const PUSH_P95_MS = 200;
const MEMORY_MB = 400;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    sockets: { type: 'string', default: '1000' },
    boards: { type: 'string', default: '20' },
    moves: { type: 'string', default: '50' },
    cards: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

/** The server's own figures, by the names that they have there. */
async function figures(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(url)).text();
  return new Map(
    text.split('\n').flatMap((line) => {
      const space = line.lastIndexOf(' ');
      return line.startsWith('#') || space < 0 ? [] : [[line.slice(0, space), Number(line.slice(space + 1))]];
    }),
  );
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'livelane-soak-'));
  const metricsPort = await freePort();
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`;
  const server = await startLivelane({
    dataDir: folder,
    env: { METRICS_PORT: `${metricsPort}`, REGISTRATIONS_PER_HOUR: `${Number(values.boards) + 1}` },
  });
  let peakMb = 0;
  // Pages of the data file grow with the log; the system takes them back when it needs them.
  const memoryMb = () => {
    const withPages = residentMegabytes(server.pid);
    const own = ownMegabytes(server.pid) ?? withPages;
    peakMb = Math.max(peakMb, own);
    return { own, withPages };
  };
  const watch = setInterval(memoryMb, 1_000);
  const [sockets, boards, moves, cards, minutes, seed] = (
    ['sockets', 'boards', 'moves', 'cards', 'minutes', 'seed'] as const
  ).map((name) => Number(values[name])) as [number, number, number, number, number, number];
  console.log(
    `${sockets} sockets on ${boards} boards of ${cards} cards, ${moves} moves/s, ${minutes} min, seed ${seed}; Node ${process.version}, ${cpus().length} cores, clients and server on this machine`,
  );
  console.log('minute  moves  answer p50/p95  push p50/p95/p99 ms   pushes  own MB  with file pages');
  let minute = 0;
  const report = ({ moves: done, answers, pushes }: SoakInterval) => {
    minute++;
    const { own, withPages } = memoryMb();
    const cells = [
      `${minute}`.padStart(6),
      `${done}`.padStart(6),
      `${answers.quantile(0.5)} / ${answers.quantile(0.95)}`.padStart(15),
      `${pushes.quantile(0.5)} / ${pushes.quantile(0.95)} / ${pushes.quantile(0.99)}`.padStart(21),
      `${pushes.count}`.padStart(8),
      own.toFixed(0).padStart(7),
      withPages.toFixed(0).padStart(16),
    ];
    console.log(cells.join(' '));
  };
  try {
    const result = await soak({
      url: server.url,
      sockets,
      boards,
      cardsPerBoard: cards,
      movesPerSecond: moves,
      seconds: minutes * 60,
      seed,
      every: { seconds: 60, report },
    });
    clearInterval(watch);
    memoryMb();
    const own = await figures(metrics);
    const total = (prefix: string) =>
      [...own].reduce((sum, [name, value]) => (name.startsWith(prefix) ? sum + value : sum), 0);
    const p95 = result.pushes.quantile(0.95);
    const checks: Array<[string, boolean]> = [
      [`push p95 ${p95} ms < ${PUSH_P95_MS} ms`, p95 < PUSH_P95_MS],
      [`server's own memory at most ${peakMb.toFixed(0)} MB < ${MEMORY_MB} MB`, peakMb < MEMORY_MB],
      [
        `every socket heard every op: ${result.heard} of ${result.expected}`,
        result.heard === result.expected,
      ],
      [`${result.failed} of ${result.moves + result.failed} moves failed`, result.failed === 0],
      [
        `${result.gaps} gaps, ${result.resets} resets, ${result.losses} lost connections`,
        result.gaps + result.resets + result.losses === 0,
      ],
      [`divergence ${total('livelane_divergence_total')}`, total('livelane_divergence_total') === 0],
    ];
    for (const [text, holds] of checks) console.log(`${holds ? '✓' : '✗'} ${text}`);
    for (const line of whyMovesFailed(result)) console.log(line);
    if (!checks.every(([, holds]) => holds)) process.exitCode = 1;
  } finally {
    clearInterval(watch);
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
