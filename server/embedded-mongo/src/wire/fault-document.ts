import { Double, Int32 } from 'bson';
import { ErrorCode, MongoServerFault } from '../errors';
import type { Doc } from '../values/value';

/** The reply to a command that failed: `ok: 0` with MongoDB's code, name, message, labels and further fields. */
export function faultDocument(error: unknown): Doc {
  const fault = asFault(error);
  const reply: Doc = new Map();
  reply.set('ok', new Double(0));
  reply.set('errmsg', fault.message);
  reply.set('code', new Int32(fault.code));
  reply.set('codeName', fault.codeName);
  for (const [key, value] of fault.extra ?? []) reply.set(key, value);
  if (fault.labels && fault.labels.length > 0) reply.set('errorLabels', [...fault.labels]);
  return reply;
}

/** Converts any thrown value to a fault; unknown ones become an internal error (code 1). */
export function asFault(error: unknown): MongoServerFault {
  if (error instanceof MongoServerFault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new MongoServerFault(ErrorCode.InternalError, message);
}
