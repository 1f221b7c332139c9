import path from 'node:path';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../../test-kit/repositoryRoot';
import { cardIn, carry, type Product, placeIn } from './product';
import { openAs } from './signedIn';

/** Of one window in the picture, in pixels. */
const WINDOW = { width: 1080, height: 660 };
const PICTURE = { width: 1600, height: 560 };
/** What the other one drags, and where to. */
const CARD = 'Guest checkout: ask for the email only once';

type Login = { email: string; password: string };

/** The README's picture: the same board in two browsers, and a card on its way in one of them. */
export async function takeTwoBrowsers(
  product: Product,
  projectId: string,
  [left, right]: readonly [Login, Login],
): Promise<string> {
  const open = async (person: Login, colorScheme: 'light' | 'dark'): Promise<Page> => {
    const page = await openAs(product, person, `/project/${projectId}`, {
      colorScheme,
      viewport: WINDOW,
      deviceScaleFactor: 2,
    });
    await cardIn(page, 'READY', CARD).waitFor();
    await page.locator('[data-connection="live"]').waitFor();
    // Room for three columns; nearer to the edge the page would scroll under the card.
    await page.locator('nav button[aria-expanded="true"]').click();
    return page;
  };
  const windows = [await open(left, 'light'), await open(right, 'dark')] as const;
  const [watching, dragging] = windows;
  const id = await cardIn(dragging, 'READY', CARD).getAttribute('data-task-id');
  if (!id) throw new Error(`no card ${CARD}`);
  const { x, y } = await placeIn(dragging, 'IN_PROGRESS', 'top');
  await carry(dragging, id, { x: x - 60, y: y + 24 });
  await watching.getByText('is moving it').waitFor();
  const pictures: string[] = [];
  for (const page of windows) pictures.push((await page.screenshot()).toString('base64'));
  await dragging.keyboard.press('Escape');
  await dragging.mouse.up();

  const frame = await product.window({ viewport: PICTURE, deviceScaleFactor: 2 });
  const image = (data: string) => `<img src="data:image/png;base64,${data}" alt="">`;
  await frame.setContent(`<style>
    body { margin: 0; height: 100vh; display: flex; gap: 24px; align-items: center; justify-content: center; background: #dfe5f3 }
    img { width: 740px; border-radius: 12px; box-shadow: 0 12px 32px #1a203338 }
  </style>${pictures.map(image).join('')}`);
  await frame.waitForFunction(() => [...document.images].every((each) => each.complete));
  const file = path.join(repositoryRoot(), '.github/assets/two-browsers.png');
  await frame.screenshot({ path: file });
  return file;
}
