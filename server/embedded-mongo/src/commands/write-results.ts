import { Int32 } from 'bson';
import type { Doc, Value } from '../values/value';
import { asFault } from '../wire/fault-document';

/** One entry of `writeErrors`. A fault that is not a MongoServerFault is not a write error: it ends the command. */
export function writeError(index: number, error: unknown): Doc {
  const fault = asFault(error);
  return new Map<string, Value>([
    ['index', new Int32(index)],
    ['code', new Int32(fault.code)],
    ['errmsg', fault.message],
    ...(fault.extra ?? []),
  ]);
}

/** The reply's field for write errors, if there are any. */
export function writeErrors(errors: Doc[]): [string, Value][] {
  return errors.length > 0 ? [['writeErrors', errors]] : [];
}
