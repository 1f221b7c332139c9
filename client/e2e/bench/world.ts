import type { BrowserContextOptions, Page } from 'playwright-core';
import { PASSWORD, type SeededBoard } from '../../../test-kit/load/seed';
import { SIGNED_IN_MARK } from '../signedIn';

/** 10 Mbit/s and 40 ms there and back, on a computer four times slower. */
const SLOW = { bytesPerSecond: 10e6 / 8, latencyMs: 40, cpu: 4 };

/** The server that is measured, its boards, and windows of one browser. */
export interface World {
  url: string;
  baseline: string;
  window(options?: BrowserContextOptions): Promise<Page>;
  boards: readonly BenchBoard[];
  email: string;
}

/** A board that is opened and dragged on. */
export interface BenchBoard extends SeededBoard {
  /** As rows name it. */
  name: string;
}

export async function slowDown(page: Page, parts: { network?: boolean } = { network: true }): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  if (parts.network) {
    await browser.send('Network.enable');
    const { bytesPerSecond, latencyMs } = SLOW;
    await browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
}

/** A window with nothing in its cache, whose user is signed in. */
export async function signedIn(world: World): Promise<Page> {
  const localStorage = [{ name: SIGNED_IN_MARK, value: '1' }];
  const storageState = { cookies: [], origins: [{ origin: world.url, localStorage }] };
  const page = await world.window({ storageState });
  const data = { email: world.email, password: PASSWORD };
  await page.context().request.post(`${world.url}/v1/auth/login`, { data });
  return page;
}

export const boardUrl = (world: World, { projectId }: BenchBoard) => `${world.url}/project/${projectId}`;
