import { Decimal128, Double, Int32, Long } from 'bson';
import { comparableOf, type ExactNumber, longToBigInt, MAX_COEFFICIENT, numberOf } from './number';
import type { NumberValue } from './value';

const INT32_MAX = 0x7fffffff;
const INT32_MIN = -0x80000000;
const INT64_LIMIT = 2n ** 63n;
const DECIMAL_DIGITS = 34;
const MIN_EXPONENT = -6176;
const MAX_EXPONENT = 6111;
/** MongoDB turns a double into a decimal with this many digits before it reckons with a decimal. */
const DOUBLE_DIGITS = 15;

export type Operation = 'add' | 'multiply';

/** An int64 of this value, or null if it does not fit. */
export function longOf(value: bigint): Long | null {
  return value >= -INT64_LIMIT && value < INT64_LIMIT ? Long.fromBigInt(value) : null;
}

/**
 * Adds or multiplies as MongoDB's updates do: decimal wins over double, double over integers; int32 grows to int64.
 * Null if the result of integers leaves int64.
 */
export function calculate(operation: Operation, a: NumberValue, b: NumberValue): NumberValue | null {
  if (a instanceof Decimal128 || b instanceof Decimal128) return decimalResult(operation, a, b);
  if (a instanceof Double || b instanceof Double) {
    const x = numberOf(a);
    const y = numberOf(b);
    return new Double(operation === 'add' ? x + y : x * y);
  }
  if (a instanceof Int32 && b instanceof Int32) {
    const result = operation === 'add' ? a.value + b.value : a.value * b.value;
    if (result >= INT32_MIN && result <= INT32_MAX) return new Int32(result + 0);
  }
  const x = integerOf(a);
  const y = integerOf(b);
  return longOf(operation === 'add' ? x + y : x * y);
}

function integerOf(value: NumberValue): bigint {
  return value instanceof Long ? longToBigInt(value) : BigInt((value as Int32).value);
}

function decimalOperand(value: NumberValue): number | ExactNumber {
  if (value instanceof Double) {
    if (!Number.isFinite(value.value)) return value.value;
    return exactOfText(value.value.toPrecision(DOUBLE_DIGITS));
  }
  const comparable = comparableOf(value);
  if (typeof comparable === 'bigint') return { coefficient: comparable, exponent: 0 };
  if (typeof comparable === 'number' && Number.isFinite(comparable)) {
    return { coefficient: BigInt(comparable), exponent: 0 };
  }
  return comparable;
}

/** Reads what `toPrecision` writes. */
function exactOfText(text: string): ExactNumber {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { coefficient: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function decimalResult(operation: Operation, a: NumberValue, b: NumberValue): Decimal128 {
  const x = decimalOperand(a);
  const y = decimalOperand(b);
  if (typeof x === 'number' || typeof y === 'number') return specialResult(operation, x, y);
  if (operation === 'multiply') {
    const product = decimalOf({
      coefficient: x.coefficient * y.coefficient,
      exponent: x.exponent + y.exponent,
    });
    const isNegativeZero = x.coefficient * y.coefficient === 0n && isNegative(a) !== isNegative(b);
    return isNegativeZero ? Decimal128.fromString(`-${product.toString()}`) : product;
  }
  return decimalOf(sum(x, y));
}

const isNegative = (value: NumberValue): boolean =>
  value instanceof Double ? value.value < 0 || Object.is(value.value, -0) : value.toString().startsWith('-');

/** Beyond this distance the smaller summand cannot reach the 34 digits of the larger one but by rounding. */
const FAR_APART = 2 * DECIMAL_DIGITS + 2;

function sum(x: ExactNumber, y: ExactNumber): ExactNumber {
  const [high, low] = x.exponent >= y.exponent ? [x, y] : [y, x];
  if (high.coefficient === 0n || low.coefficient === 0n) {
    const other = high.coefficient === 0n ? low : high;
    const wanted = Math.min(x.exponent, y.exponent);
    const room = DECIMAL_DIGITS - digits(other.coefficient);
    const shift = Math.min(Math.max(0, other.exponent - wanted), Math.max(0, room));
    return { coefficient: other.coefficient * 10n ** BigInt(shift), exponent: other.exponent - shift };
  }
  const distance = high.exponent - low.exponent;
  if (distance <= FAR_APART) {
    return {
      coefficient: high.coefficient * 10n ** BigInt(distance) + low.coefficient,
      exponent: low.exponent,
    };
  }
  const sticky = low.coefficient > 0n ? 1n : -1n;
  return {
    coefficient: high.coefficient * 10n ** BigInt(FAR_APART) + sticky,
    exponent: high.exponent - FAR_APART,
  };
}

function specialResult(operation: Operation, x: number | ExactNumber, y: number | ExactNumber): Decimal128 {
  const signX = typeof x === 'number' ? x : Number(x.coefficient > 0n) - Number(x.coefficient < 0n);
  const signY = typeof y === 'number' ? y : Number(y.coefficient > 0n) - Number(y.coefficient < 0n);
  const result = operation === 'add' ? signX + signY : signX * signY;
  if (Number.isNaN(result)) return Decimal128.fromString('NaN');
  return Decimal128.fromString(result > 0 ? 'Infinity' : '-Infinity');
}

function digits(coefficient: bigint): number {
  return (coefficient < 0n ? -coefficient : coefficient).toString().length;
}

/** Divides, rounding half to even. */
function roundedQuotient(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  const twice = (value % divisor) * 2n;
  if (twice > divisor || (twice === divisor && quotient % 2n === 1n)) return quotient + 1n;
  return quotient;
}

/** The decimal128 nearest to an exact number (ties to even), keeping its exponent where it can. */
function decimalOf(exact: ExactNumber): Decimal128 {
  const negative = exact.coefficient < 0n;
  let magnitude = negative ? -exact.coefficient : exact.coefficient;
  let exponent = exact.exponent;
  const excess = Math.max(digits(magnitude) - DECIMAL_DIGITS, MIN_EXPONENT - exponent);
  if (excess > 0) {
    magnitude = roundedQuotient(magnitude, 10n ** BigInt(excess));
    exponent += excess;
    if (magnitude > MAX_COEFFICIENT) {
      magnitude /= 10n;
      exponent += 1;
    }
  }
  const sign = negative ? '-' : '';
  if (magnitude === 0n) {
    return Decimal128.fromString(`${sign}0E${Math.min(Math.max(exponent, MIN_EXPONENT), MAX_EXPONENT)}`);
  }
  const room = exponent - MAX_EXPONENT;
  if (room > 0 && digits(magnitude) + room > DECIMAL_DIGITS) return Decimal128.fromString(`${sign}Infinity`);
  return Decimal128.fromString(`${sign}${magnitude}E${exponent}`);
}

/** A decimal divided by a count, rounded to 34 digits. */
export function divideDecimal(value: Decimal128, divisor: number): Decimal128 {
  const exact = comparableOf(value);
  if (typeof exact !== 'object') return value;
  const count = BigInt(divisor);
  if (exact.coefficient % count === 0n) {
    return decimalOf({ coefficient: exact.coefficient / count, exponent: exact.exponent });
  }
  const negative = exact.coefficient < 0n;
  const magnitude = negative ? -exact.coefficient : exact.coefficient;
  // Enough further digits for one rounding; the remainder is kept as a last, odd digit.
  const shift = DECIMAL_DIGITS + divisor.toString().length + 2;
  const scaled = magnitude * 10n ** BigInt(shift);
  const quotient = (scaled / count) * 10n + (scaled % count === 0n ? 0n : 1n);
  const reduced = withoutTrailingZeros(quotient, exact.exponent - shift - 1, exact.exponent);
  return decimalOf({ ...reduced, coefficient: negative ? -reduced.coefficient : reduced.coefficient });
}

function withoutTrailingZeros(coefficient: bigint, exponent: number, highest: number): ExactNumber {
  let digitsLeft = coefficient;
  let power = exponent;
  while (power < highest && digitsLeft % 10n === 0n) {
    digitsLeft /= 10n;
    power += 1;
  }
  return { coefficient: digitsLeft, exponent: power };
}
