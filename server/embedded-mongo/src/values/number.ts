import type { Decimal128, Double, Int32, Long } from 'bson';
import { BsonType, bsonType, type NumberValue } from './value';

const DECIMAL_BIAS = 6176;
const SAFE_HIGH_WORD = 0x1fffff;

/** A finite number, exactly: coefficient × 10^exponent. */
export interface ExactNumber {
  readonly coefficient: bigint;
  readonly exponent: number;
}

/** A number of any type as something JavaScript compares exactly, or the exact form of a decimal. */
export type Comparable = number | bigint | ExactNumber;

export function longToBigInt(value: Long): bigint {
  return (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
}

/** An int64 as a double; exact up to 2^53. */
function longToNumber(value: Long): number {
  return value.high * 4294967296 + (value.low >>> 0);
}

function isSafeLong(value: Long): boolean {
  return value.high >= -SAFE_HIGH_WORD && value.high < SAFE_HIGH_WORD;
}

/** The parts of a decimal128: a number for zero-like specials (NaN, ±Infinity), the exact form otherwise. */
function decimalParts(value: Decimal128): number | ExactNumber {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16);
  const high = view.getBigUint64(8, true);
  const low = view.getBigUint64(0, true);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 0x1fn);
  if (combination === 0x1f) return Number.NaN;
  if (combination === 0x1e) return negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  // Coefficients of the second form exceed 34 digits: the standard reads them as zero.
  const secondForm = combination >> 3 === 3;
  const exponent = Number((high >> (secondForm ? 47n : 49n)) & 0x3fffn) - DECIMAL_BIAS;
  const magnitude = secondForm ? 0n : ((high & 0x1ffffffffffffn) << 64n) | low;
  const coefficient = magnitude > MAX_COEFFICIENT ? 0n : magnitude;
  return { coefficient: negative ? -coefficient : coefficient, exponent };
}

/** The largest coefficient of a decimal128: 34 nines. */
export const MAX_COEFFICIENT = 10n ** 34n - 1n;

const doubleView = new DataView(new ArrayBuffer(8));

/** The bits of a double. */
export function doubleBits(value: number): bigint {
  doubleView.setFloat64(0, value);
  return doubleView.getBigUint64(0);
}

/** The double of these bits. */
export function doubleOfBits(bits: bigint): number {
  doubleView.setBigUint64(0, bits);
  return doubleView.getFloat64(0);
}

/** Every finite double is an exact decimal number. */
function exactOfDouble(value: number): ExactNumber {
  const bits = doubleBits(value);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
  const power = (biased === 0 ? 1 : biased) - 1075;
  const signed = bits >> 63n === 1n ? -mantissa : mantissa;
  if (power >= 0) return { coefficient: signed << BigInt(power), exponent: 0 };
  return { coefficient: signed * 5n ** BigInt(-power), exponent: power };
}

/** The value in a form that `compareComparable` orders exactly. */
export function comparableOf(value: NumberValue): Comparable {
  switch (bsonType(value)) {
    case BsonType.int:
    case BsonType.double:
      return (value as Int32 | Double).value;
    case BsonType.long:
      return isSafeLong(value as Long) ? longToNumber(value as Long) : longToBigInt(value as Long);
    default:
      return decimalParts(value as Decimal128);
  }
}

function digitsOf(magnitude: bigint): number {
  return magnitude.toString().length;
}

/** Orders two exact numbers without building huge powers of ten unless their sizes are alike. */
function compareExact(a: ExactNumber, b: ExactNumber): number {
  const signA = a.coefficient > 0n ? 1 : a.coefficient < 0n ? -1 : 0;
  const signB = b.coefficient > 0n ? 1 : b.coefficient < 0n ? -1 : 0;
  if (signA !== signB) return signA < signB ? -1 : 1;
  if (signA === 0) return 0;
  const magnitudeA = signA < 0 ? -a.coefficient : a.coefficient;
  const magnitudeB = signB < 0 ? -b.coefficient : b.coefficient;
  const sizeA = digitsOf(magnitudeA) + a.exponent;
  const sizeB = digitsOf(magnitudeB) + b.exponent;
  if (sizeA !== sizeB) return sizeA < sizeB ? -signA : signA;
  const common = Math.min(a.exponent, b.exponent);
  const alignedA = magnitudeA * 10n ** BigInt(a.exponent - common);
  const alignedB = magnitudeB * 10n ** BigInt(b.exponent - common);
  if (alignedA === alignedB) return 0;
  return alignedA < alignedB ? -signA : signA;
}

function exactOf(value: number | bigint | ExactNumber): ExactNumber {
  if (typeof value === 'number') return exactOfDouble(value);
  if (typeof value === 'bigint') return { coefficient: value, exponent: 0 };
  return value;
}

/** Orders numbers; NaN equals itself and is below every other number. */
export function compareComparable(a: Comparable, b: Comparable): number {
  if (typeof a !== 'object' && typeof b !== 'object') {
    if (a < b) return -1;
    if (a > b) return 1;
    // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a double are equal only loosely
    if (a == b) return 0;
    const nanA = Number.isNaN(a);
    return nanA === Number.isNaN(b) ? 0 : nanA ? -1 : 1;
  }
  if (typeof a === 'number' && !Number.isFinite(a)) return a > 0 ? 1 : -1;
  if (typeof b === 'number' && !Number.isFinite(b)) return b > 0 ? -1 : 1;
  return compareExact(exactOf(a), exactOf(b));
}

/** Orders two numbers of any types exactly. */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  return compareComparable(comparableOf(a), comparableOf(b));
}

export function isNaNValue(value: NumberValue): boolean {
  return Number.isNaN(comparableOf(value));
}

/** The nearest double. */
export function numberOf(value: NumberValue): number {
  const comparable = comparableOf(value);
  if (typeof comparable === 'object') return Number(`${comparable.coefficient}e${comparable.exponent}`);
  return Number(comparable);
}
