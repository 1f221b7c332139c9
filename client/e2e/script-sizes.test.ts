import type { Page } from 'playwright-core';
import { createProject, type Person, signUp } from '../../test-kit/team';
import { browserTest, productForTests, signInOnPage } from './product';

/** Bytes of brotli that a screen may fetch as script before anyone touches it. */
const LOGIN_BYTES = 130_000;
const BOARD_BYTES = 250_000;
/**
 * What a screen asks for within this time after it is shown counts: what comes later is for
 * whoever uses it without a connection.
 */
const COUNTED_MS = 1_500;

const product = productForTests();
let ana: Person;

beforeAll(async () => {
  ana = await signUp(product.url, 'Ana');
});

interface Marked {
  /** When the screen was shown, in milliseconds of the page. */
  shownAt?: number;
}

/** Notes when an element comes into the page; to be called before the page is opened. */
async function markShown(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    // At once, and not with the next frame, which is late on a busy machine: what follows later counts from here too.
    const observer = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      observer.disconnect();
      (window as Marked).shownAt = performance.now();
    });
    observer.observe(document, { subtree: true, childList: true });
  }, selector);
}

/** What the scripts weigh on the line that a page asks for after `from`, a time of the page in milliseconds, in bytes. */
async function scriptBytes(page: Page, from = 0): Promise<number> {
  const end = COUNTED_MS + (from || (await shownAt(page)));
  await page.waitForFunction((time) => performance.now() > time, end);
  return page.evaluate(
    ([start, stop]) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(
          ({ name, startTime, transferSize }) =>
            // What comes from the cache weighs nothing: late scripts are fetched and then imported.
            new URL(name).pathname.endsWith('.js') &&
            startTime < stop &&
            startTime >= start &&
            transferSize > 0,
        )
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    [from, end] as const,
  );
}

async function shownAt(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => (window as Marked).shownAt);
  return Number(await found.jsonValue());
}

browserTest(`the login page fetches less than ${LOGIN_BYTES / 1_000} kB of script`, async () => {
  const page = await product.window({ isFirstVisit: true });
  await markShown(page, 'form button');
  await page.goto(`${product.url}/login`);
  const bytes = await scriptBytes(page);
  expect(bytes).toBeGreaterThan(LOGIN_BYTES / 2);
  expect(bytes).toBeLessThan(LOGIN_BYTES);
});

/** What the line takes for a board's cards. */
const LINES = { 'a good line': 0, 'a line on which the cards come long after their page': 3_000 };

for (const [line, ms] of Object.entries(LINES)) {
  browserTest(
    `the first board fetches less than ${BOARD_BYTES / 1_000} kB of script on ${line}`,
    async () => {
      const { id: projectId } = await createProject(product.url, ana, [], 'Shop');
      const signedIn = await product.window({ isFirstVisit: true });
      await signInOnPage(signedIn, product.url, ana, '/');
      const page = await product.window({ storageState: await signedIn.context().storageState() });
      await markShown(page, '[data-state="READY"]');
      if (ms > 0) {
        await page.route(`**/v1/kanban/project/${projectId}`, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, ms));
          await route.continue();
        });
      }
      await page.goto(`${product.url}/project/${projectId}`);
      const bytes = await scriptBytes(page);
      expect(bytes).toBeGreaterThan(BOARD_BYTES / 2);
      expect(bytes).toBeLessThan(BOARD_BYTES);
    },
  );
}

browserTest('what is fetched for a form that is filled in is small', async () => {
  const page = await product.window({ isFirstVisit: true });
  await markShown(page, 'form button');
  await page.goto(`${product.url}/login`);
  await shownAt(page);
  await page.waitForLoadState('networkidle');
  const focusedAt = await page.evaluate(() => performance.now());
  await page.getByLabel('Email').focus();
  const bytes = await scriptBytes(page, focusedAt);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(LOGIN_BYTES / 10);
});
