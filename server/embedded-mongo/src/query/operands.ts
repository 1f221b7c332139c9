import { badValue, ErrorCode, failedToParse, MongoServerFault } from '../errors';
import { type Comparable, comparableOf } from '../values/number';
import { BsonType, type BsonTypeNumber, BsonUndefined, isNumber, type Value } from '../values/value';

const typeOfAlias = new Map<string, BsonTypeNumber>(Object.entries(BsonType));
const typeNumbers = new Set<number>(Object.values(BsonType));
const NUMBER_TYPES: readonly BsonTypeNumber[] = [
  BsonType.int,
  BsonType.double,
  BsonType.long,
  BsonType.decimal,
];

/** MongoDB's truth: everything but false, null, undefined and zero. */
export function truthy(value: Value): boolean {
  if (isNumber(value)) {
    const comparable = comparableOf(value);
    return typeof comparable === 'object'
      ? comparable.coefficient !== 0n
      : comparable !== 0 && comparable !== 0n;
  }
  return value !== false && value !== null && value !== BsonUndefined.VALUE;
}

/** The types that `$type: value` names. */
export function parseTypes(value: Value): ReadonlySet<BsonTypeNumber> {
  const types = new Set<BsonTypeNumber>();
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw failedToParse('$type must match at least one type');
  for (const item of list) for (const type of typesOf(item)) types.add(type);
  return types;
}

function typesOf(value: Value): readonly BsonTypeNumber[] {
  if (typeof value === 'string') {
    if (value === 'number') return NUMBER_TYPES;
    const type = typeOfAlias.get(value);
    if (type === undefined) throw badValue(`Unknown type name alias: ${value}`);
    return [type];
  }
  if (!isNumber(value))
    throw new MongoServerFault(ErrorCode.TypeMismatch, 'type must be represented as a number or a string');
  const number = comparableOf(value);
  const code = typeof number === 'object' ? exactInteger(number) : number;
  if (typeof code !== 'number' || !typeNumbers.has(code))
    throw badValue(`Invalid numerical type code: ${String(code)}`);
  return [code as BsonTypeNumber];
}

function exactInteger(value: Comparable): number {
  if (typeof value !== 'object') return Number(value);
  return Number(`${value.coefficient}e${value.exponent}`);
}

const INT32_MAX = 2 ** 31 - 1;

/** The operand of `$size`: a whole number that is not negative and fits an int32. */
export function parseSize(value: Value): number {
  const fail = (why: string) => badValue(`Failed to parse $size. ${why} in: $size`);
  if (!isNumber(value)) throw fail('Expected a number');
  const size = exactInteger(comparableOf(value));
  if (!Number.isInteger(size)) throw fail('Expected an integer');
  if (size < 0) throw fail('Expected a non-negative number');
  if (size > INT32_MAX) throw fail('Cannot represent as an integer');
  return size;
}

const INT64_LIMIT = 2n ** 63n;

/** A number cut to an integer; null if it is not finite or leaves int64. */
export function truncatedInt64(value: Comparable): bigint | null {
  let whole: bigint;
  if (typeof value === 'bigint') whole = value;
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    whole = BigInt(Math.trunc(value));
  } else if (value.exponent > 20) return value.coefficient === 0n ? 0n : null;
  else if (value.exponent >= 0) whole = value.coefficient * 10n ** BigInt(value.exponent);
  else whole = value.coefficient / 10n ** BigInt(-value.exponent);
  return whole >= -INT64_LIMIT && whole < INT64_LIMIT ? whole : null;
}

/** The operand of `$mod`: divisor and remainder, cut to integers. */
export function parseMod(value: Value): { divisor: bigint; remainder: bigint } {
  if (!Array.isArray(value)) throw badValue('malformed mod, needs to be an array');
  const [first, second] = value;
  if (first === undefined || second === undefined) throw badValue('malformed mod, not enough elements');
  if (value.length > 2) throw badValue('malformed mod, too many elements');
  if (!isNumber(first)) throw badValue('malformed mod, divisor not a number');
  if (!isNumber(second)) throw badValue('malformed mod, remainder not a number');
  const divisor = truncatedInt64(comparableOf(first));
  const remainder = truncatedInt64(comparableOf(second));
  if (divisor === null) throw badValue('malformed mod, divisor value is invalid');
  if (remainder === null) throw badValue('malformed mod, remainder value is invalid');
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  return { divisor, remainder };
}
