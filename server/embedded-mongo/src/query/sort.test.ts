import { faultOf } from '../../test/support/faults';
import { docOf, double, long, type Plain, textOf } from '../../test/support/plain';
import { compileSort } from './sort';

type PlainDoc = { readonly [name: string]: Plain };

/** A sort and documents that are in its order; equal ones keep the order in which they come. */
const cases: [title: string, sort: PlainDoc, ordered: PlainDoc[]][] = [
  ['numbers of all types', { a: 1 }, [{ a: -1 }, { a: double(0.5) }, { a: long(1) }, { a: 2 }]],
  [
    'types',
    { a: 1 },
    [{ a: [] }, {}, { a: 1 }, { a: 'x' }, { a: { b: 1 } }, { a: true }, { a: new Date(0) }],
  ],
  ['types downwards', { a: -1 }, [{ a: new Date(0) }, { a: true }, { a: 'x' }, { a: 1 }, {}]],
  ['missing and null are equal', { a: 1, b: 1 }, [{ b: 1 }, { a: null, b: 2 }, { b: 3 }]],
  ['an array by its smallest element', { a: 1 }, [{ a: [9, 1] }, { a: 2 }, { a: [3] }]],
  ['an array downwards by its largest element', { a: -1 }, [{ a: [9, 1] }, { a: [3] }, { a: 2 }]],
  ['a dotted path', { 'a.b': 1 }, [{ a: {} }, { a: { b: 1 } }, { a: { b: 2 } }]],
  ['a dotted path through an array', { 'a.b': -1 }, [{ a: [{ b: 1 }, { b: 7 }] }, { a: [{ b: 6 }] }]],
  [
    'two fields',
    { a: 1, b: -1 },
    [
      { a: 1, b: 2 },
      { a: 1, b: 1 },
      { a: 2, b: 9 },
    ],
  ],
  [
    'two fields of the documents in one array go together',
    { 'a.b': 1, 'a.c': 1 },
    [
      { a: [{ b: 1, c: 2 }] },
      {
        a: [
          { b: 2, c: 1 },
          { b: 1, c: 5 },
        ],
      },
      { a: { b: 1, c: 9 } },
    ],
  ],
];

test('fields in two different arrays cannot be sorted by', () => {
  const { compare } = compileSort(docOf({ a: 1, b: 1 }));
  expect(faultOf(() => compare(docOf({ a: [1], b: [2] }), docOf({}))).code).toBe(2);
});

test.each(cases)('sort: %s', (_title, sort, ordered) => {
  const { order, compare } = compileSort(docOf(sort));
  const expected = ordered.map((doc) => textOf(docOf(doc)));
  const shuffled = [...ordered].reverse().map(docOf);
  expect(order(shuffled).map(textOf)).toEqual(expected);
  expect([...shuffled].sort(compare).map(textOf)).toEqual(expected);
});

test.each([
  [{ a: 2 }, 15975],
  [{ a: 0 }, 15975],
  [{ a: 'x' }, 15974],
  [{ a: { $meta: 'textScore' } }, 2],
  [{ '': 1 }, 40352],
  [{ 'a..b': 1 }, 15998],
  [{ $a: 1 }, 16410],
] as [PlainDoc, number][])('sort %j is refused with code %i', (sort, code) => {
  expect(faultOf(() => compileSort(docOf(sort))).code).toBe(code);
});
