import type { Page } from 'playwright-core';
import { createProject, type Person } from '../../test-kit/team';
import { drawn } from './drawn';
import { browserTest, productForTests } from './product';
import { openAs, signUpAll } from './signedIn';

/** Pixels: the letters of someone who has set their browser to twice its 16. */
const LARGE = 32;
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
];

const product = productForTests();
let ana: Person;
let projectId: string;

beforeAll(async () => {
  const [first, ...others] = await signUpAll(product.url, 'Ana', 'Bob', 'Cem', 'Dora', 'Eve');
  ana = first;
  ({ id: projectId } = await createProject(product.url, ana, others, 'Checkout'));
});

async function enlargeText(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: LARGE } });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    LARGE,
  );
  await page.evaluate(drawn);
}

/** Parts of the page's header that lie over each other, reach beyond it or are truncated. */
const troubleInHeader = (page: Page): Promise<string[]> =>
  page.locator('header').evaluate((header) => {
    // Only the keyboard brings the way past the header into view.
    const parts = [...header.querySelectorAll('a, [role=status], select, button:not(:first-child)')];
    const edge = header.getBoundingClientRect();
    return parts.flatMap((part, index) => {
      const name = part.getAttribute('aria-label') ?? part.textContent;
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isOver = (other: Element) => {
        const box = other.getBoundingClientRect();
        return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
      };
      return [
        ...parts
          .slice(index + 1)
          .filter(isOver)
          .map((other) => `${name} is over ${other.getAttribute('aria-label') ?? other.textContent}`),
        ...(left < 0 || right > edge.right || top < edge.top || bottom > edge.bottom
          ? [`${name} is outside`]
          : []),
        ...(part.scrollWidth > part.clientWidth ? [`${name} is truncated`] : []),
      ];
    });
  });

for (const viewport of WINDOWS)
  for (const language of ['en-GB', 'ar', 'de'])
    browserTest(
      `WCAG 1.4.4 text of twice the size at ${viewport.width} pixels, ${language}: the header is whole`,
      async () => {
        const page = await openAs(
          product,
          ana,
          `/project/${projectId}`,
          { viewport },
          { 'livelane-language': language },
        );
        await page.locator('[data-connection="live"]').waitFor();
        await enlargeText(page);
        expect(await troubleInHeader(page)).toEqual([]);

        const newcomer = await product.window({ viewport, kept: { 'livelane-language': language } });
        await newcomer.goto(`${product.url}/registration`);
        await newcomer.locator('form').waitFor();
        await enlargeText(newcomer);
        expect(await troubleInHeader(newcomer)).toEqual([]);
      },
    );

browserTest("WCAG 1.4.4 text of twice the size: a board's name is not broken for its actions", async () => {
  for (const viewport of WINDOWS) {
    const page = await openAs(product, ana, `/project/${projectId}`, { viewport });
    const name = page.getByRole('heading', { name: 'Checkout' });
    await name.waitFor();
    await enlargeText(page);
    const lines = await name.evaluate((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines).toBe(1);
  }
});
