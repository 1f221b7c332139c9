import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startLivelane } from '../../test-kit/livelane.process';
import { repositoryRoot } from '../../test-kit/repositoryRoot';
import type { Person } from '../../test-kit/team';
import { drawn } from './drawn';
import { isCardCarried } from './isCardCarried';
import type { Kept, Seat } from './workbench';

const DESKTOP = { width: 1280, height: 800 };

/** Of all windows of this test file. */
const openPages = new Set<Page>();

/** A test that leaves pictures of all open windows in `screenshots` when it fails. */
export function browserTest(name: string, work: () => Promise<void>): void {
  test(name, async () => {
    try {
      await work();
    } catch (error) {
      await takePictures(name);
      throw error;
    }
  });
}

async function takePictures(name: string): Promise<void> {
  const folder = path.join(repositoryRoot(), 'client/e2e/screenshots');
  await mkdir(folder, { recursive: true });
  for (const [number, page] of [...openPages].entries()) {
    const file = path.join(folder, `${name.replace(/[^\w-]+/g, '-').slice(0, 100)}-${number + 1}.png`);
    // A page that does not answer must not hide why the test failed.
    await page.screenshot({ path: file, timeout: PICTURE_TIMEOUT_MS }).then(
      () => console.error(`picture of the failure: ${file}`),
      (error: Error) => console.error(`no picture of window ${number + 1}: ${error.message}`),
    );
  }
}
const PICTURE_TIMEOUT_MS = 5_000;

/** The built product with a browser: what a user has. */
export interface Product {
  url: string;
  /** A browser window of its own, with its own cookies; a console error fails the test at `closeWindows`. */
  window(options?: WindowOptions): Promise<Page>;
  /** Closes every window, for the end of a test. @throws with what the pages have complained of */
  closeWindows(): Promise<void>;
  /** Kills the server with SIGKILL and starts it again on the same data and port. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

interface WindowOptions extends BrowserContextOptions {
  /** What the browser's local storage holds. */
  kept?: Kept;
  /** For tests of what is loaded on a first visit; other browsers may have scripts in their cache. */
  isFirstVisit?: boolean;
}

/** The product for the tests of one file. Windows are closed after each of them. */
export function productForTests(options: ProductOptions = {}): Product {
  let product: Product | undefined;
  const running = (): Product => {
    if (!product) throw new Error('the product runs while tests do');
    return product;
  };
  beforeAll(async () => {
    product = await startProduct(options);
  });
  afterEach(() => running().closeWindows());
  afterAll(() => running().close());
  return {
    get url() {
      return running().url;
    },
    window: (of) => running().window(of),
    closeWindows: () => running().closeWindows(),
    crash: () => running().crash(),
    close: () => running().close(),
  };
}

interface ProductOptions {
  /** With the made-up team of `npm run demo` in it. */
  isDemo?: boolean;
  /** Settings of a server that nobody else has. */
  env?: Record<string, string>;
}

/** Inside Jest the browser is the worker's, and so is the server unless it is a demo or has settings of its own. */
export async function startProduct({ isDemo = false, env }: ProductOptions = {}): Promise<Product> {
  const workbench = globalThis.livelaneWorkbench ?? new (await import('./workbench')).Workbench();
  const own = isDemo || env ? await startOwn(isDemo, env) : undefined;
  const url = own?.url ?? (await workbench.server()).url;
  const seats: Seat[] = [];
  const problems: string[] = [];
  const closeWindows = async () => {
    await Promise.all(seats.splice(0).map((seat) => seat.leave()));
    const told = problems.splice(0);
    if (told.length > 0) throw new Error(`the page reported errors:\n${told.join('\n')}`);
  };
  return {
    url,
    async window({ kept = {}, isFirstVisit, ...options } = {}) {
      const look = { viewport: DESKTOP, locale: 'en-GB', serviceWorkers: 'block', ...options } as const;
      // Service workers would stay for the next one, and cookies are for one person.
      const isOwn = isFirstVisit || options.storageState || look.serviceWorkers === 'allow';
      const seat = await (isOwn ? workbench.newSeat(look, url, kept) : workbench.seat(look, url, kept));
      seats.push(seat);
      const page = await seat.context.newPage();
      openPages.add(page);
      page.once('close', () => openPages.delete(page));
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        // A refused request and a cut line are logged by the browser itself; tests cause them on purpose.
        if (message.type() === 'error' && !isNetworkNoise(message.text())) problems.push(message.text());
      });
      return page;
    },
    closeWindows,
    crash: () => workbench.crash(),
    async close() {
      try {
        await closeWindows();
      } finally {
        await own?.close();
        if (workbench !== globalThis.livelaneWorkbench) await workbench.close();
      }
    },
  };
}

async function startOwn(
  isDemo: boolean,
  env?: Record<string, string>,
): Promise<{ url: string; close(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-own-'));
  const server = await startLivelane({
    dataDir,
    env: { ...env, DEMO_DATA_DIR: dataDir },
    ...(isDemo && { command: [process.execPath, path.join(repositoryRoot(), '.tools/demo.mjs')] }),
  });
  return {
    url: server.url,
    async close() {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function isNetworkNoise(text: string): boolean {
  return /Failed to load resource|WebSocket connection to|net::ERR_/.test(text);
}

/** Signs in through the login form, on the way to `to`. */
export async function signInOnPage(page: Page, url: string, person: Person, to = '/'): Promise<void> {
  await page.goto(url + to);
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'sign in' }).click();
  await page.waitForURL(url + to);
}

/** A project's board, once it is live. */
export async function openBoard(page: Page, url: string, person: Person, projectId: string): Promise<void> {
  await signInOnPage(page, url, person, `/project/${projectId}`);
  await page.locator('[data-state="READY"]').waitFor();
}

export const column = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);
export const card = (page: Page, taskId: string) => page.locator(`[data-task-id="${taskId}"]`);
export const cardIn = (page: Page, state: string, title: string) =>
  column(page, state).locator('[data-task-id]', { hasText: title });

/** Titles of a column's cards from top to bottom. */
export async function titlesIn(page: Page, state: string): Promise<string[]> {
  const cards = await column(page, state)
    .locator('[data-task-id]')
    .evaluateAll((elements) =>
      elements
        .map((element) => ({
          top: element.getBoundingClientRect().top,
          title: element.getAttribute('aria-label') ?? '',
        }))
        .sort((a, b) => a.top - b.top),
    );
  return cards.map((each) => each.title);
}

/** Types a title into a column's quick add. */
export async function quickAdd(page: Page, columnName: string, title: string): Promise<void> {
  const input = page.getByLabel(`Add a task to ${columnName}`, { exact: true });
  await input.fill(title);
  await input.press('Enter');
}

interface DropTarget {
  x: number;
  y: number;
}

/** Lifts a card with the mouse and carries it to a point; the caller lets go. */
export async function carry(page: Page, taskId: string, to: DropTarget): Promise<void> {
  await eventually(() => page.evaluate(isCardCarried), false);
  const box = await card(page, taskId).boundingBox();
  if (!box) throw new Error('the card is not on the screen');
  const from = { x: box.x + box.width / 3, y: box.y + 14 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // Past the library's threshold first, then on in small steps, as a hand does.
  await page.mouse.move(from.x + 8, from.y + 4, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 15 });
  // A card that is dropped before the hand's last move has been drawn lands where it was drawn last.
  await page.evaluate(drawn);
  await page.waitForTimeout(CARRY_PAUSE_MS);
}
/** The library measures where the card hovers before a drop counts. */
const CARRY_PAUSE_MS = 150;

/** The point near the top or the end of a column's list. */
export async function placeIn(page: Page, state: string, where: 'top' | 'end'): Promise<DropTarget> {
  const box = await column(page, state).locator('section').boundingBox();
  if (!box) throw new Error('the column is not on the screen');
  const cards = await column(page, state).locator('[data-task-id]').all();
  const last = await cards.at(-1)?.boundingBox();
  const x = box.x + box.width / 2;
  return where === 'top' ? { x, y: box.y + 10 } : { x, y: last ? last.y + last.height + 20 : box.y + 40 };
}

/** Only ends a wait for what does not come. Promises in seconds are for the benchmark. */
const EVENTUALLY_MS = 90_000;
const LOOK_AGAIN_MS = 50;

/** Looks until it sees what is expected, and fails with the difference when that does not come. */
export async function eventually<T>(look: () => Promise<T>, expected: T): Promise<void> {
  const giveUp = Date.now() + EVENTUALLY_MS;
  for (;;) {
    const seen = await look();
    if (JSON.stringify(seen) === JSON.stringify(expected)) return;
    if (Date.now() > giveUp) {
      expect(seen).toEqual(expected);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
