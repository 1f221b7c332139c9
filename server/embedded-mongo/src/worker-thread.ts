import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerMessage, WorkerSettings } from './worker';

/** The thread may die this often within the window below before it is given up. */
const MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;
/** For short-lived objects of commands: V8 would take up to 48 MB for these, and would not release it. */
const YOUNG_MB = 6;

/** The thread that serves the data folder. If it dies, it is restarted: acknowledged writes are on disk. */
export class WorkerThread {
  /** The TCP port on 127.0.0.1, if it listens there. */
  port: number | undefined;
  private worker: Worker | undefined;
  private stopping = false;
  private readonly deaths: number[] = [];

  private constructor(
    private readonly settings: WorkerSettings,
    private readonly onDeath: () => void,
  ) {}

  /**
   * Resolves when the thread listens; rejects with its one clear message when it cannot.
   * @param onDeath called before a thread that has died is started again
   */
  static async start(settings: WorkerSettings, onDeath: () => void): Promise<WorkerThread> {
    const thread = new WorkerThread(settings, onDeath);
    await thread.launch();
    return thread;
  }

  /** Ends the thread after it has answered running commands. */
  async stop(): Promise<void> {
    this.stopping = true;
    const { worker } = this;
    if (!worker) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop');
    await exited;
  }

  private launch(): Promise<void> {
    const root = path.dirname(require.resolve('@livelane/embedded-mongo/package.json'));
    // Loaders of the main thread (tsx, for example) have nothing to do for the bundle, and cost a tenth of a second.
    const bundle = path.join(root, 'dist', 'worker.js');
    if (!existsSync(bundle))
      return Promise.reject(new Error(`${bundle} is missing: run node build.mjs in ${root}`));
    const worker = new Worker(bundle, {
      workerData: this.settings,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      let ready = false;
      let failure: Error | undefined;
      worker.on('message', (message: WorkerMessage) => {
        if (message.type === 'failed') failure = new Error(message.message);
        if (message.type === 'ready') {
          ready = true;
          this.port = message.port;
          resolve();
        }
      });
      worker.once('error', (error: Error) => {
        failure = error;
      });
      worker.once('exit', (code) => {
        this.worker = undefined;
        const reason = failure ?? new Error(`the database's thread ended with code ${code}`);
        if (!ready) reject(reason);
        else if (!this.stopping) this.revive(reason);
      });
    });
  }

  private revive(reason: Error): void {
    const now = Date.now();
    this.deaths.push(now);
    const recent = this.deaths.filter((time) => now - time < RESTART_WINDOW_MS);
    // Nothing can continue without the database: thrown in the process like any uncaught error.
    if (recent.length > MAX_RESTARTS) throw reason;
    this.onDeath();
    process.emitWarning(`the embedded database's thread failed and is started again: ${reason.message}`);
    this.launch().catch((error: unknown) => {
      throw error;
    });
  }
}
