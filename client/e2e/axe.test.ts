import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { violationsIn } from './axe';
import { type Demo, startDemo, type Viewer } from './demo';
import { drawn } from './drawn';
import { browserTest } from './product';
import { complete, type Screen } from './screens/screen';
import { screens } from './screens/screens';

/** All screens in one look take a while on two busy cores, in milliseconds. */
jest.setTimeout(720_000);

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** WCAG 2.2 AA with all before it, and what axe's makers recommend beyond. */
const ALL_RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Menus, lists of selects and toasts are beside the page's landmarks, as all such layers do.
  rules: { region: { enabled: false } },
};
/** Without those that read all style sheets, which say the same on the phone. */
const DESKTOP_RULES: RunOptions = { ...ALL_RULES, preload: false };
/** What depends on the colours. */
const COLOUR_RULES: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  preload: false,
};

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
});
afterEach(() => demo.product.closeWindows());
afterAll(() => demo.close());

/** What may lie over a page. */
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"], [role="toolbar"]';
/** The deepest: a list in a menu of a dialog. */
const LAYERS_AT_MOST = 3;

/**
 * Leaves what was opened on a page as people do, by closing it. False where that leads nowhere: on another page, when
 * something stays open, such as a question whether to throw text away, and when what was done is in the page itself.
 */
async function leave(page: Page, path: string): Promise<boolean> {
  const from = new URL(page.url());
  const to = new URL(path, demo.product.url);
  const isOpen = () => page.locator(LAYERS).filter({ visible: true }).count();
  if (from.pathname !== to.pathname || (from.href === to.href && (await isOpen()) === 0)) return false;
  for (let closed = 0; closed < LAYERS_AT_MOST && (await isOpen()) > 0; closed += 1)
    await page.keyboard.press('Escape');
  if ((await isOpen()) > 0) return false;
  // A task's dialog closes before its address is gone.
  await page.waitForURL(({ searchParams }) => !searchParams.has('task'));
  return true;
}

/**
 * Shows a screen. On the same page as a link does, because a page that is loaded again compiles the product and axe
 * again; else by loading it.
 */
async function show(page: Page, screen: Screen): Promise<void> {
  const { product, places } = demo;
  const path = screen.path(places);
  const isInside = screen.viewer !== 'visitor' && (await leave(page, path));
  if (isInside) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
  } else {
    // An address that differs from the one before by its hash alone loads nothing.
    const answer = await page.goto(product.url + path);
    if (!answer) await page.reload();
  }
  await complete(page, places, screen);
}

/**
 * Changes the look at once: the shortest transition of each element would cost more than axe itself, and axe would see
 * colours of the look before on parts that follow a frame later.
 */
async function change(page: Page, look: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
  });
  await look();
  await page.evaluate(drawn);
}

/** What axe finds on a screen, one line for each place. */
async function findings(page: Page, { name }: Screen, look: string, rules: RunOptions): Promise<string[]> {
  return (await violationsIn(page, rules)).flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${name}, ${look}: ${id} at ${target.join(' ')}: ${failureSummary}`,
    ),
  );
}

/** Each screen in light, what depends on colours in dark, and all of it on a phone in dark. */
async function findOn(page: Page, screen: Screen): Promise<string[]> {
  await page.setViewportSize(DESKTOP);
  await change(page, () => page.emulateMedia({ colorScheme: 'light' }));
  await show(page, screen);
  const found = await findings(page, screen, 'light', DESKTOP_RULES);
  await change(page, () => page.emulateMedia({ colorScheme: 'dark' }));
  found.push(...(await findings(page, screen, 'dark', COLOUR_RULES)));
  if (screen.open) {
    // What opens on a phone has other ways there, and may be another thing.
    await screen.after?.(page, demo.places);
    await page.setViewportSize(PHONE);
    await show(page, screen);
  } else {
    await change(page, () => page.setViewportSize(PHONE));
    await page.locator(screen.ready).first().waitFor();
  }
  found.push(...(await findings(page, screen, 'phone', ALL_RULES)));
  await screen.after?.(page, demo.places);
  return found;
}

browserTest('axe finds nothing on any screen, light and dark, on a desktop and on a phone', async () => {
  const windows = new Map<Viewer, Page>();
  const found: string[] = [];
  for (const screen of screens) {
    const { viewer = 'first' } = screen;
    // Movement ends at once, so that axe sees colours and not what is on the way to them.
    const page = windows.get(viewer) ?? (await demo.windowOf(viewer, { reducedMotion: 'reduce' }));
    windows.set(viewer, page);
    found.push(...(await findOn(page, screen)));
  }
  expect(found).toEqual([]);
});
