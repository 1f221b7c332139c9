import type { CDPSession, Locator } from 'playwright-core';

/** A phone's window. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The drag library's long press, with room for a busy machine. */
export const LONG_PRESS_MS = 300;
/** A finger's steps, and the time between them, in milliseconds. */
const STEPS = 12;
const STEP_MS = 24;

/** In pixels of the window. */
export interface Point {
  x: number;
  y: number;
}

export type Finger = ReturnType<typeof fingerOn>;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A finger on a page, by the browser's own touch events. */
export function fingerOn(browser: CDPSession) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  return {
    touch,
    /** Until a card is lifted. */
    async press(at: Point): Promise<void> {
      await touch('touchStart', [at]);
      await pause(LONG_PRESS_MS);
    },
    async slide(from: Point, to: Point): Promise<void> {
      for (let step = 1; step <= STEPS; step++) {
        const part = step / STEPS;
        await touch('touchMove', [
          { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
        ]);
        await pause(STEP_MS);
      }
    },
    up: () => touch('touchEnd', []),
  };
}

/** Where a finger takes a card: beside its middle. */
export async function fingerPlace(card: Locator): Promise<Point> {
  const box = await card.boundingBox();
  if (!box) throw new Error('the card is not on the screen');
  return { x: box.x + box.width / 3, y: box.y + box.height / 2 };
}

/** What a finger within 22 pixels of a target's middle touches in its place. */
export const missedBy = (target: Locator) =>
  target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [
      [0, 0],
      [-21, 0],
      [21, 0],
      [0, -21],
      [0, 21],
    ].flatMap(([dx = 0, dy = 0]) => {
      const found = document.elementFromPoint(x + dx, y + dy);
      return found && element.contains(found) ? [] : [`${dx},${dy}: ${found?.outerHTML.slice(0, 60)}`];
    });
  });
