import { ErrorCode, MongoServerFault } from '../errors';
import type { FieldNames } from './field-names';

/*
 * A packed document has the content of its BSON in fewer bytes, and restores that BSON byte for byte. It is a row of
 * fields and a last byte, PACKED. A document that is kept as BSON ends with 0, so both may lie side by side.
 *
 *   fields    (tag(1) name payload)* 00
 *   name      number(1) of a field name of the collection, or 0 and the name up to its 00; none in an array
 *   payload   of BSON's types as in BSON, except that documents and arrays are fields; of the tags below as they say
 */
const PACKED = 1;

/** A UUID as text, canonical and in lower case: its 16 bytes. */
const UUID_TEXT = 0x20;
/** Text in base64url of 32 bytes, such as a hash: those bytes. */
const HASH_TEXT = 0x21;
/** A time between 1970 and 9999 as `toISOString` writes it: milliseconds(6). */
const TIME_TEXT = 0x22;
/** Text of less than 256 bytes: their number(1), the bytes. */
const SHORT_TEXT = 0x23;
/** An int32 between 0 and 255: one byte. */
const SMALL_INT = 0x24;

const END = 0x00;
const DOUBLE = 0x01;
const TEXT = 0x02;
const OBJECT = 0x03;
const ARRAY = 0x04;
const BINARY = 0x05;
const UNDEFINED = 0x06;
const OBJECT_ID = 0x07;
const BOOL = 0x08;
const DATE = 0x09;
const NULL = 0x0a;
const REGEX = 0x0b;
const CODE = 0x0d;
const SYMBOL = 0x0e;
const INT = 0x10;
const TIMESTAMP = 0x11;
const LONG = 0x12;
const DECIMAL = 0x13;
const MAX_KEY = 0x7f;
const MIN_KEY = 0xff;

/** Larger documents are kept as they are: ids and names are little of them, and packing would hold others up. */
const LARGEST_PACKED_BYTES = 64 * 1024;
const LENGTH_BYTES = 4;
/** Up to this many bytes a loop beats a call. */
const SHORT_COPY_BYTES = 24;
const UUID_CHARS = 36;
const UUID_BYTES = 16;
const HASH_CHARS = 43;
const HASH_BYTES = 32;
const TIME_CHARS = 24;
const TIME_BYTES = 6;
const TEN_THOUSAND_YEARS = 253_402_300_800_000;
const LARGEST_BYTE = 255;
const DASH = 0x2d;
/** Where a UUID has its dashes, and where the two digits of each byte begin. */
const DASHES = [8, 13, 18, 23];
const PAIRS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/** The digit that a byte of text is in hexadecimal with small letters, or NO_DIGIT. */
const NO_DIGIT = 16;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
const HEX = Buffer.from('0123456789abcdef');
for (const [digit, char] of HEX.entries()) DIGITS[char] = digit;

/** Node's own reader behind `toString`, without its checks of arguments. */
interface FastBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
}

/** The input and the position in it; both directions are synchronous, so one of each is enough. */
let source = Buffer.alloc(0) as FastBuffer;
let from = 0;
/** The output and the position in it: a field, at least two bytes in BSON, may take one byte more. */
const target = Buffer.allocUnsafe(2 * LARGEST_PACKED_BYTES);
let to = 0;

/** A document as it is stored: packed, or the BSON itself. Learns names that the collection has not had yet. */
export function packDocument(bson: Buffer, names: FieldNames): Buffer {
  if (bson.length > LARGEST_PACKED_BYTES) return bson;
  source = bson as FastBuffer;
  from = LENGTH_BYTES;
  to = 0;
  if (!packFields(names)) return bson;
  target[to] = PACKED;
  return Buffer.from(target.subarray(0, to + 1));
}

/** The BSON of a stored document. */
export function unpackDocument(stored: Buffer, names: FieldNames): Buffer {
  if (stored[stored.length - 1] !== PACKED) return stored;
  source = stored as FastBuffer;
  from = 0;
  to = 0;
  unpackFields(names);
  return Buffer.from(target.subarray(0, to));
}

/** Packs the fields of a document, or of an array, whose names are numbers. False if that is not reversible. */
function packFields(names: FieldNames, isArray = false): boolean {
  for (let index = 0; ; index += 1) {
    const type = source[from] as number;
    from += 1;
    const tag = to;
    target[tag] = type;
    to += 1;
    if (type === END) return true;
    if (!isArray) packName(names);
    else if (!skipNumber(index)) return false;
    if (!packPayload(type, tag, names)) return false;
  }
}

function packName(names: FieldNames): void {
  const end = source.indexOf(0, from);
  const number = names.numberOf(source.latin1Slice(from, end));
  target[to] = number;
  to += 1;
  if (number === 0) copy(end + 1 - from);
  else from = end + 1;
}

/** Goes past the name of an array's element; false if it is another one than drivers write. */
function skipNumber(index: number): boolean {
  const name = String(index);
  for (let at = 0; at < name.length; at += 1) if (source[from + at] !== name.charCodeAt(at)) return false;
  from += name.length + 1;
  return source[from - 1] === 0;
}

function packPayload(type: number, tag: number, names: FieldNames): boolean {
  if (type === OBJECT || type === ARRAY) {
    from += LENGTH_BYTES;
    return packFields(names, type === ARRAY);
  }
  if (type === TEXT) {
    packText(tag);
    return true;
  }
  if (type === INT && source.readUInt32LE(from) <= LARGEST_BYTE) {
    target[tag] = SMALL_INT;
    target[to] = source[from] as number;
    to += 1;
    from += LENGTH_BYTES;
    return true;
  }
  const length = lengthOf(type);
  if (length < 0) return false;
  copy(length);
  return true;
}

function packText(tag: number): void {
  const length = source.readInt32LE(from) - 1;
  const start = from + LENGTH_BYTES;
  const short = shortTagOf(start, length);
  if (short === TEXT) {
    copy(LENGTH_BYTES + length + 1);
    return;
  }
  target[tag] = short;
  if (short === SHORT_TEXT) {
    target[to] = length;
    to += 1;
    from = start;
    copy(length);
  }
  from = start + length + 1;
}

/** Writes the text in the shortest way if that is one of bytes; what way it is. */
function shortTagOf(start: number, length: number): number {
  if (length === UUID_CHARS && packUuid(start)) return UUID_TEXT;
  if (length === HASH_CHARS && packHash(start)) return HASH_TEXT;
  if (length === TIME_CHARS && packTime(start)) return TIME_TEXT;
  return length <= LARGEST_BYTE ? SHORT_TEXT : TEXT;
}

function packUuid(start: number): boolean {
  for (const dash of DASHES) if (source[start + dash] !== DASH) return false;
  for (let byte = 0; byte < UUID_BYTES; byte += 1) {
    const at = start + (PAIRS[byte] as number);
    const high = DIGITS[source[at] as number] as number;
    const low = DIGITS[source[at + 1] as number] as number;
    if (high === NO_DIGIT || low === NO_DIGIT) return false;
    target[to + byte] = (high << 4) | low;
  }
  to += UUID_BYTES;
  return true;
}

function packHash(start: number): boolean {
  const text = source.latin1Slice(start, start + HASH_CHARS);
  const written = target.write(text, to, HASH_BYTES, 'base64url');
  if (written !== HASH_BYTES || target.toString('base64url', to, to + HASH_BYTES) !== text) return false;
  to += HASH_BYTES;
  return true;
}

function packTime(start: number): boolean {
  const text = source.latin1Slice(start, start + TIME_CHARS);
  const ms = Date.parse(text);
  if (!(ms >= 0 && ms < TEN_THOUSAND_YEARS) || new Date(ms).toISOString() !== text) return false;
  to = target.writeUIntBE(ms, to, TIME_BYTES);
  return true;
}

/** Bytes of a payload in `source` that is the same packed and not; -1 for a type that is not packed. */
function lengthOf(type: number): number {
  switch (type) {
    case UNDEFINED:
    case NULL:
    case MAX_KEY:
    case MIN_KEY:
      return 0;
    case BOOL:
      return 1;
    case INT:
      return 4;
    case DOUBLE:
    case DATE:
    case TIMESTAMP:
    case LONG:
      return 8;
    case OBJECT_ID:
      return 12;
    case DECIMAL:
      return 16;
    case TEXT:
    case CODE:
    case SYMBOL:
      return LENGTH_BYTES + source.readInt32LE(from);
    case BINARY:
      return LENGTH_BYTES + 1 + source.readInt32LE(from);
    case REGEX:
      return source.indexOf(0, source.indexOf(0, from) + 1) + 1 - from;
    default:
      return -1;
  }
}

function copy(length: number): void {
  if (length > SHORT_COPY_BYTES) source.copy(target, to, from, from + length);
  else for (let at = 0; at < length; at += 1) target[to + at] = source[from + at] as number;
  to += length;
  from += length;
}

function unpackFields(names: FieldNames, isArray = false): void {
  const start = to;
  to += LENGTH_BYTES;
  for (let index = 0; ; index += 1) {
    const tag = source[from] as number;
    from += 1;
    const type = to;
    to += 1;
    if (tag === END) {
      end(start);
      return;
    }
    if (isArray) to += target.write(`${index}\0`, to, 'latin1');
    else unpackName(names);
    unpackPayload(tag, type, names);
  }
}

function unpackName(names: FieldNames): void {
  const number = source[from] as number;
  from += 1;
  if (number === 0) copy(source.indexOf(0, from) + 1 - from);
  else write(names.bytesOf(number));
}

/** The end of a document that began at `start`. */
function end(start: number): void {
  target[to - 1] = END;
  target.writeInt32LE(to - start, start);
}

function unpackPayload(tag: number, type: number, names: FieldNames): void {
  target[type] = tag;
  switch (tag) {
    case OBJECT:
    case ARRAY:
      unpackFields(names, tag === ARRAY);
      return;
    case SMALL_INT:
      target[type] = INT;
      to = target.writeInt32LE(source[from] as number, to);
      from += 1;
      return;
    case SHORT_TEXT: {
      target[type] = TEXT;
      const length = source[from] as number;
      from += 1;
      to = target.writeInt32LE(length + 1, to);
      copy(length);
      break;
    }
    case UUID_TEXT:
      target[type] = TEXT;
      to = target.writeInt32LE(UUID_CHARS + 1, to);
      unpackUuid();
      break;
    case HASH_TEXT:
      target[type] = TEXT;
      to = target.writeInt32LE(HASH_CHARS + 1, to);
      to += target.write(source.toString('base64url', from, from + HASH_BYTES), to, 'latin1');
      from += HASH_BYTES;
      break;
    case TIME_TEXT:
      target[type] = TEXT;
      to = target.writeInt32LE(TIME_CHARS + 1, to);
      to += target.write(new Date(source.readUIntBE(from, TIME_BYTES)).toISOString(), to, 'latin1');
      from += TIME_BYTES;
      break;
    default: {
      const length = lengthOf(tag);
      if (length < 0) throw damaged();
      copy(length);
      return;
    }
  }
  target[to] = END;
  to += 1;
}

function unpackUuid(): void {
  for (const dash of DASHES) target[to + dash] = DASH;
  for (let byte = 0; byte < UUID_BYTES; byte += 1) {
    const at = to + (PAIRS[byte] as number);
    const value = source[from + byte] as number;
    target[at] = HEX[value >> 4] as number;
    target[at + 1] = HEX[value & 15] as number;
  }
  to += UUID_CHARS;
  from += UUID_BYTES;
}

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += 1) target[to + at] = bytes[at] as number;
  to += bytes.length;
}

function damaged(): MongoServerFault {
  return new MongoServerFault(ErrorCode.InvalidBSON, 'a packed document is damaged');
}
