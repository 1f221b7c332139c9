// npm run screenshots [-- readme | WORD…] [--language LANGUAGE] [--width WIDTH,…] [--theme THEME]: every screen whose
// name holds one of the words (all of them without any), at desktop and phone width, light and dark unless an option says otherwise.
// `readme` takes the README's picture instead.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../../test-kit/repositoryRoot';
import { isLanguage, languageTags } from '../src/i18n/languages';
import { type Demo, startDemo, type Viewer } from './demo';
import { complete, type Screen } from './screens/screen';
import { screens } from './screens/screens';
import { takeTwoBrowsers } from './twoBrowsers';

/** Of a window, by its width. */
const HEIGHTS: Record<string, number> = { 1440: 900, 1280: 800, 768: 1024, 390: 844 };
/** Time for what is fetched after a screen is there: avatars, members, side panels. */
const SETTLE_MS = 250;
/** After it a screen is missing, and the next one is taken. */
const SCREEN_MS = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', default: 'en-GB' },
    width: { type: 'string', default: '1280,390' },
    theme: { type: 'string', default: 'light,dark' },
  },
});
const { language } = values;
if (!isLanguage(language)) throw new Error(`${language} is none of ${languageTags.join(', ')}`);
const sizes = values.width.split(',').map((width) => {
  const height = HEIGHTS[width];
  if (!height) throw new Error(`${width} is none of ${Object.keys(HEIGHTS).join(', ')}`);
  return { width: Number(width), height };
});
const themes = (['light', 'dark'] as const).filter((theme) => values.theme.split(',').includes(theme));
/** Where the product keeps its language. */
const kept = { 'livelane-language': language };

/** Shows a screen and writes a picture of it. */
async function take(page: Page, { product, places }: Demo, screen: Screen, file: string): Promise<void> {
  // An address that differs from the one before by its hash alone would load nothing.
  await page.goto('about:blank');
  await page.goto(product.url + screen.path(places));
  await complete(page, places, screen);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(SETTLE_MS);
  // Not Playwright's own: where a page that is written from right to left is wider than the window, that shows the far end.
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'png' });
  await browser.detach();
  writeFileSync(file, Buffer.from(data, 'base64'));
  await screen.after?.(page, places);
}

async function takeAll(demo: Demo, chosen: readonly Screen[]): Promise<void> {
  const folder = path.join(repositoryRoot(), 'client/e2e/screenshots', language);
  mkdirSync(folder, { recursive: true });
  const missing: string[] = [];
  for (const viewport of sizes) {
    for (const colorScheme of themes) {
      const options = { viewport, colorScheme, locale: language, reducedMotion: 'reduce' } as const;
      const windows = new Map<Viewer, Page>();
      for (const screen of chosen) {
        const { name, viewer = 'first' } = screen;
        const page = windows.get(viewer) ?? (await demo.windowOf(viewer, options, kept));
        windows.set(viewer, page);
        page.setDefaultTimeout(SCREEN_MS);
        const picture = `${name}-${viewport.width}-${colorScheme}.png`;
        await take(page, demo, screen, path.join(folder, picture)).catch((error: Error) => {
          missing.push(picture);
          console.error(`${picture}: ${error.message}`);
        });
      }
      await demo.product.closeWindows();
    }
  }
  console.log(`${chosen.length * sizes.length * themes.length - missing.length} pictures in ${folder}`);
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`);
}

const demo = await startDemo();
try {
  if (positionals.includes('readme')) {
    console.log(await takeTwoBrowsers(demo.product, demo.places.projectId, demo.ready));
  } else {
    const isChosen = ({ name }: Screen) =>
      positionals.length === 0 || positionals.some((word) => name.includes(word));
    await takeAll(demo, screens.filter(isChosen));
  }
} finally {
  await demo.close();
}
