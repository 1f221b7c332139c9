import * as bson from 'bson';
import * as fc from 'fast-check';
import { BsonUndefined, type Doc, type Value } from '../../src/values/value';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const MAX_DATE_MS = 8.64e15;

/** Numbers that lie close together across the types. */
const closeNumbers: fc.Arbitrary<Value> = fc.constantFrom<Value>(
  ...['0', '-0', '0.1', '1', '1.0', '9007199254740992', '9007199254740993', '9007199254740994'].map((text) =>
    bson.Decimal128.fromString(text),
  ),
  ...['9223372036854775807', '-9223372036854775808', '1E-6176', '-1E-6176', '9E+6111', 'NaN', 'Infinity'].map(
    (text) => bson.Decimal128.fromString(text),
  ),
  ...[
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '9007199254740994',
    '-9007199254740993',
  ].map((text) => bson.Long.fromString(text)),
  ...['9223372036854775807', '-9223372036854775808', '9223372036854775296', '0', '1'].map((text) =>
    bson.Long.fromString(text),
  ),
  ...[0, -0, 0.1, 1, 9007199254740992, 9007199254740994, 2 ** 63, -(2 ** 63)].map(
    (number) => new bson.Double(number),
  ),
  ...[Number.NaN, Number.MAX_VALUE, Number.MIN_VALUE, -Number.MIN_VALUE, 1e23, -1e23].map(
    (number) => new bson.Double(number),
  ),
  new bson.Double(Number.POSITIVE_INFINITY),
  new bson.Double(Number.NEGATIVE_INFINITY),
  new bson.Int32(0),
  new bson.Int32(1),
);

const decimals: fc.Arbitrary<Value> = fc
  .tuple(fc.bigInt(-(10n ** 34n) + 1n, 10n ** 34n - 1n), fc.integer({ min: -6176, max: 6111 }))
  .map(([coefficient, exponent]) => bson.Decimal128.fromString(`${coefficient}E${exponent}`));

export const numbers: fc.Arbitrary<Value> = fc.oneof(
  closeNumbers,
  fc.integer().map((number) => new bson.Int32(number | 0)),
  fc.double().map((number) => new bson.Double(number)),
  fc.bigInt(INT64_MIN, INT64_MAX).map((number) => bson.Long.fromBigInt(number)),
  decimals,
  fc.integer({ min: -20, max: 20 }).map((number) => bson.Decimal128.fromString(`${number}.50`)),
);

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', 'a', 'ab', 'a\0', 'a\0b', '\0', '\uffff', '😀', '\uff5e', 'é'),
);
const name = fc.constantFrom('', 'a', 'b', 'ab', '0', '1', '10', '$x', 'a.b');

const scalars: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: numbers },
  { weight: 3, arbitrary: text },
  fc.boolean(),
  fc.constantFrom<Value>(null, BsonUndefined.VALUE, new bson.MinKey(), new bson.MaxKey()),
  fc.integer({ min: -MAX_DATE_MS, max: MAX_DATE_MS }).map((ms) => new Date(ms)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new bson.ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array({ maxLength: 5 }), fc.constantFrom(0, 4, 5, 128))
    .map(([bytes, subtype]) => new bson.Binary(bytes, subtype)),
  fc.tuple(fc.nat(), fc.nat()).map(([t, i]) => new bson.Timestamp({ t, i })),
  fc
    .tuple(fc.constantFrom('', 'a', 'ab', 'b'), fc.constantFrom('', 'i', 'im'))
    .map(([pattern, options]) => new bson.BSONRegExp(pattern, options)),
  fc.constantFrom('a', 'b', '').map((code) => new bson.Code(code)),
  fc.constantFrom('a', 'b', '').map((symbol) => new bson.BSONSymbol(symbol)),
);

/** Values of every type, nested a few levels deep. */
export const values: fc.Arbitrary<Value> = fc.letrec<{ value: Value; doc: Doc; array: Value[] }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, { weight: 4, arbitrary: scalars }, tie('doc'), tie('array')),
  doc: fc
    .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 4, selector: ([key]) => key })
    .map((fields) => new Map(fields)),
  array: fc.array(tie('value'), { maxLength: 4 }),
})).value;

/** Documents of such values. */
export const docs: fc.Arbitrary<Doc> = fc
  .uniqueArray(fc.tuple(name, values), { maxLength: 5, selector: ([key]) => key })
  .map((fields) => new Map(fields));

/** A seed for this run, printed by fast-check when a property fails; SEED repeats a run. */
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
