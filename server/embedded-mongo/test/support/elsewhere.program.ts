import fs from 'node:fs';
import { createInterface } from 'node:readline';
import type { Worker } from 'node:worker_threads';
import { startEmbeddedMongo } from '../../src/embedded-mongo';
import { connectedTo } from '../../src/socket-path';

/**
 * Serves the folder that its first argument names, as from another container: to the others its pid means nothing. The
 * line `stop` ends that in order; at `lose thread` the database's thread dies.
 */
const readlink = fs.readlinkSync;
fs.readlinkSync = ((file: fs.PathLike) =>
  file === '/proc/self/ns/pid' ? 'pid:[1]' : readlink(file)) as typeof fs.readlinkSync;

/** A guest looks some times meanwhile. */
const BUSY_MS = 300;

const say = (line: string) => process.stdout.write(`${line}\n`);
let thread: Worker;
process.on('worker', (worker) => {
  thread = worker;
});

async function serve(folder: string): Promise<void> {
  const database = await startEmbeddedMongo({ folder, relaxed: true });
  say(database.owner ? 'owner' : 'guest');
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'stop') {
      await database.close();
      say('stopped');
    }
    if (line === 'lose thread') {
      const lost = thread.terminate();
      // It notices late.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
      await lost;
      let served = await connectedTo(database.socket);
      while (!served) served = await connectedTo(database.socket);
      served.destroy();
      say('served again');
    }
  }
}

void serve(process.argv[2] as string);
