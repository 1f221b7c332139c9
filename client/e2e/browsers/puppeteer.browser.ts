import puppeteer, { type BrowserContext, type KeyInput, type LaunchOptions, type Page } from 'puppeteer-core';
import type { BrowserWindow, TestedBrowser } from './window';

const SIZE = { width: 1280, height: 800 };

/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
export async function startPuppeteer(name: string, options: LaunchOptions): Promise<TestedBrowser> {
  const browser = await puppeteer.launch({ headless: true, ...options });
  let contexts: BrowserContext[] = [];
  return {
    name,
    version: await browser.version(),
    async open() {
      const context = await browser.createBrowserContext();
      contexts.push(context);
      const openTab = async () => {
        const page = await context.newPage();
        await page.setViewport(SIZE);
        return windowOf(page, openTab);
      };
      return openTab();
    },
    async closeWindows() {
      const all = contexts;
      contexts = [];
      await Promise.all(all.map((context) => context.close()));
    },
    kill: () => void browser.process()?.kill('SIGKILL'),
  };
}

function windowOf(page: Page, newTab: () => Promise<BrowserWindow>): BrowserWindow {
  const key = (name: string) => (name === 'Space' ? ' ' : name) as KeyInput;
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    // Firefox rejects when the page comes from the service worker.
    reload: async () => void (await page.reload({ waitUntil: 'load' }).catch(() => undefined)),
    // BiDi takes plain objects of its own realm only; those of a test file are of another.
    evaluate: (work, arg) => page.evaluate(work as never, structuredClone(arg) as never) as never,
    move: (x, y) => page.mouse.move(x, y),
    async down(button) {
      // Firefox draws only the tab in front, and a drag waits for that.
      await page.bringToFront();
      await page.mouse.down({ button: button ?? 'left' });
    },
    up: (button) => page.mouse.up({ button: button ?? 'left' }),
    type: (text) => page.keyboard.type(text),
    press: (name) => page.keyboard.press(key(name)),
    async control(name) {
      await page.keyboard.down('Control');
      await page.keyboard.press(key(name));
      await page.keyboard.up('Control');
    },
    async holding(held, work) {
      await page.keyboard.down(held);
      try {
        await work();
      } finally {
        await page.keyboard.up(held);
      }
    },
    resize: (width, height) => page.setViewport({ width, height }),
    newTab,
    close: () => page.close(),
  };
}
