import { mongo } from 'mongoose';
import { type OpDocument, type OpModel, toStoredOp } from './op.model';
import type { StoredOp } from './op.types';

/** Most bytes of the log that one read for a request takes (R32); an op has up to 0.3 MB. */
export const REQUEST_BYTES = 4_000_000;

export interface WeighedOps {
  ops: StoredOp[];
  /** Their size in the database. */
  bytes: number;
  /** More ops match: these have the bytes that were asked for. */
  isCut: boolean;
}

/** Matching ops until they have `maxBytes`, which the last one may exceed; no later one is decoded. */
export async function readWeighed(
  { collection }: OpModel,
  filter: object,
  options: mongo.FindOptions,
  maxBytes: number,
): Promise<WeighedOps> {
  const read: WeighedOps = { ops: [], bytes: 0, isCut: false };
  const projection = { fingerprint: 0, result: 0 };
  const found = collection.find(filter, { projection, ...options, raw: true });
  for await (const encoded of found as unknown as AsyncIterable<Uint8Array>) {
    if (read.bytes >= maxBytes) {
      read.isCut = true;
      break;
    }
    read.bytes += encoded.length;
    read.ops.push(toStoredOp(mongo.BSON.deserialize(encoded) as OpDocument));
  }
  return read;
}

/** Of ops that have been read, those that `readWeighed` would have read. */
export function firstWithin(ops: readonly StoredOp[], maxBytes: number): WeighedOps {
  const read: WeighedOps = { ops: [], bytes: 0, isCut: false };
  for (const op of ops) {
    if (read.bytes >= maxBytes) {
      read.isCut = true;
      break;
    }
    read.bytes += mongo.BSON.calculateObjectSize(op);
    read.ops.push(op);
  }
  return read;
}
