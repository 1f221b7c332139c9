import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startLivelane } from '../test/process/livelane.process';
import { call, createProject, signUp } from '../test/process/team';

/*
 * Moves of cards on one board of the built server, durable, by one client and by sixteen at once; beside them an answer
 * of the same server that touches no database. Usage: npm run bench -- moves, or tsx moves.bench.ts [result.json]
 */
const CARDS = [100, 1_000];
const ROUNDS = 3;
const MOVES = 200;
const CLIENTS = 16;
const MOVES_EACH = 25;
const STATES = ['READY', 'TEST', 'DONE'] as const;

interface Figures {
  cards: number;
  oneClientP50Ms: string;
  oneClientP95Ms: string;
  sixteenPerSecond: string;
  baselineP50Ms: string;
}

const at = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
const spread = (values: number[], digits: number): string =>
  `${at(values, 0.5).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function measure(url: string, cards: number): Promise<Figures> {
  const owner = await signUp(url, 'Bench');
  const { token } = owner;
  const { id: projectId } = await createProject(url, owner);
  const ids: string[] = [];
  for (let n = 0; n < cards; n++) {
    const body = { title: `Card ${n}`, projectId };
    ids.push((await call<{ id: string }>(url, 'POST', '/tasks', { token, body })).id);
  }
  let turn = 0;
  const move = (index: number) => {
    turn++;
    const body = { taskId: ids[index % ids.length], state: STATES[turn % STATES.length], position: turn % 9 };
    return call(url, 'POST', '/kanban/moveTask', { token, body });
  };
  const rounds = {
    p50: [] as number[],
    p95: [] as number[],
    perSecond: [] as number[],
    base: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round++) {
    const one: number[] = [];
    const base: number[] = [];
    for (let n = 0; n < MOVES; n++) {
      one.push(await timed(() => move(n)));
      base.push(await timed(async () => (await fetch(`${url}/healthz`)).text()));
    }
    const many = await timed(() =>
      Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          for (let n = 0; n < MOVES_EACH; n++) await move(client * 5 + (n % 5));
        }),
      ),
    );
    rounds.p50.push(at(one, 0.5));
    rounds.p95.push(at(one, 0.95));
    rounds.base.push(at(base, 0.5));
    rounds.perSecond.push((CLIENTS * MOVES_EACH * 1_000) / many);
  }
  return {
    cards,
    oneClientP50Ms: spread(rounds.p50, 1),
    oneClientP95Ms: spread(rounds.p95, 1),
    sixteenPerSecond: spread(rounds.perSecond, 0),
    baselineP50Ms: spread(rounds.base, 2),
  };
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'livelane-bench-'));
  const server = await startLivelane({ dataDir });
  try {
    const figures: Figures[] = [];
    for (const cards of CARDS) figures.push(await measure(server.url, cards));
    console.table(figures);
    const [file] = process.argv.slice(2);
    if (!file) return;
    const machine = { cpus: os.cpus().length, model: os.cpus()[0]?.model, node: process.version };
    await writeFile(
      file,
      `${JSON.stringify({ date: new Date().toISOString(), machine, figures }, null, 2)}\n`,
    );
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

void main();
