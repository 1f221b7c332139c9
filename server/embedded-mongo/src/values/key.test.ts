import * as fc from 'fast-check';
import { decimal, docOf, double, int, long, oid, type Plain, valueFrom } from '../../test/support/plain';
import { numbers, seed, values } from '../../test/support/random-values';
import { compareValues, valuesEqual } from './compare';
import { encodeKey } from './key';
import type { Value } from './value';

/** Each row is above the row before it. */
const ascending: Plain[] = [
  null,
  double(Number.NaN),
  double(Number.NEGATIVE_INFINITY),
  decimal('-1E+6000'),
  double(-Number.MAX_VALUE),
  long('-9223372036854775808'),
  long('-9007199254740993'),
  double(-9007199254740992),
  int(-1),
  decimal('-0.1000000000000000000000000000000001'),
  decimal('-1E-6176'),
  int(0),
  decimal('1E-6176'),
  double(Number.MIN_VALUE),
  decimal('0.1'),
  double(0.1),
  int(1),
  decimal('1.000000000000000000000000000000001'),
  double(9007199254740992),
  long('9007199254740993'),
  decimal('9007199254740993.5'),
  long('9223372036854775807'),
  double(2 ** 63),
  decimal('9E+6000'),
  double(Number.POSITIVE_INFINITY),
  '',
  'a',
  'a\0',
  'a\0b',
  'aa',
  'b',
  '\uff5e',
  '😀',
  {},
  { a: 1 },
  { a: 1, b: 1 },
  { a: 2 },
  { b: 1 },
  { a: 'x' },
  [],
  [1],
  [1, 2],
  [2],
  [[]],
  oid(1),
  oid(2),
  false,
  true,
  new Date(-1),
  new Date(0),
];

test('keys and values are in the same order, also downwards', () => {
  const rows = ascending.map(valueFrom);
  for (let i = 1; i < rows.length; i += 1) {
    const below = rows[i - 1] as Value;
    const above = rows[i] as Value;
    expect([ascending[i], compareValues(below, above)]).toEqual([ascending[i], -1]);
    expect([ascending[i], Buffer.compare(encodeKey([below]), encodeKey([above]))]).toEqual([
      ascending[i],
      -1,
    ]);
    expect(Buffer.compare(encodeKey([below], [-1]), encodeKey([above], [-1]))).toBe(1);
  }
});

test.each([
  [int(1), long(1)],
  [int(1), double(1)],
  [int(1), decimal('1.00')],
  [double(0), double(-0)],
  [double(0.5), decimal('0.50')],
  [long('9007199254740993'), decimal('9007199254740993')],
  [double(Number.NaN), decimal('NaN')],
  [double(Number.POSITIVE_INFINITY), decimal('Infinity')],
])('equal numbers of two types have one key: %s and %s', (a, b) => {
  expect(valuesEqual(a, b)).toBe(true);
  expect(encodeKey([a]).equals(encodeKey([b]))).toBe(true);
});

test('fields in another order make another document', () => {
  expect(valuesEqual(docOf({ a: 1, b: 2 }), docOf({ b: 2, a: 1 }))).toBe(false);
});

// Without negative zero, which Jest distinguishes from zero.
const sign = (number: number) => Math.sign(number) + 0;

test('random values: the order of keys is the order of values', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      expect(sign(Buffer.compare(encodeKey([a]), encodeKey([b])))).toBe(compareValues(a, b));
    }),
    { seed, numRuns: 3000 },
  );
});

test('random numbers: the order of keys is the order of values', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      expect(sign(Buffer.compare(encodeKey([a]), encodeKey([b])))).toBe(compareValues(a, b));
    }),
    { seed, numRuns: 5000 },
  );
});

const direction = fc.constantFrom(1 as const, -1 as const);

test('random keys of two values: each value in its own direction', () => {
  fc.assert(
    fc.property(values, values, values, values, direction, direction, (a, b, c, d, first, second) => {
      const order = compareValues(a, c) * first || compareValues(b, d) * second;
      const keys = Buffer.compare(encodeKey([a, b], [first, second]), encodeKey([c, d], [first, second]));
      expect(sign(keys)).toBe(sign(order));
    }),
    { seed, numRuns: 3000 },
  );
});

test('random values: the order is total', () => {
  fc.assert(
    fc.property(values, values, values, (a, b, c) => {
      expect(compareValues(a, a)).toBe(0);
      expect(compareValues(a, b) + compareValues(b, a)).toBe(0);
      if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0)
        expect(compareValues(a, c)).toBeLessThanOrEqual(0);
    }),
    { seed, numRuns: 2000 },
  );
});
