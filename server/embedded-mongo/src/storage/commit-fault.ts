import { ErrorCode, MongoServerFault } from '../errors';
import { reasonOf } from '../system-error';
import { LostFileError } from './room';

const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The error for clients when a transaction could not be written. */
export function commitFault(folder: string, error: unknown): MongoServerFault {
  if (error instanceof MongoServerFault) return error;
  if (error instanceof LostFileError)
    return new MongoServerFault(ErrorCode.UnsatisfiableWriteConcern, error.message);
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  const full = code !== undefined && OUT_OF_SPACE.has(code);
  return new MongoServerFault(
    full ? ErrorCode.OutOfDiskSpace : ErrorCode.InternalError,
    `nothing was written to ${folder}: ${reasonOf(error)}`,
  );
}
