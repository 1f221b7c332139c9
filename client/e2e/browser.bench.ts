import { writeFile } from 'node:fs/promises';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inTemporaryFolder, tokensOf, withLivelane } from '../../test-kit/load/livelane';
import { quantile, type Row, type Spread, spread } from '../../test-kit/load/measure';
import { type BoardPlan, seed } from '../../test-kit/load/seed';
import { call } from '../../test-kit/team';
import { startBaseline } from './bench/baselinePage';
import { measureLanes } from './bench/lanes';
import {
  cardsTouched,
  firstCardMs,
  held,
  longestFrame,
  probeInteractions,
  timeToPaint,
} from './bench/pageProbes';
import { measurePersonal } from './bench/personal';
import { type BenchBoard, boardUrl, signedIn, slowDown, type World } from './bench/world';
import { CHROMIUM_FLAGS, findChromium } from './chromium';
import { card, cardIn, carry, placeIn } from './product';

/*
 * Aims in a real browser without a graphics card: how soon a board is there, how smoothly it moves, what it
 * weighs. Part `browser` of `npm run bench`; writes its rows as JSON into the file that it is given.
 */
/** Of the board that is measured in lanes, one of each. */
const PEOPLE = 30;
const PLANS = [
  { cards: 100 },
  { cards: 1_000 },
  { cards: 5_000 },
  { cards: 10_000 },
  { cards: 10_000, hasDetails: true },
  { cards: 10_000, members: PEOPLE },
];
/** Of one person, who has half of the cards. */
const PROJECTS = Array.from({ length: 200 }, () => ({ cards: 20, members: 2 }));
const RUNS = 5;
const DRAGS = 20;
const STEPS_BACK = 20;
const CARD = '[data-task-id]';
/** What a screen fetches after it is there comes within this time. */
const QUIET_MS = 1_500;

const part = 'browser';
const nameOf = ({ cards = 0, hasDetails = false, members }: Partial<BoardPlan> = {}) =>
  [
    `${cards.toLocaleString('en')} cards`,
    ...(hasDetails ? ['with labels and checklists'] : []),
    ...(members ? [`of ${members} people`] : []),
  ].join(' ');
const ms = (values: number[]): { p50: Spread } => ({ p50: spread(values) });

const openTime = (page: Page, url: string): Promise<number> => firstCardMs(page, url, CARD);

async function measureOpening(world: World, board: BenchBoard, isSlow: boolean): Promise<Row> {
  const times = { ours: [] as number[], plain: [] as number[] };
  for (let run = 0; run < RUNS; run++) {
    for (const [list, url] of [
      [times.ours, boardUrl(world, board)],
      [times.plain, world.baseline],
    ] as const) {
      const page = await signedIn(world);
      if (isSlow) await slowDown(page);
      list.push(await openTime(page, url));
      await page.context().close();
    }
  }
  const name = `first board of ${board.name} visible${isSlow ? ', 10 Mbit/s, 40 ms, CPU / 4' : ''}`;
  return {
    part,
    name,
    runs: RUNS,
    values: ms(times.ours),
    baseline: { name: 'plain page', values: ms(times.plain) },
  };
}

async function measureScripts(world: World, board: BenchBoard): Promise<Row[]> {
  const weigh = async (page: Page, url: string, ready: string) => {
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        );
    });
    await page.goto(url);
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(QUIET_MS);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await page.context().close();
    return { bytes: spread([bytes]) };
  };
  return [
    {
      part,
      name: 'script of the login page, brotli',
      runs: 1,
      values: await weigh(await world.window(), `${world.url}/login`, 'form button'),
    },
    {
      part,
      name: 'script of the first board, brotli',
      runs: 1,
      values: await weigh(await signedIn(world), boardUrl(world, board), CARD),
    },
  ];
}

/** The card at the top of a column. */
const topOf = async (page: Page, state: string) =>
  (await page.locator(`[data-state="${state}"] ${CARD}[data-index="0"]`).getAttribute('data-task-id')) ?? '';

async function measureDrag(world: World, board: BenchBoard, isSlow: boolean): Promise<Row[]> {
  const page = await signedIn(world);
  await openTime(page, boardUrl(world, board));
  await page.locator('[data-connection="live"]').waitFor();
  const plain = await world.window();
  await openTime(plain, world.baseline);
  if (isSlow) for (const each of [page, plain]) await slowDown(each, {});
  const longest = { ours: [] as number[], plain: [] as number[] };
  const drops: number[] = [];
  const [from, to] = ['BACKLOG', 'IN_PROGRESS'] as const;
  for (let run = 0; run < DRAGS; run++) {
    const [source, target] = run % 2 === 0 ? [from, to] : [to, from];
    const taskId = await topOf(page, source);
    const place = await placeIn(page, target, 'top');
    longest.ours.push(await longestFrame(page, () => carry(page, taskId, place)));
    const box = await plain.locator('li').first().boundingBox();
    if (box)
      longest.plain.push(
        await longestFrame(plain, async () => {
          await plain.mouse.move(box.x + 5, box.y + 5);
          await plain.mouse.move(box.x + 500, box.y + 100, { steps: 19 });
        }),
      );
    drops.push(await dropToPaint(page, taskId, target));
  }
  await page.context().close();
  await plain.context().close();
  const where = `${board.name}${isSlow ? ', CPU / 4' : ''}`;
  const rows: Row[] = [
    {
      part,
      name: `longest frame of a drag across columns, ${where}`,
      runs: DRAGS,
      values: ms(longest.ours),
      baseline: { name: 'plain page', values: ms(longest.plain) },
    },
  ];
  if (!isSlow) {
    const values = { ...ms(drops), p95: spread([quantile(drops, 0.95)]) };
    rows.push({ part, name: `drop to paint, ${where}`, runs: DRAGS, values });
  }
  return rows;
}

/** From the mouse button's end to the frame that shows the card in its column. The library's own animation counts. */
async function dropToPaint(page: Page, taskId: string, state: string): Promise<number> {
  const selector = `[data-state="${state}"] [data-task-id="${taskId}"]`;
  const time = await timeToPaint(page, 'mouseup', selector, () => page.mouse.up());
  await card(page, taskId).first().waitFor();
  return time;
}

/** From a key on the slider over time to the frame that shows the board of that moment. */
async function measureSlider(world: World, board: BenchBoard): Promise<Row> {
  const page = await signedIn(world);
  await openTime(page, boardUrl(world, board));
  await page.locator('[data-connection="live"]').waitFor();
  const { projectId } = board;
  const [token = ''] = await tokensOf(world.url, [world.email]);
  const taskId = await topOf(page, 'READY');
  for (let step = 0; step <= STEPS_BACK; step++)
    await call(world.url, 'PUT', `/tasks/${taskId}`, { token, body: { title: `Title ${step}` } });
  const { v } = await call<{ v: number }>(world.url, 'GET', `/kanban/project/${projectId}`, { token });
  await page.getByRole('button', { name: 'Go back in time' }).click();
  await page.getByRole('slider').focus();
  const times: number[] = [];
  for (let step = 1; step <= STEPS_BACK; step++) {
    const shown = `input[aria-valuetext*="change ${v - step} of"]`;
    times.push(await timeToPaint(page, 'keydown', shown, () => page.keyboard.press('ArrowLeft')));
  }
  await page.context().close();
  const values = { ...ms(times), p95: spread([quantile(times, 0.95)]) };
  const name = `a step back in time to paint, ${board.name}`;
  return { part, name, runs: STEPS_BACK, values };
}

async function measureLife(world: World, board: BenchBoard): Promise<Row[]> {
  const page = await signedIn(world);
  const browser = await page.context().newCDPSession(page);
  await openTime(page, boardUrl(world, board));
  await page.locator('[data-connection="live"]').waitFor();
  const heap = (await held(browser)).heap / 1e6;
  const [token = ''] = await tokensOf(world.url, [world.email]);
  const shown = await topOf(page, 'READY');
  const touched: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    // As long as the seeded one: a card that becomes a line lower lets those beneath it move up.
    const title = `Push ${run} of a board that is measured`;
    touched.push(
      await cardsTouched(page, async () => {
        await call(world.url, 'PUT', `/tasks/${shown}`, { token, body: { title } });
        await cardIn(page, 'READY', title).waitFor();
      }),
    );
  }
  const interactions = await probeInteractions(page);
  await page.keyboard.press('/');
  await page.keyboard.type('card 12', { delay: 60 });
  await page.getByLabel('Title', { exact: true }).fill('');
  await page.locator(`[data-state="READY"] ${CARD}`).first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.waitForTimeout(QUIET_MS);
  const slowest = Math.max(0, ...(await interactions()));
  await page.context().close();
  const where = board.name;
  return [
    {
      part,
      name: `cards that a pushed change touches, ${where} (a number)`,
      runs: RUNS,
      values: ms(touched),
    },
    { part, name: `heap, ${where}`, runs: 1, values: { megabytes: spread([heap]) } },
    {
      part,
      name: `INP: the slowest of typing, opening, walking, carrying, ${where}`,
      runs: 1,
      values: ms([slowest]),
    },
  ];
}

/** Measures one after the other, and says each row on the way. */
async function tell(...works: Array<() => Promise<Row | Row[]>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const work of works) {
    const found = [await work()].flat();
    for (const { name, values } of found) process.stderr.write(`${name}: ${JSON.stringify(values)}\n`);
    rows.push(...found);
  }
  return rows;
}

function measureBoards(world: World): Promise<Row[]> {
  const [smallest, usual, middle, largest, detailed, laned] = world.boards as BenchBoard[];
  if (!smallest || !usual || !middle || !largest || !detailed || !laned) throw new Error('no board');
  return tell(
    ...[smallest, usual, middle, largest, detailed].map((board) => () => measureOpening(world, board, false)),
    () => measureOpening(world, usual, true),
    () => measureScripts(world, smallest),
    ...[largest, detailed].flatMap((board) => [
      () => measureDrag(world, board, false),
      () => measureDrag(world, board, true),
      () => measureLife(world, board),
    ]),
    () => measureLanes(world, laned),
    () => measureSlider(world, usual),
  );
}

async function main(): Promise<void> {
  const [file] = process.argv.slice(2);
  const program = findChromium();
  const baseline = await startBaseline();
  const browser = await chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env },
    args: CHROMIUM_FLAGS,
  });
  const window = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({ viewport, serviceWorkers: 'block', ...options });
    // tsx names the functions that it sends to the page by a helper that is not there.
    await context.addInitScript('globalThis.__name = (named) => named');
    return context.newPage();
  };
  /** A server of its own that has these boards. */
  const measureOn = (plans: readonly BoardPlan[], measure: (world: World) => Promise<Row[]>) =>
    inTemporaryFolder(async (folder) => {
      const seeded = await seed(folder, { boards: plans, users: PEOPLE });
      const boards = seeded.map((board, index) => ({ ...board, name: nameOf(plans[index]) }));
      const email = seeded[0]?.members[0] ?? '';
      return withLivelane(folder, ({ url }) =>
        measure({ url, baseline: baseline.url, boards, email, window }),
      );
    });
  try {
    const rows = [
      ...(await measureOn(PLANS, measureBoards)),
      ...(await measureOn(PROJECTS, (world) => tell(() => measurePersonal(world)))),
    ];
    if (file) await writeFile(file, JSON.stringify(rows));
  } finally {
    await browser.close();
    baseline.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
