import { Double } from 'bson';
import { encodeDocument } from '../values/codec';
import type { Value } from '../values/value';

const OK = new Double(1);

/** An encoded reply with the given fields and `ok: 1`. */
export function ok(...fields: [string, Value][]): Buffer {
  return encodeDocument(new Map<string, Value>([...fields, ['ok', OK]]));
}

const DOCUMENT = 0x03;
const ARRAY = 0x04;
const STRING = 0x02;
const DOUBLE = 0x01;
const LONG = 0x12;

/**
 * An encoded cursor reply `{cursor: {firstBatch | nextBatch, id, ns}, ok: 1}`. The documents are copied as raw bytes.
 */
export function cursorReply(
  batchName: 'firstBatch' | 'nextBatch',
  documents: readonly Uint8Array[],
  cursorId: bigint,
  namespace: string,
): Buffer {
  let batch = 5;
  for (let index = 0; index < documents.length; index += 1) {
    batch += 2 + digits(index) + (documents[index] as Uint8Array).length;
  }
  const ns = Buffer.byteLength(namespace);
  const cursor = 4 + (1 + batchName.length + 1 + batch) + (1 + 3 + 8) + (1 + 3 + 4 + ns + 1) + 1;
  const total = 4 + (1 + 7 + cursor) + (1 + 3 + 8) + 1;
  const bytes = Buffer.allocUnsafe(total);
  let at = bytes.writeInt32LE(total, 0);
  at = field(bytes, at, DOCUMENT, 'cursor');
  at = bytes.writeInt32LE(cursor, at);
  at = field(bytes, at, ARRAY, batchName);
  at = bytes.writeInt32LE(batch, at);
  for (let index = 0; index < documents.length; index += 1) {
    const document = documents[index] as Uint8Array;
    at = field(bytes, at, DOCUMENT, String(index));
    bytes.set(document, at);
    at += document.length;
  }
  at = bytes.writeUInt8(0, at);
  at = field(bytes, at, LONG, 'id');
  at = bytes.writeBigInt64LE(cursorId, at);
  at = field(bytes, at, STRING, 'ns');
  at = bytes.writeInt32LE(ns + 1, at);
  at += bytes.write(namespace, at);
  at = bytes.writeUInt8(0, at);
  at = bytes.writeUInt8(0, at);
  at = field(bytes, at, DOUBLE, 'ok');
  at = bytes.writeDoubleLE(1, at);
  bytes.writeUInt8(0, at);
  return bytes;
}

function field(bytes: Buffer, at: number, type: number, name: string): number {
  let next = bytes.writeUInt8(type, at);
  next += bytes.write(name, next, 'latin1');
  return bytes.writeUInt8(0, next);
}

function digits(index: number): number {
  return String(index).length;
}
