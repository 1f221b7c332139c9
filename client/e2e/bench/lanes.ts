import type { Page } from 'playwright-core';
import { quantile, type Row, type Spread, spread } from '../../../test-kit/load/measure';
import { firstCardMs, longestFrame, timeToPaint } from './pageProbes';
import { type BenchBoard, boardUrl, signedIn, slowDown, type World } from './world';

/*
 * A board in lanes, one a person: what it takes to open it so, to lay it out so, and to carry cards from lane to lane.
 */
const part = 'browser';
const RUNS = 5;
const DRAGS = 20;
const CARD = '[data-task-id]';
const CARD_IN_LANE = `[data-lane] ${CARD}`;
/** The drag library measures where the card hovers before a drop counts. */
const HOVER_MS = 150;

const ms = (values: number[]): { p50: Spread } => ({ p50: spread(values) });
const withP95 = (values: number[]) => ({ ...ms(values), p95: spread([quantile(values, 0.95)]) });

export async function measureLanes(world: World, board: BenchBoard): Promise<Row[]> {
  return [
    await measureOpening(world, board),
    await measureSwitch(world, board),
    ...(await measureDrags(world, board, false)),
    ...(await measureDrags(world, board, true)),
  ];
}

const inLanes = (world: World, board: BenchBoard) => `${boardUrl(world, board)}?lanes=assignee`;

/** In turn with the same board in columns. */
async function measureOpening(world: World, board: BenchBoard): Promise<Row> {
  const times = { lanes: [] as number[], columns: [] as number[] };
  for (let run = 0; run < RUNS; run++)
    for (const [list, url, card] of [
      [times.lanes, inLanes(world, board), CARD_IN_LANE],
      [times.columns, boardUrl(world, board), CARD],
    ] as const) {
      const page = await signedIn(world);
      list.push(await firstCardMs(page, url, card));
      await page.context().close();
    }
  const baseline = { name: 'the same in columns', values: ms(times.columns) };
  return {
    part,
    name: `first board of ${board.name}, opened in lanes, visible`,
    runs: RUNS,
    values: ms(times.lanes),
    baseline,
  };
}

/** From the choice in the menu to the frame that shows cards in lanes. */
async function measureSwitch(world: World, board: BenchBoard): Promise<Row> {
  const page = await signedIn(world);
  await firstCardMs(page, boardUrl(world, board), CARD);
  await page.locator('[data-connection="live"]').waitFor();
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Lanes:/ }).click();
    const choice = page.getByRole('menuitemradio', { name: 'Assignee' });
    times.push(await timeToPaint(page, 'mouseup', CARD_IN_LANE, () => choice.click()));
    await page.getByRole('button', { name: 'Clear filter: Lanes' }).click();
    await page.locator('[data-lane]').first().waitFor({ state: 'detached' });
  }
  await page.context().close();
  // The first one loads the script of lanes.
  return { part, name: `columns to lanes, ${board.name}`, runs: RUNS, values: ms(times.slice(1)) };
}

async function measureDrags(world: World, board: BenchBoard, isSlow: boolean): Promise<Row[]> {
  const page = await signedIn(world);
  await firstCardMs(page, inLanes(world, board), CARD_IN_LANE);
  await page.locator('[data-connection="live"]').waitFor();
  if (isSlow) await slowDown(page, {});
  const lanes = await edgeOfTwoLanes(page);
  const [lifts, longest, drops]: number[][] = [[], [], []];
  for (let run = 0; run < DRAGS; run++) {
    const [from, to] = run % 2 === 0 ? [lanes.upper, lanes.lower] : [lanes.lower, lanes.upper];
    const [start, end] = [from.point, to.point];
    const taskId = await cardAt(page, start);
    await page.mouse.move(start.x, start.y);
    const carry = async () => {
      lifts?.push(
        await timeToPaint(page, 'mousedown', 'html[data-dragging]', async () => {
          await page.mouse.down();
          await page.mouse.move(start.x + 8, start.y + 4, { steps: 4 });
        }),
      );
      await page.mouse.move(end.x, end.y, { steps: 15 });
      await page.waitForTimeout(HOVER_MS);
    };
    longest?.push(await longestFrame(page, carry));
    const dropped = `${to.cell} [data-task-id="${taskId}"]`;
    drops?.push(await timeToPaint(page, 'mouseup', dropped, () => page.mouse.up()));
    await page.locator('html[data-dragging]').waitFor({ state: 'detached' });
  }
  await page.context().close();
  const where = `in lanes, ${board.name}${isSlow ? ', CPU / 4' : ''}`;
  const row = (name: string, values: Row['values']): Row => ({
    part,
    name: `${name} ${where}`,
    runs: DRAGS,
    values,
  });
  const frames = row('longest frame of a drag', ms(longest ?? []));
  if (isSlow) return [frames];
  return [row('press to lift', withP95(lifts ?? [])), frames, row('drop to paint', withP95(drops ?? []))];
}

/** A lane's part of a column, and a point on one of its cards. */
interface Place {
  cell: string;
  point: { x: number; y: number };
}

/** How high in the window the edge between the two lanes is put, and from there the cards that are carried. */
const EDGE_PART = 0.62;
const [ABOVE_PX, BELOW_PX] = [170, 120];

/**
 * Scrolls to where one lane ends and the next begins, so that cards of both are in the window, and neither near its upper
 * edge nor its lower one, where the page would scroll.
 */
async function edgeOfTwoLanes(page: Page): Promise<Record<'upper' | 'lower', Place>> {
  const rows = page.locator('[data-lane-row]');
  const [above, below] = [
    await rows.nth(2).getAttribute('data-lane-row'),
    await rows.nth(3).getAttribute('data-lane-row'),
  ];
  const cellOf = (state: string, lane: string | null) => `[data-state="${state}"][data-lane="${lane}"]`;
  const [upper, lower] = [cellOf('BACKLOG', above), cellOf('READY', below)];
  // What was thought of heights is measured on the way there.
  for (const _ of [1, 2, 3]) {
    await rows.nth(3).evaluate((row, part) => {
      const top = row.getBoundingClientRect().top - part * window.innerHeight;
      window.scrollBy({ top, behavior: 'instant' });
    }, EDGE_PART);
    for (const cell of [upper, lower]) await page.locator(`${cell} ${CARD}`).first().waitFor();
  }
  const edge = (await rows.nth(3).boundingBox())?.y ?? 0;
  const pointIn = async (cell: string, y: number) => {
    const box = await page.locator(cell).boundingBox();
    return { cell, point: { x: (box?.x ?? 0) + (box?.width ?? 0) / 3, y } };
  };
  return { upper: await pointIn(upper, edge - ABOVE_PX), lower: await pointIn(lower, edge + BELOW_PX) };
}

async function cardAt(page: Page, { x, y }: Place['point']): Promise<string> {
  const id = await page.evaluate(
    ([left, top]) =>
      document.elementFromPoint(left, top)?.closest('[data-task-id]')?.getAttribute('data-task-id'),
    [x, y] as const,
  );
  if (!id) throw new Error('there is no card to carry');
  return id;
}
