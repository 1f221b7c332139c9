import { BSONRegExp } from 'bson';
import type { PlainDoc } from '../../test/support/plain';

/** A projection, a document, the result; the filter if the positional operator needs one. */
export type ProjectionCase = [
  title: string,
  projection: PlainDoc,
  doc: PlainDoc,
  result: PlainDoc,
  filter?: PlainDoc,
];

const inclusion: ProjectionCase[] = [
  ['nothing named: everything', {}, { _id: 1, a: 1 }, { _id: 1, a: 1 }],
  ['_id comes along', { a: 1 }, { _id: 1, a: 1, b: 2 }, { _id: 1, a: 1 }],
  ['without _id', { a: 1, _id: 0 }, { _id: 1, a: 1, b: 2 }, { a: 1 }],
  ['only _id', { _id: 1 }, { _id: 1, a: 1 }, { _id: 1 }],
  ['the order is the document’s', { b: 1, a: 1 }, { _id: 1, a: 1, b: 2 }, { _id: 1, a: 1, b: 2 }],
  ['a missing field', { c: 1 }, { _id: 1, a: 1 }, { _id: 1 }],
  [
    'truths: true, any number but zero',
    { a: true, b: 2.5, c: -1 },
    { a: 1, b: 2, c: 3, d: 4 },
    { a: 1, b: 2, c: 3 },
  ],
  ['a nested field', { 'a.b': 1 }, { _id: 1, a: { b: 1, c: 2 }, d: 3 }, { _id: 1, a: { b: 1 } }],
  [
    'nested documents as the specification',
    { a: { b: 1 } },
    { _id: 1, a: { b: 1, c: 2 } },
    { _id: 1, a: { b: 1 } },
  ],
  ['a document without the field stays, empty', { 'a.b': 1 }, { a: { c: 1 } }, { a: {} }],
  ['a scalar on the way goes', { 'a.b': 1 }, { _id: 1, a: 5 }, { _id: 1 }],
  [
    'through an array; scalars in it go',
    { 'a.b': 1 },
    { a: [{ b: 1, c: 2 }, 5, { c: 3 }] },
    { a: [{ b: 1 }, {}] },
  ],
  ['through arrays of arrays', { 'a.b': 1 }, { a: [[{ b: 1, c: 2 }]] }, { a: [[{ b: 1 }]] }],
  ['two fields of one document', { 'a.b': 1, 'a.c': 1 }, { a: { c: 1, b: 2, d: 3 } }, { a: { c: 1, b: 2 } }],
  ['a part of _id', { '_id.a': 1 }, { _id: { a: 1, b: 2 }, c: 3 }, { _id: { a: 1 } }],
  ['a number is no index', { 'a.0': 1 }, { a: [1, 2] }, { a: [] }],
];

const exclusion: ProjectionCase[] = [
  ['a field', { a: 0 }, { _id: 1, a: 1, b: 2 }, { _id: 1, b: 2 }],
  ['only _id', { _id: 0 }, { _id: 1, a: 1 }, { a: 1 }],
  ['_id may be named as included', { a: 0, _id: 1 }, { _id: 1, a: 1, b: 2 }, { _id: 1, b: 2 }],
  ['false', { a: false }, { a: 1, b: 2 }, { b: 2 }],
  ['a nested field', { 'a.b': 0 }, { a: { b: 1, c: 2 } }, { a: { c: 2 } }],
  ['through an array', { 'a.b': 0 }, { a: [{ b: 1, c: 2 }, 5] }, { a: [{ c: 2 }, 5] }],
  ['below a scalar', { 'a.b': 0 }, { a: 5 }, { a: 5 }],
];

const operators: ProjectionCase[] = [
  ['$slice of the first', { a: { $slice: 2 } }, { _id: 1, a: [1, 2, 3], b: 1 }, { _id: 1, a: [1, 2], b: 1 }],
  ['$slice of the last', { a: { $slice: -2 } }, { a: [1, 2, 3] }, { a: [2, 3] }],
  ['$slice of none', { a: { $slice: 0 } }, { a: [1, 2, 3] }, { a: [] }],
  ['$slice with skip', { a: { $slice: [1, 1] } }, { a: [1, 2, 3] }, { a: [2] }],
  ['$slice with skip from the end', { a: { $slice: [-2, 1] } }, { a: [1, 2, 3] }, { a: [2] }],
  ['$slice with skip far before the start', { a: { $slice: [-9, 2] } }, { a: [1, 2, 3] }, { a: [1, 2] }],
  ['$slice with skip behind the end', { a: { $slice: [9, 2] } }, { a: [1, 2, 3] }, { a: [] }],
  ['$slice of a scalar', { a: { $slice: 1 } }, { a: 5 }, { a: 5 }],
  ['$slice of a nested array', { 'a.b': { $slice: 1 } }, { a: { b: [1, 2], c: 3 } }, { a: { b: [1], c: 3 } }],
  [
    '$slice through an array',
    { 'a.b': { $slice: 1 } },
    { a: [{ b: [1, 2] }, { b: 5 }] },
    { a: [{ b: [1] }, { b: 5 }] },
  ],
  [
    '$slice in an inclusion',
    { a: { $slice: 1 }, b: 1 },
    { _id: 1, a: [1, 2], b: 1, c: 1 },
    { _id: 1, a: [1], b: 1 },
  ],
  [
    '$slice in an exclusion',
    { a: { $slice: 1 }, b: 0 },
    { _id: 1, a: [1, 2], b: 1, c: 1 },
    { _id: 1, a: [1], c: 1 },
  ],
  ['$elemMatch', { a: { $elemMatch: { $gt: 1 } } }, { _id: 1, a: [1, 2, 3], b: 1 }, { _id: 1, a: [2] }],
  [
    '$elemMatch on documents',
    { a: { $elemMatch: { b: 2 } } },
    { a: [{ b: 1 }, { b: 2, c: 1 }, { b: 2 }] },
    { a: [{ b: 2, c: 1 }] },
  ],
  [
    '$elemMatch beside $slice alone keeps everything',
    { a: { $elemMatch: { $gt: 1 } }, c: { $slice: 1 } },
    { _id: 1, a: [1, 2, 3], b: 1, c: [1, 2] },
    { _id: 1, a: [2], b: 1, c: [1] },
  ],
  ['$elemMatch without a match', { a: { $elemMatch: { b: 9 } } }, { _id: 1, a: [{ b: 1 }] }, { _id: 1 }],
  ['$elemMatch on a scalar', { a: { $elemMatch: { $gt: 1 } } }, { _id: 1, a: 5 }, { _id: 1 }],
  [
    '$elemMatch comes after the included fields',
    { a: { $elemMatch: { $gt: 1 } }, b: 1 },
    { _id: 1, a: [1, 2], b: 1 },
    { _id: 1, b: 1, a: [2] },
  ],
  ['positional', { 'a.$': 1 }, { _id: 1, a: [1, 2, 3] }, { _id: 1, a: [2] }, { a: { $gte: 2 } }],
  [
    'positional with a document',
    { 'a.$': 1 },
    { a: [{ b: 1 }, { b: 2, c: 3 }] },
    { a: [{ b: 2, c: 3 }] },
    { 'a.b': 2 },
  ],
  [
    'positional beside a field',
    { 'a.$': 1, b: 1 },
    { _id: 1, a: [1, 2], b: 1, c: 1 },
    { _id: 1, a: [2], b: 1 },
    { a: 2 },
  ],
  [
    'positional with $elemMatch in the filter',
    { 'a.$': 1 },
    { a: [{ b: 1 }, { b: 5 }] },
    { a: [{ b: 5 }] },
    { a: { $elemMatch: { b: { $gt: 2 } } } },
  ],
  [
    'positional on a nested array',
    { 'a.b.$': 1 },
    { a: { b: [1, 2], c: 1 } },
    { a: { b: [2] } },
    { 'a.b': 2 },
  ],
  [
    'positional counts elements that the projection leaves out',
    { 'a.b.$': 1 },
    { a: [5, { b: 1 }, [6]], c: [1, 3] },
    { a: [{ b: 1 }] },
    { c: 3 },
  ],
  [
    'positional by $or of values of one path, which are one $in',
    { 'a.$': 1 },
    { a: [1, 2] },
    { a: [2] },
    { a: 1, $or: [{ a: 9 }, { a: { $in: [2] } }] },
  ],
  [
    'positional by $or of a value and a pattern',
    { 'a.$': 1 },
    { a: ['q', 'r'] },
    { a: ['r'] },
    { $or: [{ a: new BSONRegExp('r') }, { a: 'x' }] },
  ],
  [
    'positional by $or of what holds and what never can',
    { 'a.$': 1 },
    { a: [1, 2] },
    { a: [2] },
    { $or: [{ a: 2 }, { b: { $all: [] } }] },
  ],
  [
    'positional by another condition than the $or of several paths',
    { 'a.$': 1 },
    { a: [1, 2] },
    { a: [1] },
    { a: 1, $or: [{ a: 2 }, { a: 9 }, { b: 1 }] },
  ],
  ['a field path', { b: '$a' }, { _id: 1, a: 5 }, { _id: 1, b: 5 }],
  ['a constant', { a: 1, b: { $literal: 7 } }, { _id: 1, a: 5 }, { _id: 1, a: 5, b: 7 }],
];

/** The tables of projections. */
export const projectionGroups: [string, ProjectionCase[]][] = [
  ['inclusion', inclusion],
  ['exclusion', exclusion],
  ['operators', operators],
];

/** Projections that are refused. */
export const projectionFailures: [projection: PlainDoc, code: number, message: string][] = [
  [{ a: 1, b: 0 }, 31254, 'Cannot do exclusion on field b in inclusion projection'],
  [{ a: 0, b: 1 }, 31253, 'Cannot do inclusion on field b in exclusion projection'],
  [{ a: 1, 'b.c': 0 }, 31254, 'field b.c'],
  [{ a: 1, 'a.b': 1 }, 31249, 'Path collision at a.b remaining portion b'],
  [{ 'a.b': 1, a: 1 }, 31250, 'Path collision at a'],
  [{ a: { b: 1 }, 'a.b': 1 }, 31250, 'Path collision at a.b'],
  [{ '': 1 }, 40352, 'empty string'],
  [{ 'a.': 1 }, 40353, "must not end with a '.'"],
  [{ 'a..b': 1 }, 15998, 'may not be empty'],
  [{ $a: 1 }, 16410, "may not start with '$'"],
  [{ a: {} }, 51270, 'empty sub-projection'],
  [{ a: { $slice: 'x' } }, 28667, '$slice'],
  [{ a: { $slice: [1] } }, 28667, '[skip, limit]'],
  [{ 'a.b': 1, a: { $slice: 1 } }, 28667, 'Path collision at a'],
  [{ a: 0, 'a.b': { $slice: 1 } }, 31252, 'Path collision at a.b'],
  [{ a: { $slice: [1, 0] } }, 28724, 'positive'],
  [{ a: { $elemMatch: 1 } }, 31274, 'object required'],
  [{ 'a.b': { $elemMatch: { c: 1 } } }, 31275, 'nested field'],
  [{ a: { $elemMatch: { $foo: 1 } } }, 2, '$foo'],
  [{ 'a.$': 0 }, 31395, 'exclusion'],
  [{ 'a.$': 1, b: 0 }, 31254, 'Cannot do exclusion'],
  [{ 'a.b': 0, a: { $elemMatch: { $not: [0] } } }, 2, '$not needs a regex or a document'],
  [{ 'a.$': 1, 'b.$': 1 }, 31276, 'more than one positional'],
  [{ 'a.$.b': 1 }, 31394, 'middle of a path'],
  [{ a: { $meta: 'textScore' } }, 168, '$meta'],
  [{ a: { $concat: ['x'] } }, 168, "Unrecognized expression '$concat'"],
];
