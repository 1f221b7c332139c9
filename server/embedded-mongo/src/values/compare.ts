import type { Binary, BSONRegExp, BSONSymbol, Code, ObjectId, Timestamp } from 'bson';
import { Double, Int32 } from 'bson';
import { compareNumbers } from './number';
import { BsonType, type BsonTypeNumber, bsonType, type Doc, type NumberValue, type Value } from './value';

/** MongoDB's order across types: values of one rank are comparable with each other, ranks are ordered. */
export const TypeRank = {
  minKey: 1,
  undefined: 2,
  null: 5,
  number: 10,
  string: 15,
  object: 20,
  array: 25,
  binData: 30,
  objectId: 35,
  bool: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  javascript: 60,
  maxKey: 127,
} as const;

const rankOfType = new Map<BsonTypeNumber, number>([
  [BsonType.minKey, TypeRank.minKey],
  [BsonType.undefined, TypeRank.undefined],
  [BsonType.null, TypeRank.null],
  [BsonType.int, TypeRank.number],
  [BsonType.double, TypeRank.number],
  [BsonType.long, TypeRank.number],
  [BsonType.decimal, TypeRank.number],
  [BsonType.string, TypeRank.string],
  [BsonType.symbol, TypeRank.string],
  [BsonType.object, TypeRank.object],
  [BsonType.array, TypeRank.array],
  [BsonType.binData, TypeRank.binData],
  [BsonType.objectId, TypeRank.objectId],
  [BsonType.bool, TypeRank.bool],
  [BsonType.date, TypeRank.date],
  [BsonType.timestamp, TypeRank.timestamp],
  [BsonType.regex, TypeRank.regex],
  [BsonType.javascript, TypeRank.javascript],
  [BsonType.maxKey, TypeRank.maxKey],
]);

/** The rank of a value's type in the order across types; numbers share one, so do strings and symbols. */
export function typeRank(value: Value): number {
  if (typeof value === 'string') return TypeRank.string;
  return rankOfType.get(bsonType(value)) as number;
}

/** Orders texts by code point, as their UTF-8 bytes are ordered; JavaScript's `<` orders UTF-16 units. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    let unitA = a.charCodeAt(i);
    let unitB = b.charCodeAt(i);
    if (unitA === unitB) continue;
    // Surrogates stand for code points above 0xffff: lift them over the units that follow them.
    if (unitA >= 0xd800 && unitB >= 0xd800) {
      unitA += unitA >= 0xe000 ? -0x2000 : 0x2000;
      unitB += unitB >= 0xe000 ? -0x2000 : 0x2000;
    }
    return unitA < unitB ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

function sign(difference: number): number {
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

/** MongoDB's order: per field the type's rank, then the name, then the value; then the shorter document. */
function compareDocs(a: Doc, b: Doc): number {
  const itemsA = a.entries();
  const itemsB = b.entries();
  for (;;) {
    const nextA = itemsA.next();
    const nextB = itemsB.next();
    if (nextA.done || nextB.done) return nextA.done ? (nextB.done ? 0 : -1) : 1;
    const [nameA, valueA] = nextA.value;
    const [nameB, valueB] = nextB.value;
    const order =
      sign(typeRank(valueA) - typeRank(valueB)) ||
      compareStrings(nameA, nameB) ||
      compareValues(valueA, valueB);
    if (order !== 0) return order;
  }
}

function compareArrays(a: Value[], b: Value[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const order = compareValues(a[i] as Value, b[i] as Value);
    if (order !== 0) return order;
  }
  return sign(a.length - b.length);
}

function compareBinaries(a: Binary, b: Binary): number {
  const bytesA = a.buffer.subarray(0, a.position);
  const bytesB = b.buffer.subarray(0, b.position);
  return sign(bytesA.length - bytesB.length) || sign(a.sub_type - b.sub_type) || compareBytes(bytesA, bytesB);
}

function textOf(value: string | BSONSymbol): string {
  return typeof value === 'string' ? value : value.value;
}

function compareSameRank(rank: number, a: Value, b: Value): number {
  switch (rank) {
    case TypeRank.number:
      return compareNumbers(a as NumberValue, b as NumberValue);
    case TypeRank.string:
      return compareStrings(textOf(a as string | BSONSymbol), textOf(b as string | BSONSymbol));
    case TypeRank.object:
      return compareDocs(a as Doc, b as Doc);
    case TypeRank.array:
      return compareArrays(a as Value[], b as Value[]);
    case TypeRank.binData:
      return compareBinaries(a as Binary, b as Binary);
    case TypeRank.objectId:
      return compareBytes((a as ObjectId).id, (b as ObjectId).id);
    case TypeRank.bool:
      return Number(a as boolean) - Number(b as boolean);
    case TypeRank.date:
      return sign((a as Date).getTime() - (b as Date).getTime());
    case TypeRank.timestamp:
      return (
        sign((a as Timestamp).getHighBitsUnsigned() - (b as Timestamp).getHighBitsUnsigned()) ||
        sign((a as Timestamp).getLowBitsUnsigned() - (b as Timestamp).getLowBitsUnsigned())
      );
    case TypeRank.regex:
      return (
        compareStrings((a as BSONRegExp).pattern, (b as BSONRegExp).pattern) ||
        compareStrings((a as BSONRegExp).options, (b as BSONRegExp).options)
      );
    case TypeRank.javascript:
      return compareStrings((a as Code).code, (b as Code).code);
    default:
      return 0;
  }
}

/** MongoDB's total order over all values: -1, 0 or 1. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (
    (a instanceof Int32 || a instanceof Double) &&
    (b instanceof Int32 || b instanceof Double) &&
    a.value === b.value
  ) {
    return 0;
  }
  const rankA = typeRank(a);
  const rankB = typeRank(b);
  if (rankA !== rankB) return rankA < rankB ? -1 : 1;
  return compareSameRank(rankA, a, b);
}

/** Equality as queries and unique indexes see it: 1 equals 1.0; the order of a sub-document's fields counts. */
export function valuesEqual(a: Value, b: Value): boolean {
  return a === b || compareValues(a, b) === 0;
}
