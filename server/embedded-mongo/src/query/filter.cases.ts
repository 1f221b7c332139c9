import { Binary, BSONRegExp, BSONSymbol, MaxKey, MinKey, Timestamp } from 'bson';
import { decimal, double, long, oid, type PlainDoc } from '../../test/support/plain';
import { BsonUndefined } from '../values/value';

/** A filter with the documents that it must find and those that it must not. */
export type FilterCase = [title: string, filter: PlainDoc, found: PlainDoc[], missed: PlainDoc[]];

const UNDEFINED = BsonUndefined.VALUE;
const NAN = Number.NaN;
const regex = (pattern: string, options = '') => new BSONRegExp(pattern, options);
const date = (ms: number) => new Date(ms);

const equality: FilterCase[] = [
  ['an empty filter finds everything', {}, [{}, { a: 1 }], []],
  ['a number', { a: 1 }, [{ a: 1 }, { a: 1, b: 2 }], [{ a: 2 }, { a: '1' }, {}, { a: true }]],
  ['numbers of all types', { a: 1 }, [{ a: double(1) }, { a: long(1) }, { a: decimal('1.0') }], []],
  [
    'a large int64 is not its nearest double',
    { a: long('9007199254740993') },
    [{ a: long('9007199254740993') }],
    [{ a: double(9007199254740992) }],
  ],
  ['a string', { a: 'x' }, [{ a: 'x' }], [{ a: 'X' }, { a: 'x ' }]],
  ['a symbol as a string', { a: 'x' }, [{ a: new BSONSymbol('x') }], []],
  ['a boolean is no number', { a: true }, [{ a: true }], [{ a: 1 }, { a: false }]],
  [
    'null finds null, missing and undefined',
    { a: null },
    [{ a: null }, {}, { a: UNDEFINED }],
    [{ a: 0 }, { a: '' }, { a: [] }],
  ],
  ['null inside an array', { a: null }, [{ a: [1, null] }], [{ a: [1] }]],
  ['a date', { a: date(5) }, [{ a: date(5) }], [{ a: date(6) }, { a: 5 }]],
  ['an ObjectId', { a: oid(1) }, [{ a: oid(1) }], [{ a: oid(2) }, { a: '000000000000000000000001' }]],
  [
    'a binary by bytes and subtype',
    { a: new Binary(Buffer.from('ab'), 0) },
    [{ a: new Binary(Buffer.from('ab'), 0) }],
    [{ a: new Binary(Buffer.from('ac'), 0) }, { a: new Binary(Buffer.from('ab'), 5) }],
  ],
  ['NaN equals NaN', { a: NAN }, [{ a: NAN }, { a: decimal('NaN') }], [{ a: 0 }, {}]],
  ['-0 equals 0', { a: 0 }, [{ a: -0 }, { a: decimal('-0') }], []],
  ['an element of an array', { a: 2 }, [{ a: [1, 2] }], [{ a: [1, 3] }, { a: [[2]] }]],
  [
    'a whole array',
    { a: [1, 2] },
    [{ a: [1, 2] }, { a: [[1, 2], 3] }],
    [{ a: [2, 1] }, { a: [1, 2, 3] }, { a: 1 }],
  ],
  ['an empty array', { a: [] }, [{ a: [] }, { a: [[]] }], [{ a: [1] }, { a: null }, {}]],
  [
    'a document with its fields in order',
    { a: { b: 1, c: 2 } },
    [{ a: { b: 1, c: 2 } }, { a: [{ b: 1, c: 2 }] }],
    [{ a: { c: 2, b: 1 } }, { a: { b: 1 } }, { a: { b: 1, c: 2, d: 3 } }],
  ],
  ['an empty document', { a: {} }, [{ a: {} }], [{ a: { b: 1 } }, {}, { a: null }]],
  ['a document by equal numbers of other types', { a: { b: 1 } }, [{ a: { b: double(1) } }], []],
  [
    'a stored pattern is found by the same pattern',
    { a: regex('x', 'i') },
    [{ a: regex('x', 'i') }, { a: 'aXb' }],
    [{ a: regex('x') }, { a: 'y' }],
  ],
  [
    '$eq with a pattern finds only the stored pattern',
    { a: { $eq: regex('x') } },
    [{ a: regex('x') }],
    [{ a: 'x' }],
  ],
  ['$eq with null', { a: { $eq: null } }, [{}, { a: null }], [{ a: 1 }]],
  [
    'a reference document is a value',
    {
      a: new Map<string, never>([
        ['$ref', 'c' as never],
        ['$id', oid(1) as never],
      ]),
    },
    [
      {
        a: new Map<string, never>([
          ['$ref', 'c' as never],
          ['$id', oid(1) as never],
        ]),
      },
    ],
    [{ a: 1 }],
  ],
  ['a field with an empty name', { '': 1 }, [{ '': 1 }], [{}]],
  ['fields are joined by and', { a: 1, b: 2 }, [{ a: 1, b: 2 }], [{ a: 1 }, { b: 2 }]],
  ['operators of one field are joined by and', { a: { $gt: 1, $lt: 5 } }, [{ a: 3 }], [{ a: 1 }, { a: 5 }]],
  ['... each by any element of an array', { a: { $gt: 1, $lt: 5 } }, [{ a: [0, 9] }], [{ a: [0, 1] }]],
  ['$comment says nothing', { a: 1, $comment: 'why' }, [{ a: 1 }], [{ a: 2 }]],
];

const paths: FilterCase[] = [
  ['a nested field', { 'a.b': 1 }, [{ a: { b: 1 } }], [{ a: { b: 2 } }, { a: 1 }, { 'a.b': 1 }]],
  [
    'through an array of documents',
    { 'a.b': 1 },
    [{ a: [{ b: 0 }, { b: 1 }] }],
    [{ a: [{ b: 0 }] }, { a: [[{ b: 1 }]] }],
  ],
  ['through two arrays', { 'a.b.c': 1 }, [{ a: [{ b: [{ c: 1 }] }] }], [{ a: [{ b: [{ c: 2 }] }] }]],
  ['an array at the end of the path', { 'a.b': 2 }, [{ a: [{ b: [1, 2] }] }, { a: { b: [2] } }], []],
  ['an index', { 'a.0': 1 }, [{ a: [1, 2] }], [{ a: [2, 1] }, { a: [] }]],
  ['an index as a field name', { 'a.0': 1 }, [{ a: { '0': 1 } }, { a: [{ '0': 1 }] }], []],
  ['an index on the way', { 'a.0.b': 1 }, [{ a: [{ b: 1 }, { b: 2 }] }], [{ a: [{ b: 2 }, { b: 1 }] }]],
  ['an index in an array of arrays', { 'a.0.1': 5 }, [{ a: [[1, 5]] }], [{ a: [[5, 1]] }]],
  [
    'a field of documents in an array at an index',
    { 'a.1.b': 4 },
    [{ a: [5, [{ b: 4 }]] }],
    [{ a: [[{ b: 4 }], 5] }],
  ],
  ['an index that leads to an array gives it whole', { 'a.1': [2, 4] }, [{ a: [5, [2, 4]] }], []],
  ['... and not its elements', { 'a.1': 2 }, [], [{ a: [5, [2, 4]] }]],
  ['a leading zero is no index', { 'a.00': 1 }, [{ a: { '00': 1 } }], [{ a: [1] }]],
  [
    'null: the field is missing below a document',
    { 'a.b': null },
    [{ a: {} }, {}, { a: { b: null } }],
    [{ a: { b: 1 } }],
  ],
  ['null: below a scalar everything is missing', { 'a.b': null }, [{ a: 5 }, { a: 'x' }], []],
  [
    'null: an array without documents has no such field at all',
    { 'a.b': null },
    [],
    [{ a: [] }, { a: [1, 2] }],
  ],
  [
    'null: one element of an array lacks the field',
    { 'a.b': null },
    [{ a: [{ b: 1 }, { c: 1 }] }],
    [{ a: [{ b: 1 }] }],
  ],
];

const inequality: FilterCase[] = [
  [
    '$gt',
    { a: { $gt: 5 } },
    [{ a: 6 }, { a: 5.5 }, { a: long(6) }],
    [{ a: 5 }, { a: 4 }, { a: '6' }, {}, { a: null }],
  ],
  ['$gte', { a: { $gte: 5 } }, [{ a: 5 }, { a: 6 }], [{ a: 4 }]],
  ['$lt', { a: { $lt: 5 } }, [{ a: 4 }, { a: -1 }], [{ a: 5 }, {}, { a: null }, { a: NAN }]],
  ['$lte', { a: { $lte: 5 } }, [{ a: 5 }], [{ a: 6 }]],
  ['only values of the same kind', { a: { $gt: '' } }, [{ a: 'x' }], [{ a: 1 }, { a: {} }, { a: oid(1) }]],
  [
    'dates',
    { a: { $lt: date(10) } },
    [{ a: date(9) }, { a: date(-9) }],
    [{ a: 9 }, { a: new Timestamp({ t: 0, i: 1 }) }],
  ],
  [
    'timestamps',
    { a: { $gt: new Timestamp({ t: 1, i: 5 }) } },
    [{ a: new Timestamp({ t: 2, i: 0 }) }, { a: new Timestamp({ t: 1, i: 6 }) }],
    [{ a: new Timestamp({ t: 1, i: 5 }) }],
  ],
  ['booleans', { a: { $gt: false } }, [{ a: true }], [{ a: false }, { a: 1 }]],
  ['$gte null finds null and missing', { a: { $gte: null } }, [{}, { a: null }], [{ a: 0 }]],
  ['$gt null finds nothing', { a: { $gt: null } }, [], [{}, { a: null }, { a: 1 }]],
  ['$gte NaN finds only NaN', { a: { $gte: NAN } }, [{ a: NAN }], [{ a: 1 }]],
  ['$lt NaN finds nothing', { a: { $lt: NAN } }, [], [{ a: NAN }, { a: 1 }]],
  [
    'infinities',
    { a: { $lt: Number.POSITIVE_INFINITY } },
    [{ a: 1e300 }, { a: decimal('9E+6000') }],
    [{ a: Number.POSITIVE_INFINITY }, { a: decimal('Infinity') }],
  ],
  ['strings by code point, not by UTF-16 unit', { a: { $gt: '\uff5e' } }, [{ a: '😀' }], [{ a: '\uff5d' }]],
  [
    'an int64 beyond 2^53 against a double',
    { a: { $gt: double(9007199254740992) } },
    [{ a: long('9007199254740993') }],
    [{ a: long('9007199254740992') }],
  ],
  [
    'a decimal against a double',
    { a: { $lt: double(0.1) } },
    [{ a: decimal('0.1') }],
    [{ a: double(0.1) }, { a: decimal('0.11') }],
  ],
  [
    'documents field by field',
    { a: { $gt: { b: 1 } } },
    [{ a: { b: 2 } }, { a: { b: 1, c: 0 } }, { a: { c: 1 } }],
    [{ a: { b: 1 } }, { a: 5 }],
  ],
  [
    'whole arrays',
    { a: { $gt: [1, 2] } },
    [{ a: [1, 3] }, { a: [2] }, { a: [1, 2, 0] }],
    [{ a: [1, 2] }, { a: [1] }, { a: 9 }],
  ],
  ['any element of an array', { a: { $gt: 5 } }, [{ a: [1, 6] }], [{ a: [1, 5] }, { a: [] }]],
  [
    'binaries by length first',
    { a: { $gt: new Binary(Buffer.from('zz'), 0) } },
    [{ a: new Binary(Buffer.from('aaa'), 0) }],
    [{ a: new Binary(Buffer.from('z'), 0) }],
  ],
  ['$lt MinKey finds nothing', { a: { $lt: new MinKey() } }, [], [{ a: 1 }, { a: new MinKey() }]],
  ['$gt MaxKey finds nothing', { a: { $gt: new MaxKey() } }, [], [{ a: 1 }, { a: new MaxKey() }]],
  [
    '$gt MinKey finds all other types',
    { a: { $gt: new MinKey() } },
    [{ a: 1 }, { a: 'x' }, { a: null }],
    [{ a: new MinKey() }],
  ],
  [
    '$lt MaxKey finds all other types',
    { a: { $lt: new MaxKey() } },
    [{ a: 1 }, { a: {} }],
    [{ a: new MaxKey() }],
  ],
];

const negation: FilterCase[] = [
  ['$ne', { a: { $ne: 1 } }, [{ a: 2 }, {}, { a: null }, { a: '1' }], [{ a: 1 }, { a: double(1) }]],
  ['$ne: no element may be equal', { a: { $ne: 1 } }, [{ a: [2, 3] }, { a: [] }], [{ a: [1, 2] }]],
  [
    '$ne null finds what is there',
    { a: { $ne: null } },
    [{ a: 1 }, { a: [] }],
    [{}, { a: null }, { a: [null] }],
  ],
  [
    '$ne on a path through an array',
    { 'a.b': { $ne: 1 } },
    [{ a: [{ b: 2 }] }, { a: [] }, {}],
    [{ a: [{ b: 2 }, { b: 1 }] }],
  ],
  ['$nin', { a: { $nin: [1, 2] } }, [{ a: 3 }, {}, { a: [3, 4] }], [{ a: 1 }, { a: [3, 2] }]],
  ['$nin with null wants the field', { a: { $nin: [null] } }, [{ a: 1 }], [{}, { a: null }]],
  ['$nin of nothing finds everything', { a: { $nin: [] } }, [{}, { a: 1 }], []],
  [
    '$not of an operator also finds other types and missing',
    { a: { $not: { $gt: 5 } } },
    [{ a: 5 }, { a: 'x' }, {}],
    [{ a: 6 }, { a: [1, 6] }],
  ],
  ['$not of a pattern', { a: { $not: regex('^x') } }, [{ a: 'y' }, {}, { a: 1 }], [{ a: 'xa' }]],
  ['$not of $regex', { a: { $not: { $regex: '^x' } } }, [{ a: 'y' }], [{ a: 'xa' }]],
  ['$not of several: not all of them', { a: { $not: { $gt: 1, $lt: 5 } } }, [{ a: 1 }, { a: 5 }], [{ a: 3 }]],
  ['$not of $not', { a: { $not: { $not: { $gt: 1 } } } }, [{ a: 2 }], [{ a: 1 }]],
  ['$not of $elemMatch', { a: { $not: { $elemMatch: { $gt: 5 } } } }, [{ a: [1] }, {}], [{ a: [9] }]],
  ['$nor', { $nor: [{ a: 1 }, { b: 2 }] }, [{ a: 2, b: 1 }, {}], [{ a: 1 }, { b: 2 }]],
];

const logic: FilterCase[] = [
  ['$and', { $and: [{ a: 1 }, { b: 2 }] }, [{ a: 1, b: 2 }], [{ a: 1 }]],
  ['$and of the same path', { $and: [{ a: 1 }, { a: 2 }] }, [{ a: [1, 2] }], [{ a: 1 }]],
  ['$or', { $or: [{ a: 1 }, { b: 2 }] }, [{ a: 1 }, { b: 2 }], [{ a: 2, b: 1 }]],
  ['$or with an empty filter finds everything', { $or: [{ a: 1 }, {}] }, [{ a: 2 }], []],
  ['nested', { $or: [{ $and: [{ a: 1 }, { b: 1 }] }, { c: 1 }] }, [{ a: 1, b: 1 }, { c: 1 }], [{ a: 1 }]],
  ['beside a field', { c: 3, $or: [{ a: 1 }, { a: 2 }] }, [{ a: 2, c: 3 }], [{ a: 2 }, { c: 3 }]],
];

const membership: FilterCase[] = [
  [
    '$in',
    { a: { $in: [1, 'x'] } },
    [{ a: 1 }, { a: 'x' }, { a: long(1) }, { a: [9, 'x'] }],
    [{ a: 2 }, {}, { a: null }],
  ],
  ['$in with null', { a: { $in: [1, null] } }, [{}, { a: null }, { a: 1 }], [{ a: 2 }]],
  ['$in of nothing', { a: { $in: [] } }, [], [{}, { a: 1 }]],
  ['$in with patterns', { a: { $in: [regex('^x'), 'y'] } }, [{ a: 'xa' }, { a: 'y' }], [{ a: 'z' }]],
  [
    '$in with arrays',
    { a: { $in: [[1, 2], 5] } },
    [{ a: [1, 2] }, { a: 5 }, { a: [[1, 2]] }],
    [{ a: [2, 1] }, { a: 1 }],
  ],
  ['$in with documents', { a: { $in: [{ b: 1, c: 2 }] } }, [{ a: { b: 1, c: 2 } }], [{ a: { c: 2, b: 1 } }]],
  ['$in with NaN', { a: { $in: [NAN, 1] } }, [{ a: NAN }], [{ a: 2 }]],
  [
    '$in with ObjectIds and dates',
    { a: { $in: [oid(1), date(2)] } },
    [{ a: oid(1) }, { a: date(2) }],
    [{ a: oid(2) }],
  ],
  ['$in with booleans', { a: { $in: [true, 5] } }, [{ a: true }], [{ a: false }, { a: 1 }]],
];

const elements: FilterCase[] = [
  [
    '$exists: true',
    { a: { $exists: true } },
    [{ a: 1 }, { a: null }, { a: [] }, { a: UNDEFINED }],
    [{}, { b: 1 }],
  ],
  ['$exists: false', { a: { $exists: false } }, [{}], [{ a: null }]],
  ['$exists: numbers and null are truths', { a: { $exists: 1 } }, [{ a: 1 }], [{}]],
  ['$exists: 0', { a: { $exists: 0 } }, [{}], [{ a: 1 }]],
  ['$exists: null', { a: { $exists: null } }, [{}], [{ a: 1 }]],
  [
    '$exists on a path through an array',
    { 'a.b': { $exists: true } },
    [{ a: [{}, { b: 1 }] }],
    [{ a: [{}] }, { a: [] }],
  ],
  [
    '$exists: false on a path through an array',
    { 'a.b': { $exists: false } },
    [{ a: [{}] }, { a: [] }, { a: 1 }],
    [{ a: [{}, { b: 1 }] }],
  ],
  ['$type by name', { a: { $type: 'string' } }, [{ a: 'x' }, { a: [1, 'x'] }], [{ a: 1 }, {}]],
  ['$type by number', { a: { $type: 2 } }, [{ a: 'x' }], [{ a: 1 }]],
  [
    '$type number',
    { a: { $type: 'number' } },
    [{ a: 1 }, { a: 1.5 }, { a: long(1) }, { a: decimal('1') }],
    [{ a: '1' }],
  ],
  ['$type int and long are apart', { a: { $type: 'int' } }, [{ a: 1 }], [{ a: long(1) }, { a: double(1) }]],
  ['$type double', { a: { $type: double(1) } }, [{ a: 1.5 }], [{ a: 1 }]],
  ['$type array is the field itself', { a: { $type: 'array' } }, [{ a: [] }, { a: [1] }], [{ a: 1 }, {}]],
  ['$type of several', { a: { $type: ['string', 8] } }, [{ a: 'x' }, { a: true }], [{ a: 1 }]],
  ['$type null does not find missing', { a: { $type: 'null' } }, [{ a: null }], [{}]],
  ['$type minKey', { a: { $type: -1 } }, [{ a: new MinKey() }], [{ a: 1 }]],
  ['$type undefined', { a: { $type: 'undefined' } }, [{ a: UNDEFINED }], [{ a: null }, {}]],
  [
    '$type objectId, date, regex, binData',
    { a: { $type: ['objectId', 'date', 'regex', 'binData'] } },
    [{ a: oid(1) }, { a: date(1) }, { a: regex('x') }, { a: new Binary(Buffer.from('x')) }],
    [{ a: {} }],
  ],
];

const arrays: FilterCase[] = [
  ['$size', { a: { $size: 2 } }, [{ a: [1, 2] }], [{ a: [1] }, { a: 2 }, {}, { a: [[1, 2]] }]],
  ['$size 0', { a: { $size: 0 } }, [{ a: [] }], [{ a: [1] }, {}]],
  [
    '$size on a path through an array',
    { 'a.b': { $size: 1 } },
    [{ a: [{ b: [] }, { b: [1] }] }],
    [{ a: [{ b: [] }] }],
  ],
  ['$all', { a: { $all: [1, 2] } }, [{ a: [2, 1, 3] }], [{ a: [1] }, { a: 1 }, {}]],
  ['$all of one on a scalar', { a: { $all: [1] } }, [{ a: 1 }, { a: [1] }], [{ a: 2 }]],
  ['$all of nothing', { a: { $all: [] } }, [], [{ a: [] }, {}]],
  ['$all with an array', { a: { $all: [[1, 2]] } }, [{ a: [[1, 2]] }, { a: [1, 2] }], [{ a: [2, 1] }]],
  ['$all with patterns', { a: { $all: [regex('^x'), 'y'] } }, [{ a: ['xa', 'y'] }], [{ a: ['y'] }]],
  ['$all with null', { a: { $all: [null] } }, [{}, { a: [null] }], [{ a: [1] }]],
  [
    '$all of $elemMatch',
    { a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { b: 2 } }] } },
    [{ a: [{ b: 1 }, { b: 2 }] }],
    [{ a: [{ b: 1 }] }],
  ],
  [
    '$elemMatch: one element meets all',
    { a: { $elemMatch: { $gt: 1, $lt: 5 } } },
    [{ a: [0, 3] }],
    [{ a: [0, 9] }, { a: 3 }, {}],
  ],
  [
    '$elemMatch on documents',
    { a: { $elemMatch: { b: 1, c: 2 } } },
    [{ a: [{ b: 1, c: 2, d: 3 }] }],
    [{ a: [{ b: 1 }, { c: 2 }] }, { a: { b: 1, c: 2 } }],
  ],
  [
    '$elemMatch with an operator inside',
    { a: { $elemMatch: { b: { $gt: 1 } } } },
    [{ a: [{ b: 2 }] }],
    [{ a: [{ b: 1 }] }, { a: [2] }],
  ],
  [
    '$elemMatch with $or',
    { a: { $elemMatch: { $or: [{ b: 1 }, { c: 1 }] } } },
    [{ a: [{ c: 1 }] }],
    [{ a: [{ d: 1 }] }],
  ],
  [
    '$elemMatch of nothing finds arrays with documents',
    { a: { $elemMatch: {} } },
    [{ a: [{}] }, { a: [[]] }],
    [{ a: [1] }, { a: [] }],
  ],
  ['$elemMatch with $ne', { a: { $elemMatch: { $ne: 1 } } }, [{ a: [1, 2] }], [{ a: [1] }, { a: [] }]],
  ['$elemMatch with $in', { a: { $elemMatch: { $in: [1, 2] } } }, [{ a: [2] }], [{ a: [3] }, { a: 2 }]],
  ['$elemMatch with $not', { a: { $elemMatch: { $not: { $gt: 5 } } } }, [{ a: [9, 1] }], [{ a: [9] }]],
  [
    '$elemMatch in arrays of arrays',
    { a: { $elemMatch: { $elemMatch: { $gt: 5 } } } },
    [{ a: [[1], [6]] }],
    [{ a: [6] }],
  ],
  ['$elemMatch does not look into an inner array', { a: { $elemMatch: { $gt: 5 } } }, [], [{ a: [[6]] }]],
  [
    '$elemMatch sees an inner array as a document',
    { a: { $elemMatch: { '0': 5 } } },
    [{ a: [[5]] }],
    [{ a: [[6]] }],
  ],
  [
    '$elemMatch with $exists',
    { a: { $elemMatch: { b: { $exists: false } } } },
    [{ a: [{ b: 1 }, {}] }],
    [{ a: [{ b: 1 }] }, { a: [1] }],
  ],
  [
    '$elemMatch on a path',
    { 'a.b': { $elemMatch: { c: 1 } } },
    [{ a: { b: [{ c: 1 }] } }, { a: [{ b: [{ c: 1 }] }] }],
    [{ a: { b: { c: 1 } } }],
  ],
  [
    '$elemMatch with a regular expression',
    { a: { $elemMatch: { $regex: '^x' } } },
    [{ a: ['xa'] }],
    [{ a: ['a'] }],
  ],
];

const arithmetic: FilterCase[] = [
  [
    '$mod',
    { a: { $mod: [4, 1] } },
    [{ a: 5 }, { a: long(9) }, { a: decimal('13') }],
    [{ a: 4 }, { a: '5' }, {}],
  ],
  ['$mod cuts doubles', { a: { $mod: [4, 1] } }, [{ a: 5.9 }], [{ a: 4.9 }]],
  ['$mod with a negative value', { a: { $mod: [4, -1] } }, [{ a: -5 }], [{ a: 5 }]],
  ['$mod with a divisor that is cut', { a: { $mod: [4.5, 1.9] } }, [{ a: 5 }], [{ a: 6 }]],
  ['$mod on arrays', { a: { $mod: [4, 1] } }, [{ a: [4, 5] }], [{ a: [4] }]],
  [
    '$mod never finds NaN or infinities',
    { a: { $mod: [4, 0] } },
    [{ a: 8 }],
    [{ a: NAN }, { a: Number.POSITIVE_INFINITY }, { a: 1e300 }],
  ],
];

/** The tables of filters; run on the matcher alone and through the driver. */
export const filterGroups: [string, FilterCase[]][] = [
  ['equality', equality],
  ['paths', paths],
  ['order', inequality],
  ['negation', negation],
  ['logic', logic],
  ['$in', membership],
  ['elements', elements],
  ['arrays', arrays],
  ['$mod', arithmetic],
];
