import { decimal, double, long, type PlainDoc } from '../../test/support/plain';

/** The collection `others` of the lookups. */
export const others: PlainDoc[] = [
  { _id: 10, k: 1, v: 'one' },
  { _id: 11, k: [1, 2], v: 'both' },
  { _id: 12, v: 'none' },
  { _id: 13, k: null, v: 'null' },
];

/** Documents, a pipeline, the result. */
export type PipelineCase = [title: string, input: PlainDoc[], stages: PlainDoc[], output: PlainDoc[]];

const flow: PipelineCase[] = [
  ['an empty pipeline', [{ a: 1 }], [], [{ a: 1 }]],
  ['$match', [{ a: 1 }, { a: 2 }], [{ $match: { a: { $gt: 1 } } }], [{ a: 2 }]],
  ['$sort', [{ a: 2 }, { a: 1 }, {}], [{ $sort: { a: 1 } }], [{}, { a: 1 }, { a: 2 }]],
  [
    'of sorts in a row the last one alone, whatever the others say',
    [{ a: [1], b: [1] }, { a: 2 }, { a: 0 }],
    [{ $sort: { a: 1, b: 1 } }, { $sort: { a: -1 } }],
    [{ a: 2 }, { a: [1], b: [1] }, { a: 0 }],
  ],
  [
    '$sort by two fields, stable',
    [
      { a: 1, b: 1, c: 1 },
      { a: 1, b: 2 },
      { a: 1, b: 1, c: 2 },
    ],
    [{ $sort: { a: 1, b: -1 } }],
    [
      { a: 1, b: 2 },
      { a: 1, b: 1, c: 1 },
      { a: 1, b: 1, c: 2 },
    ],
  ],
  [
    '$sort: arrays by their smallest or largest element',
    [{ a: [5, 1] }, { a: 3 }, { a: [] }],
    [{ $sort: { a: -1 } }],
    [{ a: [5, 1] }, { a: 3 }, { a: [] }],
  ],
  [
    '$sort upwards: an empty array is below null',
    [{ a: [5, 1] }, { a: null }, { a: [] }],
    [{ $sort: { a: 1 } }],
    [{ a: [] }, { a: null }, { a: [5, 1] }],
  ],
  ['$skip and $limit', [{ a: 1 }, { a: 2 }, { a: 3 }], [{ $skip: 1 }, { $limit: 1 }], [{ a: 2 }]],
  ['$skip beyond the end', [{ a: 1 }], [{ $skip: 5 }], []],
  ['$count', [{ a: 1 }, { a: 2 }], [{ $count: 'n' }], [{ n: 2 }]],
  ['$count of nothing gives nothing', [], [{ $count: 'n' }], []],
  [
    'stages in a row',
    [{ a: 1 }, { a: 2 }, { a: 3 }],
    [{ $match: { a: { $gt: 1 } } }, { $sort: { a: -1 } }, { $limit: 1 }, { $project: { a: 1 } }],
    [{ a: 3 }],
  ],
];

const project: PipelineCase[] = [
  ['inclusion', [{ _id: 1, a: 1, b: 2 }], [{ $project: { a: 1 } }], [{ _id: 1, a: 1 }]],
  ['exclusion', [{ _id: 1, a: 1, b: 2 }], [{ $project: { a: 0 } }], [{ _id: 1, b: 2 }]],
  ['a computed field', [{ _id: 1, a: { b: 5 } }], [{ $project: { c: '$a.b' } }], [{ _id: 1, c: 5 }]],
  ['a computed field that is missing', [{ _id: 1 }], [{ $project: { c: '$a.b' } }], [{ _id: 1 }]],
  [
    'a path through an array',
    [{ a: [{ b: 1 }, {}, { b: 2 }] }],
    [{ $project: { c: '$a.b' } }],
    [{ c: [1, 2] }],
  ],
  ['a literal', [{ _id: 1 }], [{ $project: { c: { $literal: '$x' } } }], [{ _id: 1, c: '$x' }]],
  ['a constant', [{ _id: 1 }], [{ $project: { c: 'x' } }], [{ _id: 1, c: 'x' }]],
  [
    'an array of expressions: missing becomes null',
    [{ a: 1 }],
    [{ $project: { c: ['$a', '$b'] } }],
    [{ c: [1, null] }],
  ],
  ['$$ROOT', [{ _id: 1, a: 1 }], [{ $project: { c: '$$ROOT' } }], [{ _id: 1, c: { _id: 1, a: 1 } }]],
  ['a nested computed field', [{ a: { x: 1 }, b: 7 }], [{ $project: { 'a.y': '$b' } }], [{ a: { y: 7 } }]],
];

const group: PipelineCase[] = [
  [
    'by a field, in the order of appearance',
    [{ a: 'x' }, { a: 'y' }, { a: 'x' }],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [
      { _id: 'x', n: 2 },
      { _id: 'y', n: 1 },
    ],
  ],
  [
    'of everything',
    [{ a: 1 }, { a: 2 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: 3 }],
  ],
  ['of nothing', [], [{ $group: { _id: null, n: { $sum: 1 } } }], []],
  [
    'missing and null are one group',
    [{ a: null }, {}],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ],
  [
    'equal numbers of other types are one group',
    [{ a: 1 }, { a: double(1) }],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{ _id: 1, n: 2 }],
  ],
  [
    'by a document',
    [{ a: 1, b: 2 }, { a: 1, b: 2 }, { a: 1 }],
    [{ $group: { _id: { x: '$a', y: '$b' }, n: { $sum: 1 } } }],
    [
      { _id: { x: 1, y: 2 }, n: 2 },
      { _id: { x: 1 }, n: 1 },
    ],
  ],
  [
    'by a document of one field: a missing value is null',
    [{ k: null }, {}],
    [{ $group: { _id: { k: '$k' }, n: { $sum: 1 } } }],
    [{ _id: { k: null }, n: 2 }],
  ],
  [
    'an array in an array has no fields',
    [{ a: [[{ b: 1 }], { b: 2 }] }],
    [{ $group: { _id: '$a.b', n: { $sum: 1 } } }],
    [{ _id: [2], n: 1 }],
  ],
  ['without accumulators', [{ a: 1 }, { a: 1 }], [{ $group: { _id: '$a' } }], [{ _id: 1 }]],
  [
    '$sum passes over what is no number',
    [{ a: 1 }, { a: 'x' }, {}, { a: [5] }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: 1 }],
  ],
  [
    '$sum grows to int64',
    [{ a: 2147483647 }, { a: 1 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: long('2147483648') }],
  ],
  [
    '$sum of int64 stays int64',
    [{ a: long(1) }, { a: 1 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: long(2) }],
  ],
  [
    '$sum beyond int64 becomes double',
    [{ a: long('9223372036854775807') }, { a: 1 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: double(2 ** 63) }],
  ],
  [
    '$sum of doubles loses little',
    [{ a: 0.1 }, { a: 0.2 }, { a: 0.3 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: double(0.6) }],
  ],
  [
    '$sum of decimals',
    [{ a: decimal('0.1') }, { a: 1 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: decimal('1.1') }],
  ],
  [
    '$avg',
    [{ a: 1 }, { a: 2 }, { a: 'x' }],
    [{ $group: { _id: null, n: { $avg: '$a' } } }],
    [{ _id: null, n: 1.5 }],
  ],
  [
    '$avg of ints is a double',
    [{ a: 1 }, { a: 3 }],
    [{ $group: { _id: null, n: { $avg: '$a' } } }],
    [{ _id: null, n: double(2) }],
  ],
  [
    '$avg of decimals',
    [{ a: decimal('1') }, { a: decimal('2') }],
    [{ $group: { _id: null, n: { $avg: '$a' } } }],
    [{ _id: null, n: decimal('1.5') }],
  ],
  ['$avg of no numbers', [{}], [{ $group: { _id: null, n: { $avg: '$a' } } }], [{ _id: null, n: null }]],
  [
    '$min and $max pass over null and missing',
    [{ a: 3 }, { a: null }, {}, { a: 1 }],
    [{ $group: { _id: null, x: { $min: '$a' }, y: { $max: '$a' } } }],
    [{ _id: null, x: 1, y: 3 }],
  ],
  [
    '$min and $max across types',
    [{ a: 3 }, { a: 'x' }],
    [{ $group: { _id: null, x: { $min: '$a' }, y: { $max: '$a' } } }],
    [{ _id: null, x: 3, y: 'x' }],
  ],
  [
    '$first and $last',
    [{ a: 1 }, { a: 2 }, {}],
    [{ $group: { _id: null, x: { $first: '$a' }, y: { $last: '$a' } } }],
    [{ _id: null, x: 1, y: null }],
  ],
  [
    '$first of a missing field',
    [{}, { a: 2 }],
    [{ $group: { _id: null, x: { $first: '$a' } } }],
    [{ _id: null, x: null }],
  ],
  [
    '$push keeps null and passes over missing',
    [{ a: 1 }, { a: null }, {}],
    [{ $group: { _id: null, x: { $push: '$a' } } }],
    [{ _id: null, x: [1, null] }],
  ],
  [
    '$push documents',
    [{ a: 1, b: 2 }],
    [{ $group: { _id: null, x: { $push: { c: '$a' } } } }],
    [{ _id: null, x: [{ c: 1 }] }],
  ],
  [
    // The order of a set is MongoDB's own.
    '$addToSet',
    [{ a: 1 }, { a: double(1) }, { a: 2 }, {}],
    [{ $group: { _id: null, x: { $addToSet: '$a' } } }, { $unwind: '$x' }, { $sort: { x: 1 } }],
    [
      { _id: null, x: 1 },
      { _id: null, x: 2 },
    ],
  ],
  ['$count', [{ a: 1 }, {}], [{ $group: { _id: null, n: { $count: {} } } }], [{ _id: null, n: 2 }]],
];

const unwind: PipelineCase[] = [
  [
    'an array',
    [{ _id: 1, a: [1, 2], b: 3 }],
    [{ $unwind: '$a' }],
    [
      { _id: 1, a: 1, b: 3 },
      { _id: 1, a: 2, b: 3 },
    ],
  ],
  ['missing, null and empty give nothing', [{ _id: 1 }, { a: null }, { a: [] }], [{ $unwind: '$a' }], []],
  [
    '... unless they are kept',
    [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: [] }],
    [{ $unwind: { path: '$a', preserveNullAndEmptyArrays: true } }],
    [{ _id: 1 }, { _id: 2, a: null }, { _id: 3 }],
  ],
  ['a scalar counts as an array of one', [{ a: 5 }], [{ $unwind: '$a' }], [{ a: 5 }]],
  [
    'with the index',
    [{ a: ['x', 'y'] }, { a: 5 }],
    [{ $unwind: { path: '$a', includeArrayIndex: 'i' } }],
    [
      { a: 'x', i: long(0) },
      { a: 'y', i: long(1) },
      { a: 5, i: null },
    ],
  ],
  [
    'a nested array',
    [{ a: { b: [1, 2], c: 3 } }],
    [{ $unwind: '$a.b' }],
    [{ a: { b: 1, c: 3 } }, { a: { b: 2, c: 3 } }],
  ],
  ['arrays in an array stay', [{ a: [[1], [2]] }], [{ $unwind: '$a' }], [{ a: [1] }, { a: [2] }]],
];

const lookup: PipelineCase[] = [
  [
    'by equality, also with elements',
    [{ _id: 1, x: 2 }],
    [{ $lookup: { from: 'others', localField: 'x', foreignField: 'k', as: 'o' } }],
    [{ _id: 1, x: 2, o: [{ _id: 11, k: [1, 2], v: 'both' }] }],
  ],
  [
    'a local array joins by each element, once',
    [{ x: [1, 2] }],
    [
      { $lookup: { from: 'others', localField: 'x', foreignField: 'k', as: 'o' } },
      { $project: { o: '$o._id' } },
    ],
    [{ o: [10, 11] }],
  ],
  [
    'a missing local field joins as null',
    [{}],
    [
      { $lookup: { from: 'others', localField: 'x', foreignField: 'k', as: 'o' } },
      { $project: { o: '$o._id' } },
    ],
    [{ o: [12, 13] }],
  ],
  [
    'nothing found',
    [{ x: 9 }],
    [{ $lookup: { from: 'others', localField: 'x', foreignField: 'k', as: 'o' } }],
    [{ x: 9, o: [] }],
  ],
  [
    'an unknown collection is empty',
    [{ x: 1 }],
    [{ $lookup: { from: 'nobody', localField: 'x', foreignField: 'k', as: 'x' } }],
    [{ x: [] }],
  ],
];

/** The tables of pipelines. */
export const pipelineGroups: [string, PipelineCase[]][] = [
  ['flow', flow],
  ['$project', project],
  ['$group', group],
  ['$unwind', unwind],
  ['$lookup', lookup],
];

/** Stages that are refused. */
export const stageFailures: [stage: PlainDoc, code: number, message: string][] = [
  [{ $foo: {} }, 40324, "Unrecognized pipeline stage name: '$foo'"],
  [{ $facet: {} }, 40324, '$facet'],
  [{}, 40323, 'exactly one field'],
  [{ $match: {}, $limit: 1 }, 40323, 'exactly one field'],
  [{ $match: 1 }, 15959, 'match filter'],
  [{ $match: { a: { $foo: 1 } } }, 2, '$foo'],
  [{ $sort: 1 }, 15973, '$sort'],
  [{ $sort: {} }, 15976, 'at least one'],
  [{ $sort: { a: 2 } }, 15975, '1 (for ascending)'],
  [{ $sort: { a: 'x' } }, 15974, '$sort'],
  [{ $skip: -1 }, 5107200, 'non-negative'],
  [{ $skip: 'x' }, 5107200, '$skip'],
  [{ $limit: 0 }, 15958, 'positive'],
  [{ $limit: 1.5 }, 5107201, 'integer'],
  [{ $project: {} }, 51272, 'at least one field'],
  [{ $project: 1 }, 15969, '$project'],
  [{ $project: { a: { $add: [1, 2] } } }, 168, "'$add'"],
  [{ $project: { a: '$$foo' } }, 17276, 'foo'],
  [{ $project: { a: '$' } }, 16872, "'$' by itself"],
  [{ $project: { 'a.$': 1 } }, 31324, 'positional projection'],
  [{ $group: 1 }, 15947, 'object'],
  [{ $group: { n: { $sum: 1 } } }, 15955, '_id'],
  [{ $group: { _id: 1, n: 1 } }, 40234, 'accumulator object'],
  [{ $group: { _id: 1, n: { $foo: 1 } } }, 15952, "unknown group operator '$foo'"],
  [{ $group: { _id: 1, n: { $stdDevPop: 1 } } }, 15952, '$stdDevPop'],
  [{ $group: { _id: 1, n: { $sum: 1, $max: 1 } } }, 40238, 'one accumulator'],
  [{ $group: { _id: 1, 'a.b': { $sum: 1 } } }, 40235, "cannot contain '.'"],
  [{ $group: { _id: 1, $n: { $sum: 1 } } }, 40236, 'operator name'],
  [{ $count: '' }, 40157, 'non-empty'],
  [{ $count: 1 }, 40156, 'string'],
  [{ $count: '$n' }, 40158, '$-prefixed'],
  [{ $count: 'a.b' }, 40160, "'.'"],
  [{ $unwind: 'a' }, 28818, "prefixed with a '$'"],
  [{ $unwind: 1 }, 15981, '$unwind'],
  [{ $unwind: {} }, 28812, 'no path'],
  [{ $unwind: { path: '$a', foo: 1 } }, 28811, 'foo'],
  [{ $lookup: 1 }, 9, '$lookup'],
  [{ $lookup: { from: 'x', foo: 1 } }, 9, 'foo'],
  [{ $lookup: { from: 'x', pipeline: [], as: 'y' } }, 238, 'pipeline'],
  [{ $lookup: { from: 'x', localField: 'a', foreignField: 'b' } }, 9, "'as'"],
];
