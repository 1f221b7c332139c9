import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Demo, startDemo, type Viewer } from './demo';
import { BROWSER_TEST_MS, browserTest } from './product';
import type { Screen } from './screens/screen';
import { screens } from './screens/screens';

/** All screens in one look take a while on two busy cores, in milliseconds. */
jest.setTimeout(4 * BROWSER_TEST_MS);

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Menus, lists of selects and toasts stand beside the page's landmarks, as all such layers do. */
const NOT_OURS = ['region'];
/** WCAG 2.2 AA with all before it, and what axe's makers recommend beyond. */
const allRules = (axe: AxeBuilder) =>
  axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
/** What depends on the colours. */
const colourRules = (axe: AxeBuilder) => axe.withRules(['color-contrast', 'link-in-text-block']);

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
});
afterEach(() => demo.product.closeWindows());
afterAll(() => demo.close());

/** Shows a screen, as the pictures of it are made. */
async function show(page: Page, screen: Screen): Promise<void> {
  const { product, places } = demo;
  // An address that differs from the one before by its hash alone would load nothing.
  await page.goto('about:blank');
  await page.goto(product.url + screen.path(places));
  await page.locator(screen.ready).first().waitFor();
  await screen.open?.(page, places);
}

/** Changes to the dark colours and waits until they are there: the shortest transition lasts a frame. */
async function darken(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/**
 * What axe finds on a screen, one line for each place. No page of the product has frames, so axe need not put results of
 * several together in a blank page of its own, nor describe what it found to be right: both take longer than its rules.
 */
async function findings(
  page: Page,
  { name }: Screen,
  look: string,
  rules: (axe: AxeBuilder) => AxeBuilder,
): Promise<string[]> {
  const axe = rules(new AxeBuilder({ page }).options({ resultTypes: ['violations'] }));
  const { violations } = await axe.setLegacyMode().disableRules(NOT_OURS).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${name}, ${look}: ${id} at ${target.join(' ')}: ${failureSummary}`,
    ),
  );
}

/** A window for each viewer. Movement ends at once, so that axe sees colours and not what is on the way to them. */
function windows(options: BrowserContextOptions): (screen: Screen) => Promise<Page> {
  const open = new Map<Viewer, Promise<Page>>();
  return ({ viewer = 'first' }) => {
    const window = open.get(viewer) ?? demo.windowOf(viewer, { ...options, reducedMotion: 'reduce' });
    open.set(viewer, window);
    return window;
  };
}

/** Each screen in light, and what depends on colours in dark. */
async function findOnDesktop(): Promise<string[]> {
  const windowOf = windows({ viewport: DESKTOP });
  const found: string[] = [];
  for (const screen of screens) {
    const page = await windowOf(screen);
    await page.emulateMedia({ colorScheme: 'light' });
    await show(page, screen);
    found.push(...(await findings(page, screen, 'light', allRules)));
    await darken(page);
    found.push(...(await findings(page, screen, 'dark', colourRules)));
    await screen.after?.(page);
  }
  return found;
}

/** Each screen in dark. */
async function findOnPhone(): Promise<string[]> {
  const windowOf = windows({ viewport: PHONE, colorScheme: 'dark' });
  const found: string[] = [];
  for (const screen of screens) {
    const page = await windowOf(screen);
    await show(page, screen);
    found.push(...(await findings(page, screen, 'phone', allRules)));
    await screen.after?.(page);
  }
  return found;
}

browserTest('axe finds nothing on any screen, light and dark, on a desktop and on a phone', async () => {
  // Side by side: each look keeps one core busy for a minute.
  const found = await Promise.all([findOnDesktop(), findOnPhone()]);
  expect(found.flat()).toEqual([]);
});
