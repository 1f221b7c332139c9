// npm run screenshots [-- readme | WORD…] [--language LANGUAGE]: every screen whose name holds one of the words (all of
// them without any), at desktop and phone width, light and dark. `readme` takes the README's picture instead.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, people } from '../../server/src/maintenance/demo/demo.people';
import { repositoryRoot } from '../../test-kit/repositoryRoot';
import type { Person } from '../../test-kit/team';
import { isLanguage, languageTags } from '../src/i18n/languages';
import { findPlaces } from './demoPlaces';
import { type Product, startProduct } from './product';
import { type Places, type Screen, screens } from './screens';
import { openAs } from './signedIn';
import { takeTwoBrowsers } from './twoBrowsers';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;
/** Time for what is fetched after a screen is there: avatars, members, side panels. */
const SETTLE_MS = 250;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string', default: 'en-GB' } },
});
const { language } = values;
if (!isLanguage(language)) throw new Error(`${language} is none of ${languageTags.join(', ')}`);
/** Where the product keeps its language. */
const kept = { 'livelane-language': language };
const accounts = DEMO_ACCOUNTS.map((who) => ({ email: people[who].email, password: DEMO_PASSWORD }));
const [account, otherAccount] = accounts;
if (!account || !otherAccount) throw new Error('the demo has no two accounts');

type Login = Pick<Person, 'email' | 'password'>;

async function take(page: Page, url: string, screen: Screen, places: Places, file: string): Promise<void> {
  await page.goto(url + screen.path(places));
  await page.locator(screen.ready).first().waitFor();
  await screen.open?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(SETTLE_MS);
  // Not Playwright's own: where a page that is written from right to left is wider than the window, that shows the far end.
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'png' });
  await browser.detach();
  writeFileSync(file, Buffer.from(data, 'base64'));
}

async function takeAll(
  product: Product,
  account: Login,
  places: Places,
  chosen: readonly Screen[],
): Promise<void> {
  const folder = path.join(repositoryRoot(), 'client/e2e/screenshots', language);
  mkdirSync(folder, { recursive: true });
  for (const viewport of SIZES) {
    for (const colorScheme of THEMES) {
      const options = { viewport, colorScheme, locale: language, reducedMotion: 'reduce' } as const;
      const visitor = await product.window({ ...options, kept });
      const member = await openAs(product, account, '/', options, kept);
      for (const screen of chosen) {
        const file = path.join(folder, `${screen.name}-${viewport.width}-${colorScheme}.png`);
        await take(screen.isPublic ? visitor : member, product.url, screen, places, file);
      }
      await product.closeWindows();
    }
  }
  console.log(`${chosen.length * SIZES.length * THEMES.length} pictures in ${folder}`);
}

const product = await startProduct({ isDemo: true });
try {
  const places = await findPlaces(product.url, account);
  if (positionals.includes('readme')) {
    console.log(await takeTwoBrowsers(product, places.projectId, [account, otherAccount]));
  } else {
    const isChosen = ({ name }: Screen) =>
      positionals.length === 0 || positionals.some((word) => name.includes(word));
    await takeAll(product, account, places, screens.filter(isChosen));
  }
} finally {
  await product.close();
}
