import { statfsSync } from 'node:fs';

const MEGABYTE = 1024 * 1024;

/** With less free space than this, in bytes, nothing is written any more. */
export const WRITE_FREE_BYTES = 8 * MEGABYTE;
/** With less free space than this, in bytes, nothing new is inserted: the updates that follow from it need some. */
export const INSERT_FREE_BYTES = WRITE_FREE_BYTES + 16 * MEGABYTE;

/** Free space on the disk of a file or folder, in bytes. @throws Error when it is not there */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
