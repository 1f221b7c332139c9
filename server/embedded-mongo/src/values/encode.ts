import {
  Binary,
  type BSONRegExp,
  type BSONSymbol,
  type Code,
  type Decimal128,
  type Double,
  type Int32,
  type Long,
  type ObjectId,
  type Timestamp,
} from 'bson';
import { ErrorCode, MongoServerFault } from '../errors';
import { MAX_DEPTH } from './decode';
import { BsonType, bsonType, type Doc, type Value } from './value';

const FIRST_SCRATCH_BYTES = 64 * 1024;
/** A scratch that one huge document has grown is not kept for ever. */
const LARGEST_KEPT_SCRATCH_BYTES = 1024 * 1024;
const SHORT_STRING_UNITS = 48;
const TWO_TO_32 = 4294967296;

/** Encoding is synchronous, so one growing buffer for the module is enough; the result is copied out of it. */
let scratch = Buffer.allocUnsafe(FIRST_SCRATCH_BYTES);
let position = 0;

function reserve(extra: number): void {
  if (position + extra <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, position + extra));
  scratch.copy(larger, 0, 0, position);
  scratch = larger;
}

function int32At(at: number, value: number): void {
  scratch[at] = value;
  scratch[at + 1] = value >> 8;
  scratch[at + 2] = value >> 16;
  scratch[at + 3] = value >> 24;
}

function int32(value: number): void {
  reserve(4);
  int32At(position, value);
  position += 4;
}

/** Writes the text as UTF-8 without an end. */
function text(value: string): void {
  const length = value.length;
  reserve(length * 3 + 1);
  if (length <= SHORT_STRING_UNITS) {
    let i = 0;
    for (; i < length; i += 1) {
      const unit = value.charCodeAt(i);
      if (unit > 127) break;
      scratch[position + i] = unit;
    }
    if (i === length) {
      position += length;
      return;
    }
  }
  position += scratch.write(value, position);
}

function nul(): void {
  reserve(1);
  scratch[position] = 0;
  position += 1;
}

function name(value: string): void {
  if (value.includes('\0')) {
    throw new MongoServerFault(ErrorCode.BadValue, 'field names and patterns may not contain null bytes');
  }
  text(value);
  nul();
}

function string(value: string): void {
  int32(0);
  const start = position;
  text(value);
  nul();
  int32At(start - 4, position - start);
}

function raw(bytes: Uint8Array): void {
  reserve(bytes.length);
  scratch.set(bytes, position);
  position += bytes.length;
}

function binary(value: Binary): void {
  const bytes = value.buffer.subarray(0, value.position);
  const old = value.sub_type === Binary.SUBTYPE_BYTE_ARRAY;
  int32(old ? bytes.length + 4 : bytes.length);
  reserve(1);
  scratch[position] = value.sub_type;
  position += 1;
  if (old) int32(bytes.length);
  raw(bytes);
}

/** Writes the value after the name; the type byte was written before the name. */
function payload(type: number, value: Value, depth: number): void {
  switch (type) {
    case BsonType.string:
      string(value as string);
      return;
    case BsonType.int:
      int32((value as Int32).value);
      return;
    case BsonType.double:
      reserve(8);
      position = scratch.writeDoubleLE((value as Double).value, position);
      return;
    case BsonType.objectId:
      raw((value as ObjectId).id);
      return;
    case BsonType.date: {
      const ms = (value as Date).getTime();
      const high = Math.floor(ms / TWO_TO_32);
      int32(ms - high * TWO_TO_32);
      int32(high);
      return;
    }
    case BsonType.bool:
      reserve(1);
      scratch[position] = value ? 1 : 0;
      position += 1;
      return;
    case BsonType.object:
      document(value as Doc, depth + 1);
      return;
    case BsonType.array:
      array(value as Value[], depth + 1);
      return;
    case BsonType.long:
    case BsonType.timestamp:
      int32((value as Long | Timestamp).low);
      int32((value as Long | Timestamp).high);
      return;
    case BsonType.decimal:
      raw((value as Decimal128).bytes);
      return;
    case BsonType.binData:
      binary(value as Binary);
      return;
    case BsonType.regex:
      name((value as BSONRegExp).pattern);
      name((value as BSONRegExp).options);
      return;
    case BsonType.javascript:
      string((value as Code).code);
      return;
    case BsonType.symbol:
      string((value as BSONSymbol).value);
      return;
    default:
      return;
  }
}

function field(key: string, value: Value, depth: number): void {
  const type = bsonType(value);
  reserve(1);
  scratch[position] = type;
  position += 1;
  name(key);
  payload(type, value, depth);
}

function enter(depth: number): number {
  if (depth > MAX_DEPTH) {
    throw new MongoServerFault(ErrorCode.Overflow, `a document is nested more than ${MAX_DEPTH} levels deep`);
  }
  const start = position;
  int32(0);
  return start;
}

function leave(start: number): void {
  nul();
  int32At(start, position - start);
}

function document(value: Doc, depth: number): void {
  const start = enter(depth);
  for (const [key, item] of value) field(key, item, depth);
  leave(start);
}

function array(value: Value[], depth: number): void {
  const start = enter(depth);
  for (let i = 0; i < value.length; i += 1) field(String(i), value[i] as Value, depth);
  leave(start);
}

/** Encodes a document as BSON into a buffer of its own. */
export function encodeDocument(value: Doc): Buffer {
  position = 0;
  document(value, 0);
  const result = Buffer.allocUnsafe(position);
  scratch.copy(result, 0, 0, position);
  if (scratch.length > LARGEST_KEPT_SCRATCH_BYTES) scratch = Buffer.allocUnsafe(FIRST_SCRATCH_BYTES);
  return result;
}
