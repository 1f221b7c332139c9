import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { soak, whyMovesFailed } from '../../test-kit/load/soak.load';
import { call, type Person } from '../../test-kit/team';
import { type Held, held } from './bench/pageProbes';
import { type Product, startProduct } from './product';
import { openAs } from './signedIn';

/*
 * An hour of pushes leaves nothing behind in the page. `npm run soak -- page`.
 */
/** Until then caches fill and code is compiled, as a part of the whole time. */
const WARM_UP_PART = 1 / 6;
/** What the heap may gain after that; pushes of an hour that each left 100 bytes behind would be more. */
const HEAP_MB = 2;
/** Of elements and listeners: tooltips come and go. */
const FEW = 30;
/** After the last move, the longest wait for the last push. */
const LAST_PUSH_MS = 10_000;
const LOOK_MS = 100;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    moves: { type: 'string', default: '10' },
    cards: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

interface Watched {
  owner: Person;
  projectId: string;
  sample(): Promise<Held>;
  /** Numbers of cards that the heads of the columns show. */
  counts(): Promise<string[]>;
  /** Messages with ops since the page was opened. */
  pushes(): number;
}

async function watch(product: Product, owner: Person, projectId: string): Promise<Watched> {
  const page = await openAs(product, owner, '/');
  let pushes = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('"board:ops"')) pushes++;
    }),
  );
  await page.goto(`${product.url}/project/${projectId}`);
  await page.locator('[data-connection="live"]').waitFor();
  const browser = await page.context().newCDPSession(page);
  return {
    owner,
    projectId,
    pushes: () => pushes,
    sample: () => held(browser),
    counts: () => page.locator('[data-state] h2 + span').allTextContents(),
  };
}

async function main(): Promise<void> {
  const [minutes, moves, cards, seed] = (['minutes', 'moves', 'cards', 'seed'] as const).map((name) =>
    Number(values[name]),
  ) as [number, number, number, number];
  const product = await startProduct();
  const samples: Held[] = [];
  let watched: Watched | undefined;
  console.log(`one page on a board of ${cards} cards, ${moves} moves/s, ${minutes} min, seed ${seed}`);
  console.log('minute   pushes  heap MB  elements  listeners');
  const report = async () => {
    if (!watched) return;
    const now = await watched.sample();
    samples.push(now);
    const cells = [
      `${samples.length}`.padStart(6),
      `${watched.pushes()}`.padStart(8),
      (now.heap / 1e6).toFixed(2).padStart(8),
      `${now.nodes}`.padStart(9),
      `${now.listeners}`.padStart(10),
    ];
    console.log(cells.join(' '));
  };
  try {
    const result = await soak({
      url: product.url,
      sockets: 1,
      boards: 1,
      cardsPerBoard: cards,
      movesPerSecond: moves,
      seconds: minutes * 60,
      seed,
      onReady: async ([board]) => {
        if (board) watched = await watch(product, board.owner, board.projectId);
      },
      every: { seconds: 60, report },
    });
    await report();
    if (!watched) throw new Error('no page was opened');
    await showsWhatIs(product, watched);
    const warm = samples[Math.floor(samples.length * WARM_UP_PART)];
    const last = samples.at(-1);
    if (!warm || !last) throw new Error('too short: nothing was sampled');
    const grown = (last.heap - warm.heap) / 1e6;
    const checks: Array<[string, boolean]> = [
      [`heap gained ${grown.toFixed(2)} MB < ${HEAP_MB} MB after the warm-up`, grown < HEAP_MB],
      [`${last.nodes - warm.nodes} elements more`, last.nodes - warm.nodes < FEW],
      [`${last.listeners - warm.listeners} listeners more`, last.listeners - warm.listeners < FEW],
      [`${result.failed} of ${result.moves + result.failed} moves failed`, result.failed === 0],
    ];
    for (const [text, holds] of checks) console.log(`${holds ? '✓' : '✗'} ${text}`);
    for (const line of whyMovesFailed(result)) console.log(line);
    if (!checks.every(([, holds]) => holds)) process.exitCode = 1;
  } finally {
    await product.close();
  }
}

/** @throws when the page does not come to show as many cards in each column as there are */
async function showsWhatIs({ url }: Product, { owner, projectId, counts }: Watched): Promise<void> {
  const { token } = await call<{ token: string }>(url, 'POST', '/auth/login', {
    body: { email: owner.email, password: owner.password },
  });
  const board = await call<{ columns: { state: string; tasks: unknown[] }[] }>(
    url,
    'GET',
    `/kanban/project/${projectId}`,
    { token },
  );
  const there = board.columns.map(({ tasks }) => `${tasks.length}`);
  const giveUp = Date.now() + LAST_PUSH_MS;
  while ((await counts()).join() !== there.join()) {
    if (Date.now() > giveUp) throw new Error(`the page shows ${await counts()} cards, there are ${there}`);
    await pause(LOOK_MS);
  }
  console.log('✓ the page shows as many cards in each column as there are');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
