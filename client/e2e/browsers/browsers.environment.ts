import { TestEnvironment } from 'jest-environment-node';
import { BrowserPool } from './browserPool';

declare global {
  /** Of the Jest worker that runs this test file. */
  var livelaneBrowsers: BrowserPool | undefined;
}

/** This module stays loaded from one test file to the next. */
const pool = new BrowserPool();
let idle: NodeJS.Timeout | undefined;

/** After this nobody seems to come any more; Jest itself gives a worker half a second for its end. */
const IDLE_MS = 150;

/** Jest's environment for journeys in all browsers: a worker's files use the same browsers, one after the other. */
export default class BrowsersEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    clearTimeout(idle);
    this.global.livelaneBrowsers = pool;
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    idle = setTimeout(() => pool.kill(), IDLE_MS);
  }
}
