import { BSONRegExp, MaxKey } from 'bson';
import { decimal, double, long, oid, type PlainDoc } from '../../test/support/plain';

interface UpdateMore {
  /** The filter that found the document, for the positional operator. */
  filter?: PlainDoc;
  arrayFilters?: PlainDoc[];
}

/** A document, an update, the document afterwards with types and order of fields. */
export type UpdateCase = [
  title: string,
  before: PlainDoc,
  update: PlainDoc,
  after: PlainDoc,
  more?: UpdateMore,
];

/** The time of the updates. */
export const NOW = new Date('2026-01-02T03:04:05Z');
const INT32_MAX = 2147483647;

const set: UpdateCase[] = [
  [
    '$set of an existing field keeps its place',
    { _id: 1, a: 1, b: 2 },
    { $set: { a: 9 } },
    { _id: 1, a: 9, b: 2 },
  ],
  [
    '$set appends new fields in the order of their names',
    { _id: 1 },
    { $set: { z: 1, b: 2, a: 3 } },
    { _id: 1, a: 3, b: 2, z: 1 },
  ],
  ['... across operators', { _id: 1 }, { $set: { z: 1 }, $inc: { a: 2 } }, { _id: 1, a: 2, z: 1 }],
  ['$set of a nested field', { a: { b: 1, c: 2 } }, { $set: { 'a.b': 5 } }, { a: { b: 5, c: 2 } }],
  ['$set makes the documents on the way', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  ['$set by an index with a leading zero', { a: [1, 2] }, { $set: { 'a.01': 9 } }, { a: [1, 9] }],
  [
    '$set of a name with a dollar below the top',
    { a: {} },
    { $set: { 'a.$b.c': 1 } },
    { a: { $b: { c: 1 } } },
  ],
  ['$set of two fields of a new document', {}, { $set: { 'a.c': 1, 'a.b': 2 } }, { a: { b: 2, c: 1 } }],
  ['$set with a number in a new path makes a document', {}, { $set: { 'a.0': 1 } }, { a: { '0': 1 } }],
  ['$set of an element', { a: [1, 2, 3] }, { $set: { 'a.1': 9 } }, { a: [1, 9, 3] }],
  ['$set behind the end of an array', { a: [1] }, { $set: { 'a.3': 9 } }, { a: [1, null, null, 9] }],
  [
    '$set inside a document of an array',
    { a: [{ b: 1 }, { b: 2 }] },
    { $set: { 'a.1.b': 9 } },
    { a: [{ b: 1 }, { b: 9 }] },
  ],
  ['$set appends a document to an array', { a: [] }, { $set: { 'a.0.b': 9 } }, { a: [{ b: 9 }] }],
  [
    'numeric names are applied as numbers',
    { a: [] },
    { $set: { 'a.10': 1, 'a.9': 2 } },
    { a: [null, null, null, null, null, null, null, null, null, 2, 1] },
  ],
  ['$set changes the type', { a: 'x' }, { $set: { a: { b: 1 } } }, { a: { b: 1 } }],
  ['$set to another number type', { a: 1 }, { $set: { a: double(1) } }, { a: double(1) }],
  [
    '$set to a document in another order of fields',
    { a: { b: 1, c: 2 } },
    { $set: { a: { c: 2, b: 1 } } },
    { a: { c: 2, b: 1 } },
  ],
  ['$set of the same _id', { _id: 1, a: 1 }, { $set: { _id: 1, a: 2 } }, { _id: 1, a: 2 }],
  [
    '$set of a value with dots and dollars in its names',
    {},
    { $set: { a: { 'b.c': 1, $d: 2 } } },
    { a: { 'b.c': 1, $d: 2 } },
  ],
  [
    '$set of a reference',
    { a: { $ref: 'c', $id: 1 } },
    { $set: { 'a.$id': 2 } },
    { a: { $ref: 'c', $id: 2 } },
  ],
  ['an empty $set', { a: 1 }, { $set: {} }, { a: 1 }],
  [
    '$setOnInsert does nothing to a document that is there',
    { a: 1 },
    { $setOnInsert: { a: 2, b: 3 } },
    { a: 1 },
  ],
];

const unset: UpdateCase[] = [
  ['$unset', { a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
  ['$unset of a missing field', { a: 1 }, { $unset: { b: '', 'c.d': '' } }, { a: 1 }],
  ['$unset of a nested field leaves the document', { a: { b: 1 } }, { $unset: { 'a.b': '' } }, { a: {} }],
  ['$unset of an element leaves null', { a: [1, 2, 3] }, { $unset: { 'a.1': '' } }, { a: [1, null, 3] }],
  ['$unset behind the end of an array', { a: [1] }, { $unset: { 'a.5': '' } }, { a: [1] }],
  ['$unset by an index with a leading zero', { a: [1, 2] }, { $unset: { 'a.01': '' } }, { a: [1, null] }],
  ['$unset of a name with a dollar', { a: { $b: 1 } }, { $unset: { 'a.$b': '' } }, { a: {} }],
  ['$unset of a name with a dollar at the top', { a: 1 }, { $unset: { $b: '' } }, { a: 1 }],
  ['$unset below a scalar', { a: 5 }, { $unset: { 'a.b': '' } }, { a: 5 }],
  ['$unset of a name in an array', { a: [{ b: 1 }] }, { $unset: { 'a.b': '' } }, { a: [{ b: 1 }] }],
  ['$unset inside an element', { a: [{ b: 1, c: 2 }] }, { $unset: { 'a.0.b': '' } }, { a: [{ c: 2 }] }],
];

const arithmetic: UpdateCase[] = [
  ['$inc', { a: 1 }, { $inc: { a: 2 } }, { a: 3 }],
  ['$inc with a negative number', { a: 1 }, { $inc: { a: -2 } }, { a: -1 }],
  ['$inc of a missing field', {}, { $inc: { a: 2 } }, { a: 2 }],
  ['$inc of a missing nested field', { a: {} }, { $inc: { 'a.b': long(2) } }, { a: { b: long(2) } }],
  ['$inc of an element', { a: [1, 2] }, { $inc: { 'a.1': 5 } }, { a: [1, 7] }],
  ['int32 grows to int64', { a: INT32_MAX }, { $inc: { a: 1 } }, { a: long('2147483648') }],
  ['int32 grows to int64 downwards', { a: -INT32_MAX }, { $inc: { a: -2 } }, { a: long('-2147483649') }],
  ['int32 and int64 make int64', { a: 1 }, { $inc: { a: long(1) } }, { a: long(2) }],
  ['int64 stays int64', { a: long(5) }, { $inc: { a: -5 } }, { a: long(0) }],
  [
    'int64 is exact beyond 2^53',
    { a: long('9007199254740993') },
    { $inc: { a: 2 } },
    { a: long('9007199254740995') },
  ],
  ['int and double make double', { a: 1 }, { $inc: { a: 1.5 } }, { a: 2.5 }],
  ['double stays double', { a: 0.5 }, { $inc: { a: 1.5 } }, { a: double(2) }],
  ['decimal wins', { a: 1 }, { $inc: { a: decimal('0.10') } }, { a: decimal('1.10') }],
  ['decimal and double', { a: decimal('1') }, { $inc: { a: 0.1 } }, { a: decimal('1.100000000000000') }],
  ['decimals are exact', { a: decimal('0.1') }, { $inc: { a: decimal('0.2') } }, { a: decimal('0.3') }],
  [
    'decimals are rounded half to even',
    { a: decimal('1000000000000000000000000000000001') },
    { $inc: { a: decimal('0.05') } },
    { a: decimal('1000000000000000000000000000000001') },
  ],
  [
    'decimals in the middle go to the even one',
    { a: decimal('1000000000000000000000000000000000'), b: decimal('1000000000000000000000000000000001') },
    { $inc: { a: decimal('0.5'), b: decimal('0.5') } },
    { a: decimal('1000000000000000000000000000000000'), b: decimal('1000000000000000000000000000000002') },
  ],
  [
    '$mul makes a decimal zero of its own exponent and sign',
    {},
    { $mul: { a: decimal('-2E+3') } },
    { a: decimal('-0E+3') },
  ],
  [
    'decimals too far apart to meet',
    { a: decimal('1E+100') },
    { $inc: { a: decimal('1') } },
    { a: decimal('1E+100') },
  ],
  [
    'decimal infinity',
    { a: decimal('Infinity') },
    { $inc: { a: decimal('-Infinity') } },
    { a: decimal('NaN') },
  ],
  ['NaN', { a: Number.NaN }, { $inc: { a: 1 } }, { a: Number.NaN }],
  ['$mul', { a: 3 }, { $mul: { a: 4 } }, { a: 12 }],
  [
    '$mul of a missing field gives zero of the type',
    {},
    { $mul: { a: 4, b: 1.5, c: long(2), d: decimal('3') } },
    { a: 0, b: double(0), c: long(0), d: decimal('0') },
  ],
  ['$mul grows to int64', { a: INT32_MAX }, { $mul: { a: 2 } }, { a: long('4294967294') }],
  ['$mul of int and double', { a: 3 }, { $mul: { a: 0.5 } }, { a: 1.5 }],
  ['$mul of decimals', { a: decimal('1.5') }, { $mul: { a: decimal('1.50') } }, { a: decimal('2.250') }],
];

const extremes: UpdateCase[] = [
  ['$min takes the smaller', { a: 5 }, { $min: { a: 3 } }, { a: 3 }],
  ['$min keeps the smaller', { a: 5 }, { $min: { a: 7 } }, { a: 5 }],
  ['$max takes the larger', { a: 5 }, { $max: { a: 7 } }, { a: 7 }],
  ['$max of a missing field', {}, { $max: { a: 7 } }, { a: 7 }],
  ['$min across types: a number is below a string', { a: 'x' }, { $min: { a: 5 } }, { a: 5 }],
  [
    '$max across types: a date is above an ObjectId',
    { a: oid(1) },
    { $max: { a: new Date(0) } },
    { a: new Date(0) },
  ],
  ['$min: null is below numbers', { a: 5 }, { $min: { a: null } }, { a: null }],
  ['$max: MaxKey is above all', { a: 'x' }, { $max: { a: new MaxKey() } }, { a: new MaxKey() }],
  [
    '$max with an equal number of another type changes nothing',
    { a: 5 },
    { $max: { a: double(5) } },
    { a: 5 },
  ],
  ['$max compares documents', { a: { b: 1 } }, { $max: { a: { b: 2 } } }, { a: { b: 2 } }],
  ['$currentDate', { a: 1 }, { $currentDate: { a: true, b: { $type: 'date' } } }, { a: NOW, b: NOW }],
];

const push: UpdateCase[] = [
  ['$push', { a: [1] }, { $push: { a: 2 } }, { a: [1, 2] }],
  ['$push to a missing field', {}, { $push: { a: 2 } }, { a: [2] }],
  ['$push an array as one element', { a: [] }, { $push: { a: [1, 2] } }, { a: [[1, 2]] }],
  ['$push a document', { a: [] }, { $push: { a: { b: 1 } } }, { a: [{ b: 1 }] }],
  ['$push $each', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
  ['$push $each of nothing', {}, { $push: { a: { $each: [] } } }, { a: [] }],
  ['$push $position', { a: [1, 2] }, { $push: { a: { $each: [9], $position: 1 } } }, { a: [1, 9, 2] }],
  [
    '$push $position 0',
    { a: [1, 2] },
    { $push: { a: { $each: [8, 9], $position: 0 } } },
    { a: [8, 9, 1, 2] },
  ],
  [
    '$push $position behind the end',
    { a: [1] },
    { $push: { a: { $each: [9], $position: 7 } } },
    { a: [1, 9] },
  ],
  [
    '$push $position from the end',
    { a: [1, 2, 3] },
    { $push: { a: { $each: [9], $position: -1 } } },
    { a: [1, 2, 9, 3] },
  ],
  [
    '$push $position far before the start',
    { a: [1, 2] },
    { $push: { a: { $each: [9], $position: -5 } } },
    { a: [9, 1, 2] },
  ],
  ['$push $slice', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: 2 } } }, { a: [1, 2] }],
  ['$push $slice from the end', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: -2 } } }, { a: [2, 3] }],
  ['$push $slice 0', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: 0 } } }, { a: [] }],
  ['$push $sort', { a: [3, 1] }, { $push: { a: { $each: [2], $sort: 1 } } }, { a: [1, 2, 3] }],
  ['$push $sort downwards', { a: [3, 1] }, { $push: { a: { $each: [2], $sort: -1 } } }, { a: [3, 2, 1] }],
  [
    '$push $sort by a field, stable',
    {
      a: [
        { b: 2, c: 1 },
        { b: 1, c: 1 },
      ],
    },
    { $push: { a: { $each: [{ b: 2, c: 2 }], $sort: { b: -1 } } } },
    {
      a: [
        { b: 2, c: 1 },
        { b: 2, c: 2 },
        { b: 1, c: 1 },
      ],
    },
  ],
  [
    '$push $sort by a dotted field, missing first',
    { a: [{ b: { c: 2 } }, {}] },
    { $push: { a: { $each: [{ b: { c: 1 } }], $sort: { 'b.c': 1 } } } },
    { a: [{}, { b: { c: 1 } }, { b: { c: 2 } }] },
  ],
  [
    '$push sorts before it cuts',
    { a: [5, 1] },
    { $push: { a: { $each: [3, 4], $sort: 1, $slice: -2 } } },
    { a: [4, 5] },
  ],
  ['$push inside an element', { a: [{ b: [1] }] }, { $push: { 'a.0.b': 2 } }, { a: [{ b: [1, 2] }] }],
  ['$addToSet', { a: [1] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
  ['$addToSet of what is there', { a: [1, 2] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
  [
    '$addToSet: equal numbers of other types are there',
    { a: [1] },
    { $addToSet: { a: double(1) } },
    { a: [1] },
  ],
  ['$addToSet to a missing field', {}, { $addToSet: { a: 1 } }, { a: [1] }],
  ['$addToSet $each', { a: [1] }, { $addToSet: { a: { $each: [1, 2, 2, 3] } } }, { a: [1, 2, 3] }],
  ['$addToSet $each of nothing makes an array', {}, { $addToSet: { a: { $each: [] } } }, { a: [] }],
  ['$addToSet an array as one element', { a: [1] }, { $addToSet: { a: [1] } }, { a: [1, [1]] }],
  [
    '$addToSet: a document with another order of fields is another one',
    { a: [{ b: 1, c: 2 }] },
    { $addToSet: { a: { c: 2, b: 1 } } },
    {
      a: [
        { b: 1, c: 2 },
        { c: 2, b: 1 },
      ],
    },
  ],
  ['$addToSet leaves repetitions that were there', { a: [1, 1] }, { $addToSet: { a: 2 } }, { a: [1, 1, 2] }],
  [
    '$addToSet with many values',
    { a: Array.from({ length: 40 }, (_, i) => i) },
    { $addToSet: { a: { $each: Array.from({ length: 40 }, (_, i) => i + 2) } } },
    { a: Array.from({ length: 42 }, (_, i) => i) },
  ],
];

const pull: UpdateCase[] = [
  ['$pull by value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
  ['$pull of what is not there', { a: [1] }, { $pull: { a: 5 } }, { a: [1] }],
  ['$pull from a missing field', {}, { $pull: { a: 1 } }, {}],
  ['$pull below a missing element', { a: [5] }, { $pull: { 'a.3.b': 1 } }, { a: [5] }],
  ['$pull by a condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  ['$pull by $in', { a: [1, 5, 9] }, { $pull: { a: { $in: [1, 9] } } }, { a: [5] }],
  ['$pull by $ne', { a: [1, 5] }, { $pull: { a: { $ne: 5 } } }, { a: [5] }],
  ['$pull by a pattern', { a: ['xa', 'b', 5] }, { $pull: { a: new BSONRegExp('^x') } }, { a: ['b', 5] }],
  ['$pull null takes only null', { a: [null, 1] }, { $pull: { a: null } }, { a: [1] }],
  [
    '$pull a whole array',
    {
      a: [
        [1, 2],
        [2, 1],
      ],
    },
    { $pull: { a: [1, 2] } },
    { a: [[2, 1]] },
  ],
  [
    '$pull documents that meet a filter',
    { a: [{ b: 1, c: 1 }, { b: 2 }, 5] },
    { $pull: { a: { b: 1 } } },
    { a: [{ b: 2 }, 5] },
  ],
  [
    '$pull: the order of fields does not matter in a filter',
    { a: [{ b: 1, c: 2 }] },
    { $pull: { a: { c: 2, b: 1 } } },
    { a: [] },
  ],
  [
    '$pull documents by an operator on a field',
    { a: [{ b: 1 }, { b: 9 }] },
    { $pull: { a: { b: { $gt: 5 } } } },
    { a: [{ b: 1 }] },
  ],
  [
    '$pull documents by $or',
    { a: [{ b: 1 }, { c: 1 }, { d: 1 }] },
    { $pull: { a: { $or: [{ b: 1 }, { c: 1 }] } } },
    { a: [{ d: 1 }] },
  ],
  [
    '$pull by $elemMatch on inner arrays',
    { a: [{ b: [{ c: 1 }] }, { b: [{ c: 2 }] }] },
    { $pull: { a: { b: { $elemMatch: { c: 1 } } } } },
    { a: [{ b: [{ c: 2 }] }] },
  ],
  ['$pullAll', { a: [1, 2, 3, double(1)] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  [
    '$pullAll needs whole documents',
    { a: [{ b: 1, c: 2 }, { b: 1 }] },
    { $pullAll: { a: [{ b: 1 }] } },
    { a: [{ b: 1, c: 2 }] },
  ],
  ['$pop the last', { a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
  ['$pop the first', { a: [1, 2, 3] }, { $pop: { a: -1 } }, { a: [2, 3] }],
  ['$pop from an empty array', { a: [] }, { $pop: { a: 1 } }, { a: [] }],
  ['$pop from a missing field', {}, { $pop: { a: 1 } }, {}],
];

const rename: UpdateCase[] = [
  ['$rename', { a: 1, b: 2 }, { $rename: { a: 'c' } }, { b: 2, c: 1 }],
  ['$rename of a missing field', { b: 2 }, { $rename: { a: 'c' } }, { b: 2 }],
  [
    '$rename over an existing field keeps its place',
    { a: 1, b: 2, c: 3 },
    { $rename: { a: 'b' } },
    { b: 1, c: 3 },
  ],
  ['$rename into a document', { a: 1 }, { $rename: { a: 'b.c' } }, { b: { c: 1 } }],
  ['$rename out of a document', { a: { b: 1 } }, { $rename: { 'a.b': 'c' } }, { a: {}, c: 1 }],
  ['$rename of a missing field through a scalar target', { b: 5 }, { $rename: { a: 'b.c' } }, { b: 5 }],
  ['$rename beside other operators', { a: 1, b: 1 }, { $rename: { a: 'c' }, $inc: { b: 1 } }, { b: 2, c: 1 }],
];

const positional: UpdateCase[] = [
  ['$', { a: [1, 2] }, { $set: { 'a.$': 9 } }, { a: [1, 9] }, { filter: { a: 2 } }],
  [
    '$ with a field behind it',
    { a: [{ b: 1 }, { b: 2 }] },
    { $inc: { 'a.$.b': 5 } },
    { a: [{ b: 1 }, { b: 7 }] },
    { filter: { 'a.b': 2 } },
  ],
  [
    '$ after $elemMatch',
    {
      a: [
        { b: 1, c: 1 },
        { b: 1, c: 2 },
      ],
    },
    { $set: { 'a.$.d': 1 } },
    {
      a: [
        { b: 1, c: 1 },
        { b: 1, c: 2, d: 1 },
      ],
    },
    { filter: { a: { $elemMatch: { b: 1, c: 2 } } } },
  ],
  [
    '$unset of $ leaves null',
    { a: [1, 2] },
    { $unset: { 'a.$': '' } },
    { a: [null, 2] },
    { filter: { a: 1 } },
  ],
  ['$[]', { a: [1, 2] }, { $inc: { 'a.$[]': 10 } }, { a: [11, 12] }],
  [
    '$[] with a field behind it',
    { a: [{ b: 1 }, {}] },
    { $set: { 'a.$[].b': 5 } },
    { a: [{ b: 5 }, { b: 5 }] },
  ],
  [
    '$[] twice',
    { a: [{ b: [1, 2] }, { b: [3] }] },
    { $mul: { 'a.$[].b.$[]': 2 } },
    { a: [{ b: [2, 4] }, { b: [6] }] },
  ],
  ['$[] of an empty array', { a: [] }, { $inc: { 'a.$[]': 1 } }, { a: [] }],
  [
    '$[id]',
    { a: [1, 5, 9] },
    { $set: { 'a.$[x]': 0 } },
    { a: [1, 0, 0] },
    { arrayFilters: [{ x: { $gte: 5 } }] },
  ],
  [
    '$[id] by a field',
    { a: [{ b: 1 }, { b: 2 }] },
    { $set: { 'a.$[x].c': 1 } },
    { a: [{ b: 1 }, { b: 2, c: 1 }] },
    { arrayFilters: [{ 'x.b': 2 }] },
  ],
  [
    '$[id] by several fields',
    {
      a: [
        { b: 1, c: 1 },
        { b: 1, c: 2 },
      ],
    },
    { $set: { 'a.$[x].d': 1 } },
    {
      a: [
        { b: 1, c: 1 },
        { b: 1, c: 2, d: 1 },
      ],
    },
    { arrayFilters: [{ 'x.b': 1, 'x.c': 2 }] },
  ],
  [
    '$[id] by $or',
    { a: [1, 2, 3] },
    { $set: { 'a.$[x]': 0 } },
    { a: [0, 2, 0] },
    { arrayFilters: [{ $or: [{ x: 1 }, { x: 3 }] }] },
  ],
  [
    'two identifiers',
    { a: [{ b: [1, 2] }, { b: [2] }] },
    { $set: { 'a.$[x].b.$[y]': 0 } },
    { a: [{ b: [1, 0] }, { b: [2] }] },
    { arrayFilters: [{ 'x.b': 1 }, { y: 2 }] },
  ],
  [
    'two identifiers on one array, different fields',
    { a: [{ b: 1 }, { b: 2 }] },
    { $set: { 'a.$[x].c': 1, 'a.$[y].d': 1 } },
    {
      a: [
        { b: 1, c: 1, d: 1 },
        { b: 2, d: 1 },
      ],
    },
    { arrayFilters: [{ 'x.b': 1 }, { 'y.b': { $gt: 0 } }] },
  ],
  [
    '$[id] that nothing meets',
    { a: [1] },
    { $set: { 'a.$[x]': 0 } },
    { a: [1] },
    { arrayFilters: [{ x: 5 }] },
  ],
  [
    '$push by $[]',
    { a: [{ b: [1] }, { b: [2] }] },
    { $push: { 'a.$[].b': 9 } },
    { a: [{ b: [1, 9] }, { b: [2, 9] }] },
  ],
];

const replacement: UpdateCase[] = [
  ['keeps _id', { _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
  ['with the same _id', { _id: 1, a: 1 }, { b: 2, _id: 1 }, { _id: 1, b: 2 }],
  ['with an empty document', { _id: 1, a: 1 }, {}, { _id: 1 }],
  [
    'with dots and nested dollars in names',
    { _id: 1 },
    { 'a.b': 1, c: { $d: 1 } },
    { _id: 1, 'a.b': 1, c: { $d: 1 } },
  ],
];

/** The tables of updates; run on the updater alone and through the driver. */
export const updateGroups: [string, UpdateCase[]][] = [
  ['$set', set],
  ['$unset', unset],
  ['$inc and $mul', arithmetic],
  ['$min, $max, $currentDate', extremes],
  ['$push and $addToSet', push],
  ['$pull, $pullAll, $pop', pull],
  ['$rename', rename],
  ['positional', positional],
  ['replacement', replacement],
];
