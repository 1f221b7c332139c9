import { Decimal128, Double, Int32, Long, ObjectId } from 'bson';
import { show } from '../../src/values/show';
import { BsonType, bsonType, type Doc, type Value } from '../../src/values/value';

/** What tests write in place of values: whole numbers are int32, other numbers double, objects documents. */
export type Plain = number | Value | readonly Plain[] | { readonly [name: string]: Plain };

/** A document in the short notation, or a Map where the order or the names need one. */
export type PlainDoc = { readonly [name: string]: Plain } | Doc;

const INT32_LIMIT = 0x7fffffff;

/** Turns the short notation into a value. */
export function valueFrom(plain: Plain): Value {
  if (typeof plain === 'number') {
    const isInt = Number.isInteger(plain) && Math.abs(plain) <= INT32_LIMIT && !Object.is(plain, -0);
    return isInt ? new Int32(plain) : new Double(plain);
  }
  if (Array.isArray(plain)) return plain.map((item: Plain) => valueFrom(item));
  if (plain !== null && typeof plain === 'object' && Object.getPrototypeOf(plain) === Object.prototype) {
    return docOf(plain as { readonly [name: string]: Plain });
  }
  return plain as Value;
}

/** Turns the short notation into a document; a Map is taken as it is. */
export function docOf(plain: PlainDoc): Doc {
  if (plain instanceof Map) return plain;
  return new Map(Object.entries(plain).map(([name, value]) => [name, valueFrom(value)]));
}

export const int = (value: number): Int32 => new Int32(value);
export const double = (value: number): Double => new Double(value);
export const long = (value: string | number): Long => Long.fromString(String(value));
export const decimal = (value: string): Decimal128 => Decimal128.fromString(value);
/** An ObjectId whose last byte is `n`. */
export const oid = (n: number): ObjectId => new ObjectId(n.toString(16).padStart(24, '0'));

/** A value as text that tells every type and the order of fields: two values are identical if their texts are. */
export function textOf(value: Value | undefined): string {
  if (value === undefined) return 'missing';
  switch (bsonType(value)) {
    case BsonType.object:
      return `{${[...(value as Doc)].map(([name, item]) => `${name}: ${textOf(item)}`).join(', ')}}`;
    case BsonType.array:
      return `[${(value as Value[]).map(textOf).join(', ')}]`;
    case BsonType.double: {
      const number = (value as Double).value;
      if (Object.is(number, -0)) return '-0.0';
      return Number.isInteger(number) && Math.abs(number) < 1e21 ? `${number}.0` : String(number);
    }
    case BsonType.long:
      return `${(value as Long).toString()}L`;
    case BsonType.decimal:
      return `${(value as Decimal128).toString()}m`;
    case BsonType.javascript:
      return `Code(${show(value)})`;
    case BsonType.symbol:
      return `Symbol(${show(value)})`;
    default:
      return show(value);
  }
}
