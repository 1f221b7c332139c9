import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { removedAfter } from '@livelane/embedded-mongo/removed-after';

/**
 * Does work in a folder of its own in `parent`, which is removed at the end. First it removes those that killed
 * processes have left there.
 * @param prefix of the folder's name; the process id follows
 */
export async function inOwnFolder<T>(
  parent: string,
  prefix: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (/^\d+$/.test(pid) && !isAnother(Number(pid)))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const folder = path.join(parent, `${prefix}${process.pid}`);
  return removedAfter([folder], async () => {
    mkdirSync(folder, { mode: 0o700 });
    return work(folder);
  });
}

/** Whether another process runs under this id. In a container the next one may get the id of the last. */
function isAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
