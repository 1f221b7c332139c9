import { parentPort, workerData } from 'node:worker_threads';
import { ChangeCounts, type CountedBy } from './change-counts';
import { dispatch } from './commands/dispatch';
import { CURSOR_SWEEP_MS } from './engine/cursors';
import { Engine } from './engine/engine';
import { EXPIRY_SWEEP_MS } from './engine/expiry';
import { socketInside } from './socket-path';
import { openStore } from './storage/open';
import { WireServer } from './wire/server';

/** The main thread's instructions to the worker. */
export interface WorkerSettings {
  readonly folder: string;
  readonly socket: string;
  readonly port: number | undefined;
  readonly relaxed: boolean;
  /** See ChangeCounts. */
  readonly changes: SharedArrayBuffer;
  readonly countedBy: CountedBy;
}

export type WorkerMessage =
  | { readonly type: 'ready'; readonly port: number | undefined }
  | { readonly type: 'failed'; readonly message: string };

async function serve(settings: WorkerSettings): Promise<() => Promise<void>> {
  const store = openStore(settings.folder, settings);
  const changes = new ChangeCounts(settings.changes, settings.countedBy);
  changes.raiseAll();
  const engine = new Engine(store, settings.folder, changes);
  engine.recover();
  const timers = [
    setInterval(() => engine.expireDocuments(), EXPIRY_SWEEP_MS),
    setInterval(() => engine.cursors.expire(Date.now()), CURSOR_SWEEP_MS),
  ];
  const server = new WireServer((request, connection, reply) => dispatch(engine, request, connection, reply));
  engine.connections = () => server.connections;
  const stop = async () => {
    for (const timer of timers) clearInterval(timer);
    // LMDB does not survive being closed while another thread copies it, and whoever waits for the copy gets its reply.
    await engine.finished();
    await server.close();
    await engine.scheduler.end();
    await store.close();
  };
  try {
    // Who sees the folder under another path looks for the socket in it.
    for (const socket of new Set([settings.socket, socketInside(settings.folder)])) {
      await server.listenOnSocket(socket);
    }
    const port = settings.port === undefined ? undefined : await server.listenOnPort(settings.port);
    post({ type: 'ready', port });
    return stop;
  } catch (error) {
    // Whatever stays open keeps the thread alive, and its end is waited for.
    await stop();
    throw error;
  }
}

function post(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

serve(workerData as WorkerSettings).then(
  (stop) => {
    parentPort?.once('message', () => {
      void stop().then(() => parentPort?.close());
    });
  },
  (error: unknown) => {
    post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    parentPort?.close();
  },
);
