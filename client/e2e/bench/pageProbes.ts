import type { CDPSession, Page } from 'playwright-core';

/** What the probes below leave in the page. */
interface Probed {
  frames?: number[];
  paintMs?: number;
  cardsTouched?: Set<string>;
  interactions?: number[];
}
declare global {
  interface Window {
    probed: Probed;
  }
}

/** The probe says the time on the console: whatever waits inside the page would run its own script in there meanwhile. */
const FIRST_CARD = 'first card painted at';

/** Opens a page and measures until its first card is painted, in milliseconds since the navigation began. */
export async function firstCardMs(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript(
    ([wanted, word]) => {
      window.probed = {};
      const look = () => {
        if (!document.querySelector(wanted)) return requestAnimationFrame(look);
        // The frame after the one in which it is found has painted it.
        return requestAnimationFrame(() => console.debug(word, performance.now()));
      };
      requestAnimationFrame(look);
    },
    [selector, FIRST_CARD] as const,
  );
  const told = page.waitForEvent('console', (message) => message.text().startsWith(FIRST_CARD));
  await page.goto(url, { waitUntil: 'commit' });
  return Number((await told).text().slice(FIRST_CARD.length));
}

/** The longest time between two frames while `work` continues, in milliseconds. */
export async function longestFrame(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const frames: number[] = [];
    window.probed.frames = frames;
    let last = performance.now();
    const tick = (now: number) => {
      if (window.probed.frames !== frames) return;
      frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await work();
  return page.evaluate(() => {
    const frames = window.probed.frames ?? [];
    delete window.probed.frames;
    return Math.max(...frames);
  });
}

/** From an input, which `act` makes, to the frame after which something is there, in milliseconds. */
export async function timeToPaint(
  page: Page,
  event: 'mousedown' | 'mouseup' | 'keydown',
  selector: string,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(
    ([name, wanted]) => {
      delete window.probed.paintMs;
      const begin = () => {
        const start = performance.now();
        const look = () => {
          if (!document.querySelector(wanted)) return requestAnimationFrame(look);
          return requestAnimationFrame(() => {
            window.probed.paintMs = performance.now() - start;
          });
        };
        requestAnimationFrame(look);
      };
      window.addEventListener(name, begin, { once: true, capture: true });
    },
    [event, selector] as const,
  );
  await act();
  const found = await page.waitForFunction(() => window.probed.paintMs);
  return (await found.jsonValue()) ?? Number.NaN;
}

/** How many cards the page touches while `work` continues. */
export async function cardsTouched(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const touched = new Set<string>();
    window.probed.cardsTouched = touched;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const id = element?.closest('[data-task-id]')?.getAttribute('data-task-id');
        if (id) touched.add(id);
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await work();
  return page.evaluate(() => window.probed.cardsTouched?.size ?? 0);
}

/** Notes how long the page takes to paint after each input, as INP counts it. */
export async function probeInteractions(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const interactions: number[] = [];
    window.probed.interactions = interactions;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (entry.interactionId > 0) interactions.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  return () => page.evaluate(() => window.probed.interactions ?? []);
}

/** What a page holds once everything unused is thrown away. */
export interface Held {
  /** Of its script, in bytes. */
  heap: number;
  nodes: number;
  listeners: number;
}

/** Of these, this many milliseconds apart, the lowest counts: a board is kept every ten seconds, which takes less time. */
const COUNTS = 8;
const APART_MS = 200;

/**
 * What a page holds at rest. While it keeps its board in the browser's storage, each request and transaction of that has
 * listeners of its own, some ten to thirty; what is never let go of is in every count.
 */
export async function held(browser: CDPSession): Promise<Held> {
  await browser.send('HeapProfiler.enable');
  const counts: Held[] = [];
  for (let n = 0; n < COUNTS; n++) {
    if (n > 0) await new Promise((resolve) => setTimeout(resolve, APART_MS));
    counts.push(await heldNow(browser));
  }
  const least = (of: keyof Held) => Math.min(...counts.map((count) => count[of]));
  return { heap: least('heap'), nodes: least('nodes'), listeners: least('listeners') };
}

async function heldNow(browser: CDPSession): Promise<Held> {
  // What the first collection lets go of can set free more.
  for (let pass = 0; pass < 3; pass++) await browser.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await browser.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners: listeners } = await browser.send('Memory.getDOMCounters');
  return { heap, nodes, listeners };
}
