import { docOf, type PlainDoc } from '../../test/support/plain';
import { compileFilter } from './filter';
import { filterGroups } from './filter.cases';

describe.each(filterGroups)('filter: %s', (_group, cases) => {
  test.each(cases)('%s', (_title, filter, found, missed) => {
    const compiled = compileFilter(docOf(filter));
    for (const doc of found) expect([doc, compiled.matches(docOf(doc)) !== null]).toEqual([doc, true]);
    for (const doc of missed) expect([doc, compiled.matches(docOf(doc)) !== null]).toEqual([doc, false]);
  });
});

describe('filter: the index for the positional operator', () => {
  const cases: [title: string, filter: PlainDoc, doc: PlainDoc, index: number | undefined][] = [
    ['of a scalar', { a: 2 }, { a: [1, 2] }, 1],
    ['no array, no index', { a: 2 }, { a: 2 }, undefined],
    ['of a document', { 'a.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }, 1],
    [
      'of $elemMatch',
      { a: { $elemMatch: { b: 2, c: 2 } } },
      {
        a: [
          { b: 2, c: 1 },
          { b: 2, c: 2 },
        ],
      },
      1,
    ],
    ['the outermost array counts', { 'a.b': 2 }, { a: [{ b: [1] }, { b: [1, 1, 2] }] }, 1],
    ['the last predicate counts', { a: 1, b: 5 }, { a: [0, 1], b: [5] }, 0],
    ['$or gives none', { $or: [{ a: 2 }, { b: 1 }] }, { a: [1, 2] }, undefined],
    ['$or of one is that one', { $or: [{ a: 2 }] }, { a: [1, 2] }, 1],
    ['$not gives none', { a: 2, b: { $not: { $gt: 5 } } }, { a: [1, 2], b: [1, 1, 1] }, 1],
    ['a whole array has none', { a: [1, 2] }, { a: [1, 2] }, undefined],
    ['the index after a numeric part', { 'a.1.b': 7 }, { a: [0, { b: [5, 6, 7] }] }, 2],
  ];
  test.each(cases)('%s', (_title, filter, doc, index) => {
    expect(compileFilter(docOf(filter)).matches(docOf(doc))).toEqual({ arrayIndex: index });
  });
});
