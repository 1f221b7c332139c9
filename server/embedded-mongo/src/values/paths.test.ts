import { faultOf } from '../../test/support/faults';
import { docOf, type Plain, textOf } from '../../test/support/plain';
import { distinctValues, indexValues } from './paths';

type PlainDoc = { readonly [name: string]: Plain };

/** A document, a path, what an index on it holds, whether it is multikey. */
const indexed: [doc: PlainDoc, path: string, values: string[], multikey: boolean][] = [
  [{ a: 1 }, 'a', ['1'], false],
  [{}, 'a', ['missing'], false],
  [{ a: null }, 'a', ['null'], false],
  [{ a: [1, 2, 1] }, 'a', ['1', '2'], true],
  [{ a: [] }, 'a', ['undefined'], true],
  [{ a: [[1, 2]] }, 'a', ['[1, 2]'], true],
  [{ a: { b: 1 } }, 'a', ['{b: 1}'], false],
  [{ a: { b: 1 } }, 'a.b', ['1'], false],
  [{ a: 5 }, 'a.b', ['missing'], false],
  [{ a: [{ b: 1 }, { b: 2 }] }, 'a.b', ['1', '2'], true],
  [{ a: [{ b: 1 }, {}] }, 'a.b', ['missing', '1'], true],
  [{ a: [] }, 'a.b', ['missing'], true],
  [{ a: [{ b: [1, 2] }, { b: 3 }] }, 'a.b', ['1', '2', '3'], true],
  [{ a: [7, 8] }, 'a.1', ['8'], false],
];

test.each(indexed)('an index on a document %j by %s', (doc, path, values, multikey) => {
  const found = indexValues(docOf(doc), path);
  expect([found.values.map(textOf), found.multikey]).toEqual([values, multikey]);
});

test('a number that is both an index and a field name is refused', () => {
  expect(faultOf(() => indexValues(docOf({ a: [{ '0': 1 }] }), 'a.0')).code).toBe(16746);
});

/** What distinct takes from a document. */
const distinct: [doc: PlainDoc, path: string, values: string[]][] = [
  [{ a: 1 }, 'a', ['1']],
  [{}, 'a', []],
  [{ a: null }, 'a', ['null']],
  [{ a: [1, 2] }, 'a', ['1', '2']],
  [{ a: [[1], 2] }, 'a', ['[1]', '2']],
  [{ a: [] }, 'a', []],
  [{ a: [{ b: 1 }, { b: [2, 3] }, 5] }, 'a.b', ['1', '2', '3']],
  [{ a: [{ b: 1 }, { b: 2 }] }, 'a.1.b', ['2']],
];

test.each(distinct)('distinct on %j by %s', (doc, path, values) => {
  expect(distinctValues(docOf(doc), path).map(textOf)).toEqual(values);
});
