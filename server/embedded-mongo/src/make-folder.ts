import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder of mode 0700, and those above it. Node's own recursive `mkdir` never returns where a folder
 * exists and still refuses new ones as if it did not, such as `/proc`.
 * @throws Error of the system's call that failed
 */
export function makeFolder(folder: string): void {
  const tryToMake = () => mkdirSync(folder, { mode: 0o700 });
  try {
    tryToMake();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    tryToMake();
  }
}
