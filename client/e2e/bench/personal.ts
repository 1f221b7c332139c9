import type { Page } from 'playwright-core';
import { tokensOf } from '../../../test-kit/load/livelane';
import { type Row, type Spread, spread } from '../../../test-kit/load/measure';
import { call } from '../../../test-kit/team';
import { firstCardMs } from './pageProbes';
import { boardUrl, signedIn, type World } from './world';

/*
 * The personal board over many projects, beside the board of one of them: how soon it is there, and how soon it shows what
 * happens on a project's board.
 */
const part = 'browser';
const RUNS = 5;
const CHANGES = 20;
const CARD = '[data-task-id]';
/** What the person has on screen at the top of a column. */
const TOP_CARD = `[data-state="READY"] ${CARD}[data-index="0"]`;

const ms = (values: number[]): { p50: Spread } => ({ p50: spread(values) });

/** @param world whose boards are the projects of the person who signs in */
export async function measurePersonal(world: World): Promise<Row[]> {
  const [first] = world.boards;
  if (!first) throw new Error('no board');
  const name = `personal board of ${world.boards.length} projects`;
  const times = { personal: [] as number[], project: [] as number[] };
  for (let run = 0; run < RUNS; run++)
    for (const [list, url] of [
      [times.personal, world.url],
      [times.project, boardUrl(world, first)],
    ] as const) {
      const page = await signedIn(world);
      list.push(await firstCardMs(page, url, CARD));
      await page.context().close();
    }
  const opening = {
    part,
    name: `${name} visible`,
    runs: RUNS,
    values: ms(times.personal),
    baseline: { name: 'the board of one of them', values: ms(times.project) },
  };
  return [opening, await measureChanges(world, name)];
}

/** From a request that renames a card to the frame that shows the new name, on both boards at once. */
async function measureChanges(world: World, name: string): Promise<Row> {
  const personal = await signedIn(world);
  await firstCardMs(personal, world.url, TOP_CARD);
  const taskId = (await personal.locator(TOP_CARD).getAttribute('data-task-id')) ?? '';
  const board = world.boards.find(({ taskIds }) => taskIds.includes(taskId));
  if (!board) throw new Error('the card at the top is of none of the boards');
  const project = await signedIn(world);
  await firstCardMs(project, boardUrl(world, board), `[data-task-id="${taskId}"]`);
  const pages = [personal, project];
  for (const page of pages) await page.locator('[data-connection="live"]').waitFor();
  const [token = ''] = await tokensOf(world.url, [world.email]);
  const times: [number[], number[]] = [[], []];
  for (let change = 0; change < CHANGES; change++) {
    const title = `Renamed ${change}`;
    const painted = pages.map((page) => paintedAt(page, taskId, title));
    const start = performance.timeOrigin + performance.now();
    await call(world.url, 'PUT', `/tasks/${taskId}`, { token, body: { title } });
    for (const [index, at] of (await Promise.all(painted)).entries()) times[index as 0 | 1].push(at - start);
  }
  for (const page of pages) await page.context().close();
  const [onPersonal, onProject] = times;
  return {
    part,
    name: `a change to paint, ${name}`,
    runs: CHANGES,
    values: ms(onPersonal),
    baseline: { name: 'on the project’s board', values: ms(onProject) },
  };
}

/** When the frame was painted that shows a card with this title, in milliseconds since 1970. */
function paintedAt(page: Page, taskId: string, title: string): Promise<number> {
  return page.evaluate(
    ([selector, text]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(selector)?.textContent?.includes(text))
            return requestAnimationFrame(look);
          return requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        requestAnimationFrame(look);
      }),
    [`[data-task-id="${taskId}"]`, title] as const,
  );
}
