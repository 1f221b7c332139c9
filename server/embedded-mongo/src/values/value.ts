import * as bson from 'bson';

const { Decimal128, Double, Int32, Long } = bson;

/** The deprecated BSON type 6. One instance: compare by identity. Distinct from a missing field. */
export class BsonUndefined {
  static readonly VALUE = new BsonUndefined();
  readonly _bsontype = 'Undefined';
}

/** An ordered document. A Map, because a JavaScript object moves integer-like keys to the front. */
export type Doc = Map<string, Value>;

/** A BSON value. Numbers are always boxed: int32, int64, double and decimal are kept apart. */
export type Value =
  | null
  | boolean
  | string
  | Doc
  | Value[]
  | bson.Int32
  | bson.Double
  | bson.Long
  | bson.Decimal128
  | bson.ObjectId
  | bson.Binary
  | Date
  | bson.BSONRegExp
  | bson.Timestamp
  | bson.MinKey
  | bson.MaxKey
  | bson.Code
  | bson.BSONSymbol
  | BsonUndefined;

export type NumberValue = bson.Int32 | bson.Double | bson.Long | bson.Decimal128;

/** BSON's type numbers, as on the wire and in `$type` (min key is -1 there). */
export const BsonType = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
} as const;

export type BsonTypeNumber = (typeof BsonType)[keyof typeof BsonType];

const typeOfClass = new Map<unknown, BsonTypeNumber>([
  [Map, BsonType.object],
  [Array, BsonType.array],
  [bson.Int32, BsonType.int],
  [bson.Double, BsonType.double],
  [bson.Long, BsonType.long],
  [bson.Decimal128, BsonType.decimal],
  [bson.ObjectId, BsonType.objectId],
  [bson.Binary, BsonType.binData],
  [Date, BsonType.date],
  [bson.BSONRegExp, BsonType.regex],
  [bson.Timestamp, BsonType.timestamp],
  [bson.MinKey, BsonType.minKey],
  [bson.MaxKey, BsonType.maxKey],
  [bson.Code, BsonType.javascript],
  [bson.BSONSymbol, BsonType.symbol],
  [BsonUndefined, BsonType.undefined],
]);

/** The BSON type number of a value. */
export function bsonType(value: Value): BsonTypeNumber {
  if (typeof value === 'string') return BsonType.string;
  if (value === null) return BsonType.null;
  if (typeof value === 'boolean') return BsonType.bool;
  const type = typeOfClass.get(value.constructor);
  if (type === undefined) throw new TypeError(`not a BSON value: ${String(value)}`);
  return type;
}

const nameOfType = new Map<BsonTypeNumber, string>(
  Object.entries(BsonType).map(([name, number]) => [number, name]),
);

/** MongoDB's name of a value's type (`int`, `string`, `objectId` …); `missing` for a missing one. */
export function typeName(value: Value | undefined): string {
  return value === undefined ? 'missing' : (nameOfType.get(bsonType(value)) ?? 'unknown');
}

export function isDoc(value: Value | undefined): value is Doc {
  return value instanceof Map;
}

export function isNumber(value: Value | undefined): value is NumberValue {
  if (typeof value !== 'object' || value === null) return false;
  const kind = value.constructor;
  return kind === Int32 || kind === Double || kind === Long || kind === Decimal128;
}

/** The name of the first field. */
export function firstName(doc: Doc): string | undefined {
  return doc.keys().next().value;
}

/** A document from pairs: `doc(['a', new Int32(1)])`. */
export function doc(...fields: [string, Value][]): Doc {
  return new Map(fields);
}
