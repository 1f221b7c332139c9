import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { acquireLock } from './lock';
import { socketPathOf } from './socket-path';
import type { WorkerMessage, WorkerSettings } from './worker';

export interface EmbeddedMongoOptions {
  /** The data folder; it is created, and given the mode 0700. */
  folder: string;
  /** Listens on 127.0.0.1 as well, for tools. */
  port?: number;
  /** For tests only: nothing is synced to disk. Default: EMBEDDED_MONGO_RELAXED=1. */
  relaxed?: boolean;
}

export interface EmbeddedMongo {
  /** Where to connect: `mongoose.connect(uri, { dbName })`. */
  readonly uri: string;
  /** False if another process serves the folder and `uri` leads there. */
  readonly owner: boolean;
  close(): Promise<void>;
}

/** How long to wait for another process that has just begun to serve the folder, in milliseconds. */
const OTHER_STARTS_MS = 10_000;
const OTHER_POLL_MS = 50;

/** Serves a data folder, or connects to the process that does already. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const folder = prepareFolder(options.folder);
  const socket = socketPathOf(folder);
  const relaxed = options.relaxed ?? process.env.EMBEDDED_MONGO_RELAXED === '1';
  const giveUp = Date.now() + OTHER_STARTS_MS;
  for (;;) {
    const lock = acquireLock(folder, socket);
    if ('release' in lock) {
      try {
        const worker = await startWorker({ folder, socket, port: options.port, relaxed });
        return { uri: uriOf(socket), owner: true, close: () => worker.stop().finally(() => lock.release()) };
      } catch (error) {
        lock.release();
        throw error;
      }
    }
    const { owner } = lock;
    if (await answers(owner.socket)) {
      return { uri: uriOf(owner.socket), owner: false, close: () => Promise.resolve() };
    }
    if (Date.now() > giveUp) {
      throw new Error(
        `${folder} is in use by process ${owner.pid}, which does not answer on ${owner.socket}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, OTHER_POLL_MS));
  }
}

function uriOf(socket: string): string {
  return `mongodb://${encodeURIComponent(socket)}/?directConnection=true`;
}

function prepareFolder(given: string): string {
  mkdirSync(given, { recursive: true, mode: 0o700 });
  const folder = realpathSync(given);
  chmodSync(folder, 0o700);
  return folder;
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}

function startWorker(settings: WorkerSettings): Promise<{ stop(): Promise<void> }> {
  const root = path.dirname(require.resolve('@livelane/embedded-mongo/package.json'));
  const worker = new Worker(path.join(root, 'dist', 'worker.js'), { workerData: settings });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the database's thread ended with code ${code}`)));
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'failed') reject(new Error(message.message));
      if (message.type !== 'ready') return;
      resolve({
        async stop() {
          worker.postMessage('stop');
          await exited;
        },
      });
    });
  });
}
