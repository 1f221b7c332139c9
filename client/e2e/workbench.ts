import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { type LivelaneProcess, startLivelane } from '../../test-kit/livelane.process';
import { CHROMIUM_FLAGS, findChromium } from './chromium';

/** What a browser's local storage holds. */
export type Kept = Record<string, string>;

/** The browser of one person. */
export interface Seat {
  context: BrowserContext;
  /** Nobody keeps anything of it; the next one may get the same browser, with the scripts it has loaded. */
  leave(): Promise<void>;
}

/** A seat's browser between two people. */
interface Lendable {
  context: BrowserContext;
  /** A page without scripts, from which the local storage is reached. */
  anchor: Page;
  session: CDPSession;
  /** The address whose storage the last person has used. */
  url: string;
}

/** Only ends a wait for what does not come. */
const WAIT_MS = 90_000;
/** Browsers of people who have left that are kept; each is a process of some 50 MB. */
const FREE_AT_MOST = 4;

/**
 * One Chromium and one built server for many tests, one after the other; each starts when it is first needed. A browser
 * that starts and a product whose scripts are all loaded again take three times as long as the test itself.
 */
export class Workbench {
  #browser: Promise<Browser> | undefined;
  #server: Promise<LivelaneProcess> | undefined;
  #running: LivelaneProcess | undefined;
  #dataDir: string | undefined;
  /** By what they look like, the one that left first in front. */
  #free: Array<{ look: string; lendable: Lendable }> = [];

  browser(): Promise<Browser> {
    this.#browser ??= launchBrowser();
    return this.#browser;
  }

  server(): Promise<LivelaneProcess> {
    this.#server ??= this.#startServer({});
    return this.#server;
  }

  /** Kills the server with SIGKILL and starts it again on the same data and port. */
  async crash(): Promise<void> {
    const server = await this.server();
    await server.kill();
    this.#server = this.#startServer({ PORT: new URL(server.url).port });
    await this.#server;
  }

  /** A browser in which nobody was before, with a cold cache. */
  async newSeat(options: BrowserContextOptions, url: string, kept: Kept): Promise<Seat> {
    const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
    const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
    const context = await this.#newContext({ storageState, ...options });
    return { context, leave: () => context.close() };
  }

  /** A browser without cookies and with nothing but `kept` in its storage; its cache is warm when someone had it before. */
  async seat(options: BrowserContextOptions, url: string, kept: Kept): Promise<Seat> {
    const look = JSON.stringify(options);
    const index = this.#free.findIndex((each) => each.look === look);
    const lendable =
      this.#free.splice(index, index < 0 ? 0 : 1)[0]?.lendable ?? (await this.#lendable(options));
    await clean(lendable);
    lendable.url = url;
    if (Object.keys(kept).length > 0) await keep(lendable, kept);
    const { context } = lendable;
    let isStillNormal = true;
    const install = context.clock.install.bind(context.clock);
    context.clock.install = (of) => {
      isStillNormal = false;
      return install(of);
    };
    return {
      context,
      leave: async () => {
        context.clock.install = install;
        if (isStillNormal && (await tidy(lendable))) await this.#takeBack(look, lendable);
        else await context.close();
      },
    };
  }

  async close(): Promise<void> {
    const [server, browser] = [this.#server, this.#browser];
    this.#server = undefined;
    this.#browser = undefined;
    this.#free = [];
    // Killed, because nobody needs its data any more and an orderly end waits for balancers.
    await (await server)?.kill();
    await (await browser)?.close();
    if (this.#dataDir) await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** For the end of the process, which waits for nothing: the server goes, and its data. Chromium goes by itself. */
  abandon(): void {
    void this.#running?.kill();
    if (this.#dataDir) rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 3 });
  }

  async #startServer(env: Record<string, string>): Promise<LivelaneProcess> {
    this.#dataDir ??= await mkdtemp(path.join(tmpdir(), 'livelane-workbench-'));
    // All people of all tests register from one address.
    const settings = { REGISTRATIONS_PER_HOUR: '1000000', ...env };
    this.#running = await startLivelane({ dataDir: this.#dataDir, env: settings });
    return this.#running;
  }

  async #newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await (await this.browser()).newContext(options);
    context.setDefaultTimeout(WAIT_MS);
    return context;
  }

  async #lendable(options: BrowserContextOptions): Promise<Lendable> {
    const context = await this.#newContext(options);
    const anchor = await context.newPage();
    return { context, anchor, session: await context.newCDPSession(anchor), url: '' };
  }

  async #takeBack(look: string, lendable: Lendable): Promise<void> {
    this.#free.push({ look, lendable });
    if (this.#free.length > FREE_AT_MOST) await this.#free.shift()?.lendable.context.close();
  }
}

async function launchBrowser(): Promise<Browser> {
  const program = findChromium();
  return chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env },
    args: CHROMIUM_FLAGS,
  });
}

/** Takes away what the last person has stored. */
async function clean({ context, session, url }: Lendable): Promise<void> {
  await context.clearCookies();
  if (url) await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
}

async function keep({ anchor, url }: Lendable, kept: Kept): Promise<void> {
  await anchor.goto(`${url}/healthz`);
  await anchor.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value);
  }, kept);
}

/** Closes all windows and ends what a test has set. False when the browser is gone. */
async function tidy({ context, anchor }: Lendable): Promise<boolean> {
  try {
    await Promise.all(context.pages().map((page) => page !== anchor && page.close()));
    await Promise.all([context.unrouteAll(), context.setOffline(false), context.clearPermissions()]);
    return !anchor.isClosed();
  } catch {
    return false;
  }
}
