import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Builder, Button, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../../test-kit/freePort';
import type { BrowserWindow, TestedBrowser } from './window';

const SIZE = { width: 1280, height: 800 };
const START_MS = 30_000;
const KEYS = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Space: Key.SPACE,
  Tab: Key.TAB,
  Delete: Key.DELETE,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowLeft: Key.ARROW_LEFT,
};
const HELD = { Shift: Key.SHIFT, Alt: Key.ALT, Control: Key.CONTROL };
/** GTK's header bar would keep the window wider than a phone. */
const NARROW_CSS = '* { min-width: 0; min-height: 0; }';

/** WebKitGTK's MiniBrowser by WebDriver, on a screen of its own. Each window is a browser: a session has one set of cookies. */
export async function startWebKit(programs: {
  driver: string;
  xvfb: string;
  browser: string;
}): Promise<TestedBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'livelane-webkit-'));
  await mkdir(path.join(folder, 'gtk-3.0'));
  await writeFile(path.join(folder, 'gtk-3.0', 'gtk.css'), NARROW_CSS);
  const screen = await startScreen(programs.xvfb);
  let programsOfWindows: ChildProcess[] = [];
  let drivers: WebDriver[] = [];
  const open = async () => {
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      LANG: 'en_GB.UTF-8',
      XDG_CONFIG_HOME: folder,
    };
    const args = [`--port=${port}`, '--host=127.0.0.1'];
    programsOfWindows.push(spawn(programs.driver, args, { env, stdio: 'ignore' }));
    await answers(`http://127.0.0.1:${port}/status`);
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
    });
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities)
      .build();
    drivers.push(driver);
    return driver;
  };
  const closeWindows = async () => {
    const [all, started] = [drivers, programsOfWindows];
    [drivers, programsOfWindows] = [[], []];
    await Promise.allSettled(all.map((driver) => driver.quit()));
    for (const each of started) each.kill('SIGKILL');
  };
  const kill = () => {
    for (const each of [...programsOfWindows, screen.process]) each.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const first = await open();
    const version = (await first.getCapabilities()).getBrowserVersion() ?? '';
    let unused: WebDriver | undefined = first;
    return {
      name: 'WebKit',
      version: `WebKitGTK MiniBrowser ${version}`,
      async open() {
        const driver = unused ?? (await open());
        unused = undefined;
        const window = windowOf(driver, await driver.getWindowHandle());
        await window.resize(SIZE.width, SIZE.height);
        return window;
      },
      closeWindows,
      kill,
    };
  } catch (error) {
    kill();
    throw error;
  }
}

/** A screen that nobody sees, with a number that Xvfb chooses. */
function startScreen(xvfb: string): Promise<{ process: ChildProcess; display: string }> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const child = spawn(xvfb, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    child.stdout?.setEncoding('utf8').once('data', (number: string) => {
      resolve({ process: child, display: `:${number.trim()}` });
    });
  });
}

async function answers(url: string): Promise<void> {
  const giveUp = Date.now() + START_MS;
  while (Date.now() < giveUp) {
    if (await fetch(url).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}

function windowOf(driver: WebDriver, handle: string): BrowserWindow {
  /** A session acts on one of its windows at a time. */
  const here = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    await driver.switchTo().window(handle);
    return work();
  };
  const act = (build: (actions: ReturnType<WebDriver['actions']>) => ReturnType<WebDriver['actions']>) =>
    here(() => build(driver.actions({ async: true })).perform());
  return {
    goto: (url) => here(() => driver.get(url)),
    reload: () => here(() => driver.navigate().refresh()),
    evaluate: (work, arg) => here(() => driver.executeScript(`return (${work})(arguments[0])`, arg)),
    move: (x, y) =>
      act((actions) =>
        actions.move({ x: Math.round(x), y: Math.round(y), duration: 0, origin: Origin.VIEWPORT }),
      ),
    down: (button) => act((actions) => actions.press(button && Button.RIGHT)),
    up: (button) => act((actions) => actions.release(button && Button.RIGHT)),
    type: (text) => act((actions) => actions.sendKeys(text)),
    press: (key) => act((actions) => actions.sendKeys(KEYS[key])),
    control: (key) =>
      act((actions) =>
        actions
          .keyDown(Key.CONTROL)
          .sendKeys(key === 'Enter' ? KEYS.Enter : key)
          .keyUp(Key.CONTROL),
      ),
    async holding(held, work) {
      await act((actions) => actions.keyDown(HELD[held]));
      try {
        await work();
      } finally {
        await act((actions) => actions.keyUp(HELD[held]));
      }
    },
    async resize(width, height) {
      const beside = await here(() =>
        driver.executeScript<{ x: number; y: number }>(
          'return { x: outerWidth - innerWidth, y: outerHeight - innerHeight }',
        ),
      );
      await here(() =>
        driver
          .manage()
          .window()
          .setRect({ x: 0, y: 0, width: width + beside.x, height: height + beside.y }),
      );
    },
    async newTab() {
      // A tab of its own window: one behind another would not be drawn.
      await here(() => driver.switchTo().newWindow('window'));
      return windowOf(driver, await driver.getWindowHandle());
    },
    close: () => here(() => driver.close()),
  };
}
