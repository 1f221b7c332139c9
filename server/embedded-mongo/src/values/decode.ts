import { isUtf8 } from 'node:buffer';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { ErrorCode, MongoServerFault } from '../errors';
import { BsonUndefined, type Doc, type Value } from './value';

/** MongoDB's limit of nesting. */
export const MAX_DEPTH = 200;

/** Up to this many bytes a scan for non-ASCII plus a latin1 slice beats the general UTF-8 decoder. */
const SHORT_STRING_BYTES = 256;

const NAME_CACHE_SLOTS = 4096;
const MAX_CACHED_NAME_BYTES = 64;
const MIN_KEY_BYTE = 0xff;
const MAX_DATE_MS = 8.64e15;
const TWO_TO_32 = 4294967296;

/**
 * Field names seen before, by a hash of their bytes. A name found here needs no new string, and its hash for the
 * document's Map is already computed: decoding is a third faster for it.
 */
const nameCache: (string | undefined)[] = new Array(NAME_CACHE_SLOTS).fill(undefined);

/** Node's own readers behind `toString`, without its checks of arguments: a fifth of the time of decoding. */
interface FastBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/** The document being read; decoding is synchronous, so one cursor for the module is enough. */
let bytes = Buffer.alloc(0) as FastBuffer;
let position = 0;
let limit = 0;

function malformed(why: string): MongoServerFault {
  return new MongoServerFault(ErrorCode.InvalidBSON, `malformed BSON: ${why}`);
}

function int32(): number {
  const p = position;
  if (p + 4 > limit) throw malformed('value runs past the end of its document');
  position = p + 4;
  return (
    (bytes[p] as number) |
    ((bytes[p + 1] as number) << 8) |
    ((bytes[p + 2] as number) << 16) |
    ((bytes[p + 3] as number) << 24)
  );
}

function name(): string {
  const start = position;
  let end = start;
  let hash = 0;
  let byte = bytes[end] as number;
  let ascii = true;
  while (byte !== 0) {
    if (end >= limit) throw malformed('name without an end');
    if (byte > 127) ascii = false;
    hash = (Math.imul(hash, 31) + byte) | 0;
    end += 1;
    byte = bytes[end] as number;
  }
  position = end + 1;
  const length = end - start;
  if (!ascii) return utf8(start, end);
  if (length > MAX_CACHED_NAME_BYTES) return bytes.latin1Slice(start, end);
  const slot = (hash ^ (hash >>> 12)) & (NAME_CACHE_SLOTS - 1);
  const cached = nameCache[slot];
  if (cached !== undefined && cached.length === length) {
    let i = 0;
    while (i < length && cached.charCodeAt(i) === bytes[start + i]) i += 1;
    if (i === length) return cached;
  }
  const fresh = bytes.latin1Slice(start, end);
  nameCache[slot] = fresh;
  return fresh;
}

function skipName(): void {
  const end = bytes.indexOf(0, position);
  if (end < 0 || end >= limit) throw malformed('name without an end');
  position = end + 1;
}

/** Decodes strictly: a replacement character would change the bytes when the document is written again. */
function utf8(start: number, end: number): string {
  const text = bytes.utf8Slice(start, end);
  if (text.includes('\ufffd') && !isUtf8(bytes.subarray(start, end))) throw malformed('string is not UTF-8');
  return text;
}

function string(): string {
  const length = int32();
  const start = position;
  const end = start + length - 1;
  if (length < 1 || end >= limit || bytes[end] !== 0) throw malformed('string length');
  position = end + 1;
  if (length > SHORT_STRING_BYTES) return utf8(start, end);
  for (let i = start; i < end; i += 1) if ((bytes[i] as number) > 127) return utf8(start, end);
  return bytes.latin1Slice(start, end);
}

function take(length: number): Buffer {
  const start = position;
  if (length < 0 || start + length > limit) throw malformed('value runs past the end of its document');
  position = start + length;
  const copy = Buffer.allocUnsafe(length);
  bytes.copy(copy, 0, start, position);
  return copy;
}

const ID_BYTES = 12;
/** ObjectId copies its input, so one buffer serves all of them. */
const idBytes = Buffer.alloc(ID_BYTES);

function objectId(): ObjectId {
  const start = position;
  if (start + ID_BYTES > limit) throw malformed('value runs past the end of its document');
  position = start + ID_BYTES;
  for (let i = 0; i < ID_BYTES; i += 1) idBytes[i] = bytes[start + i] as number;
  return new ObjectId(idBytes);
}

function binary(): Binary {
  const length = int32();
  const subtype = bytes[position] as number;
  position += 1;
  if (subtype !== Binary.SUBTYPE_BYTE_ARRAY) return new Binary(take(length), subtype);
  const inner = int32();
  if (inner !== length - 4) throw malformed('binary of the old subtype 2');
  return new Binary(take(inner), subtype);
}

function date(): Date {
  const low = int32() >>> 0;
  const ms = int32() * TWO_TO_32 + low;
  if (Math.abs(ms) > MAX_DATE_MS) {
    throw new MongoServerFault(ErrorCode.BadValue, 'dates beyond ±8640000000000000 ms are not supported');
  }
  return new Date(ms);
}

function regularExpression(): BSONRegExp {
  const pattern = name();
  const options = name();
  if (/[^imslux]/.test(options)) {
    throw new MongoServerFault(ErrorCode.BadValue, `invalid options of a regular expression: ${options}`);
  }
  return new BSONRegExp(pattern, options);
}

function value(type: number, depth: number): Value {
  switch (type) {
    case 0x01: {
      if (position + 8 > limit) throw malformed('value runs past the end of its document');
      position += 8;
      return new Double(bytes.readDoubleLE(position - 8));
    }
    case 0x02:
      return string();
    case 0x03:
      return document(depth + 1);
    case 0x04:
      return array(depth + 1);
    case 0x05:
      return binary();
    case 0x06:
      return BsonUndefined.VALUE;
    case 0x07:
      return objectId();
    case 0x08: {
      const byte = bytes[position] as number;
      if (byte > 1) throw malformed('boolean');
      position += 1;
      return byte === 1;
    }
    case 0x09:
      return date();
    case 0x0a:
      return null;
    case 0x0b:
      return regularExpression();
    case 0x0d:
      return new Code(string());
    case 0x0e:
      return new BSONSymbol(string());
    case 0x10:
      return new Int32(int32());
    case 0x11: {
      const low = int32();
      return new Timestamp({ i: low >>> 0, t: int32() >>> 0 });
    }
    case 0x12: {
      const low = int32();
      return new Long(low, int32());
    }
    case 0x13:
      return new Decimal128(take(16));
    case 0x7f:
      return new MaxKey();
    case MIN_KEY_BYTE:
      return new MinKey();
    case 0x0c:
      throw new MongoServerFault(ErrorCode.BadValue, 'the deprecated BSON type dbPointer is not supported');
    case 0x0f:
      throw new MongoServerFault(
        ErrorCode.BadValue,
        'the deprecated BSON type javascriptWithScope is not supported',
      );
    default:
      throw malformed(`unknown type ${type}`);
  }
}

/** Reads a length, narrows `limit` to the (sub-)document, and returns the limit to restore. */
function enter(depth: number): number {
  if (depth > MAX_DEPTH) {
    throw new MongoServerFault(ErrorCode.Overflow, `a document is nested more than ${MAX_DEPTH} levels deep`);
  }
  const start = position;
  const length = int32();
  const outer = limit;
  if (length < 5 || start + length > outer || bytes[start + length - 1] !== 0)
    throw malformed('document length');
  limit = start + length;
  return outer;
}

function leave(outer: number): void {
  if (position !== limit) throw malformed('document ends before its length');
  limit = outer;
}

function document(depth: number): Doc {
  const outer = enter(depth);
  const result: Doc = new Map();
  let fields = 0;
  for (;;) {
    const type = bytes[position] as number;
    position += 1;
    if (type === 0) break;
    const key = name();
    result.set(key, value(type, depth));
    fields += 1;
  }
  leave(outer);
  if (result.size !== fields) {
    throw new MongoServerFault(ErrorCode.BadValue, 'documents with a repeated field name are not supported');
  }
  return result;
}

function array(depth: number): Value[] {
  const outer = enter(depth);
  const result: Value[] = [];
  for (;;) {
    const type = bytes[position] as number;
    position += 1;
    if (type === 0) break;
    skipName();
    result.push(value(type, depth));
  }
  leave(outer);
  return result;
}

/**
 * Decodes one BSON document. Nothing in the result shares memory with `input`.
 * @throws MongoServerFault 22 on malformed input, 2 on the few deprecated shapes that are refused.
 */
export function decodeDocument(input: Uint8Array): Doc {
  const buffer = Buffer.isBuffer(input) ? input : Buffer.from(input.buffer, input.byteOffset, input.length);
  bytes = buffer as FastBuffer;
  position = 0;
  limit = bytes.length;
  const result = document(0);
  if (position !== bytes.length) throw malformed('bytes after the end of the document');
  return result;
}
