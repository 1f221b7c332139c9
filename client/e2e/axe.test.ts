import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, people } from '../../server/src/maintenance/demo/demo.people';
import { findPlaces } from './demo.places';
import { BROWSER_TEST_MS, browserTest, type Product, startProduct } from './product';
import { type Places, type Screen, screens } from './screens';
import { openAs } from './signed.in';

/** All screens in one look take a while on two busy cores, in milliseconds. */
jest.setTimeout(4 * BROWSER_TEST_MS);

const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'dark on a phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;
/** Menus, lists of selects and toasts stand beside the page's landmarks, as all such layers do. */
const NOT_OURS = ['region'];
/** WCAG 2.2 AA with all before it, and what axe's makers recommend beyond. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const [ACCOUNT = 'maya'] = DEMO_ACCOUNTS;
const account = { email: people[ACCOUNT].email, password: DEMO_PASSWORD };
let product: Product;
let places: Places;

beforeAll(async () => {
  product = await startProduct({ isDemo: true });
  places = await findPlaces(product.url, account);
});
afterAll(() => product.close());
afterEach(() => product.closeWindows());

/** What axe finds on a screen, one line for each place. */
async function findings(page: Page, screen: Screen): Promise<string[]> {
  await page.goto(product.url + screen.path(places));
  await page.locator(screen.ready).first().waitFor();
  await screen.open?.(page);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).disableRules(NOT_OURS).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${screen.name}: ${id} at ${target.join(' ')}: ${failureSummary}`,
    ),
  );
}

for (const { name, ...look } of LOOKS) {
  browserTest(`axe finds nothing on any screen, ${name}`, async () => {
    // Movement ends at once, so that axe sees colours and not what is on the way to them.
    const options = { ...look, reducedMotion: 'reduce' } as const;
    const visitor = await product.window(options);
    const member = await openAs(product, account, '/', options);
    const found: string[] = [];
    for (const screen of screens) {
      found.push(...(await findings(screen.isPublic ? visitor : member, screen)));
    }
    expect(found).toEqual([]);
  });
}
