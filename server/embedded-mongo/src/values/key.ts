import type {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  ObjectId,
  Timestamp,
} from 'bson';
import { TypeRank, typeRank } from './compare';
import {
  type Comparable,
  comparableOf,
  compareComparable,
  doubleBits,
  doubleOfBits,
  type ExactNumber,
} from './number';
import type { Doc, Value } from './value';

/*
 * A key is the concatenation of its values: one byte for the type's rank, then a payload whose byte order is the
 * order of the values. A payload is never the beginning of another one of its rank, so keys of several values
 * stay ordered, and a descending value is simply inverted.
 */

const END = 0x00;
const SIGN_BIT = 1n << 63n;
const ALL_BITS = (1n << 64n) - 1n;
const NAN_BITS = 0n;
const FIRST_SCRATCH_BYTES = 4096;
const EXPONENT_BIAS = 0x8000;
const ESCAPED_NUL = 0xff;
const TERMINATOR = 0x01;

let scratch = Buffer.allocUnsafe(FIRST_SCRATCH_BYTES);
let position = 0;

function reserve(extra: number): void {
  if (position + extra <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, position + extra));
  scratch.copy(larger, 0, 0, position);
  scratch = larger;
}

function byte(value: number): void {
  reserve(1);
  scratch[position] = value;
  position += 1;
}

function raw(bytes: Uint8Array): void {
  reserve(bytes.length);
  scratch.set(bytes, position);
  position += bytes.length;
}

/** Text as UTF-8; NUL is written as 00 ff and the end as 00 01, so that a prefix sorts first. */
function text(value: string): void {
  reserve(value.length * 3 + 2);
  const start = position;
  position += scratch.write(value, position);
  if (value.includes('\0')) {
    const plain = Buffer.from(scratch.subarray(start, position));
    position = start;
    for (const item of plain) {
      byte(item);
      if (item === 0) byte(ESCAPED_NUL);
    }
  }
  byte(END);
  byte(TERMINATOR);
}

/** The bits of a double, turned so that unsigned order is numeric order; NaN comes first. */
function orderedBits(value: number): bigint {
  if (Number.isNaN(value)) return NAN_BITS;
  const bits = value === 0 ? 0n : doubleBits(value);
  return bits & SIGN_BIT ? bits ^ ALL_BITS : bits | SIGN_BIT;
}

/** The digits of |value| as exponent and packed decimal digits: exact order among numbers of one sign. */
function exactMagnitude(value: bigint | ExactNumber): Buffer {
  const exact = typeof value === 'bigint' ? { coefficient: value, exponent: 0 } : value;
  const magnitude = exact.coefficient < 0n ? -exact.coefficient : exact.coefficient;
  const all = magnitude.toString();
  const digits = all.replace(/0+$/, '');
  const exponent = all.length + exact.exponent + EXPONENT_BIAS;
  const packed = Buffer.alloc(3 + digits.length);
  packed.writeUInt16BE(exponent, 0);
  for (let i = 0; i < digits.length; i += 1) packed[2 + i] = digits.charCodeAt(i);
  return packed;
}

/** The double nearest to the value on the side of zero. */
function truncatedDouble(value: bigint | ExactNumber): number {
  const nearest =
    typeof value === 'bigint' ? Number(value) : Number(`${value.coefficient}e${value.exponent}`);
  const negative = typeof value === 'bigint' ? value < 0n : value.coefficient < 0n;
  if (nearest === 0) return nearest;
  const order = compareComparable(nearest, value);
  const tooFar = negative ? order < 0 : order > 0;
  if (!tooFar) return nearest;
  return doubleOfBits(doubleBits(nearest) - 1n);
}

/**
 * Eight bytes of the number truncated to a double, then 0 if that is exact, else 1 and the exact decimal digits:
 * all four number types share one order and equal numbers have equal keys.
 */
function number(value: Comparable): void {
  reserve(9);
  if (typeof value === 'number') {
    scratch.writeBigUInt64BE(orderedBits(value), position);
    position += 8;
    byte(value < 0 ? 0xff : 0);
    return;
  }
  const near = truncatedDouble(value);
  const exact = compareComparable(near, value) === 0;
  if (exact) {
    number(near);
    return;
  }
  const negative = typeof value === 'bigint' ? value < 0n : value.coefficient < 0n;
  const bits = near === 0 && negative ? SIGN_BIT ^ ALL_BITS : orderedBits(near);
  scratch.writeBigUInt64BE(bits, position);
  position += 8;
  const rest = Buffer.concat([Buffer.from([1]), exactMagnitude(value)]);
  if (negative) invert(rest, 0, rest.length);
  raw(rest);
}

function invert(bytes: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i += 1) bytes[i] = ~(bytes[i] as number);
}

function uint32(value: number): void {
  reserve(4);
  position = scratch.writeUInt32BE(value, position);
}

function document(value: Doc): void {
  for (const [name, item] of value) {
    byte(typeRank(item));
    text(name);
    payload(item);
  }
  byte(END);
}

function binary(value: Binary): void {
  const bytes = value.buffer.subarray(0, value.position);
  uint32(bytes.length);
  byte(value.sub_type);
  raw(bytes);
}

function date(value: Date): void {
  reserve(8);
  position = scratch.writeBigUInt64BE((BigInt(value.getTime()) + SIGN_BIT) & ALL_BITS, position);
}

function payload(value: Value): void {
  switch (typeRank(value)) {
    case TypeRank.number:
      number(comparableOf(value as Int32 | Double | Long | Decimal128));
      return;
    case TypeRank.string:
      text(typeof value === 'string' ? value : (value as BSONSymbol).value);
      return;
    case TypeRank.object:
      document(value as Doc);
      return;
    case TypeRank.array:
      for (const item of value as Value[]) one(item);
      byte(END);
      return;
    case TypeRank.binData:
      binary(value as Binary);
      return;
    case TypeRank.objectId:
      raw((value as ObjectId).id);
      return;
    case TypeRank.bool:
      byte(value ? 1 : 0);
      return;
    case TypeRank.date:
      date(value as Date);
      return;
    case TypeRank.timestamp:
      uint32((value as Timestamp).getHighBitsUnsigned());
      uint32((value as Timestamp).getLowBitsUnsigned());
      return;
    case TypeRank.regex:
      text((value as BSONRegExp).pattern);
      text((value as BSONRegExp).options);
      return;
    case TypeRank.javascript:
      text((value as Code).code);
      return;
    default:
      return;
  }
}

function one(value: Value): void {
  byte(typeRank(value));
  payload(value);
}

/**
 * A key whose byte order is the order of the values under `compareValues`, value by value.
 * @param directions -1 inverts the order of the value at the same place; 1 where none is given.
 */
export function encodeKey(values: readonly Value[], directions?: readonly (1 | -1)[]): Buffer {
  position = 0;
  for (let i = 0; i < values.length; i += 1) {
    const start = position;
    one(values[i] as Value);
    if (directions?.[i] === -1) invert(scratch, start, position);
  }
  return Buffer.from(scratch.subarray(0, position));
}
