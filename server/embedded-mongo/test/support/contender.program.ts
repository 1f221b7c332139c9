import { createInterface } from 'node:readline';
import { acquireLock } from '../../src/lock';
import { socketPathOf } from '../../src/socket-path';

/** For each folder that a line names: tries to own it, says so, and keeps it. */
async function contend(folder: string): Promise<void> {
  const lock = await acquireLock(folder, socketPathOf(folder));
  process.stdout.write(`${'release' in lock ? 'owner' : 'guest'}\n`);
}

createInterface({ input: process.stdin }).on('line', (folder) => {
  contend(folder).catch((error: Error) => process.stdout.write(`${error.message}\n`));
});
process.stdout.write('ready\n');
