import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a file's content, or a folder's list of names, is on disk. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
