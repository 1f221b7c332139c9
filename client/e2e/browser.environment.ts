import { TestEnvironment } from 'jest-environment-node';
import { Workbench } from './workbench';

declare global {
  /** Of the Jest worker that runs this test file. */
  var livelaneWorkbench: Workbench | undefined;
}

/** Of this Jest worker: this module stays loaded from one test file to the next. */
let workbench = new Workbench();
let idle: NodeJS.Timeout | undefined;
process.once('exit', () => workbench.abandon());

/** After this nobody seems to come any more; Jest itself gives a worker half a second for its end. */
const IDLE_MS = 150;

/** Jest's environment for tests with a browser: a worker's files use the same browser and server, one after the other. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    clearTimeout(idle);
    this.global.livelaneWorkbench = workbench;
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    idle = setTimeout(() => {
      const last = workbench;
      workbench = new Workbench();
      void last.close();
    }, IDLE_MS);
  }
}
