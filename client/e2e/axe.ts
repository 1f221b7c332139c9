import { readFileSync } from 'node:fs';
import type { Result, RunOptions, run } from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: { run: typeof run };
  }
}

/** The small build: each page that is loaded compiles it again. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds in a page as it is. No page of the product has frames, so axe runs in the page itself, is given to it
 * once, and does not describe what it has found to be right: each of these takes longer than its rules. A page behind a
 * dialog or a menu is hidden from people who use a screen reader, and a screen of its own elsewhere: axe looks at the layer.
 */
export async function violationsIn(page: Page, options: RunOptions = {}): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async (asked) => {
      const behind = document.querySelectorAll('body > [aria-hidden="true"]');
      return (await window.axe.run({ exclude: [...behind] }, asked)).violations;
    },
    { resultTypes: ['violations'], ...options } satisfies RunOptions,
  );
}
