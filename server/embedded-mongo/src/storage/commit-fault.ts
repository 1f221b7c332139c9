import { statfsSync } from 'node:fs';
import { ErrorCode, MongoServerFault } from '../errors';

/** With less than this much left, in bytes, a failed write is put down to the full disk. */
const NEARLY_FULL_BYTES = 1024 * 1024;

/** What clients are told when a transaction could not be written. LMDB reports a full disk as an input/output error. */
export function commitFault(folder: string, error: unknown): MongoServerFault {
  if (error instanceof MongoServerFault) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (freeBytes(folder) < NEARLY_FULL_BYTES || /ENOSPC|no space/i.test(message)) {
    return new MongoServerFault(
      ErrorCode.OutOfDiskSpace,
      `the disk is full: nothing was written to ${folder}`,
    );
  }
  return new MongoServerFault(ErrorCode.InternalError, `nothing was written to ${folder}: ${message}`);
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
