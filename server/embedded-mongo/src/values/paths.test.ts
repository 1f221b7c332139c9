import { docOf, type Plain, textOf } from '../../test/support/plain';
import { distinctValues } from './paths';

type PlainDoc = { readonly [name: string]: Plain };

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
