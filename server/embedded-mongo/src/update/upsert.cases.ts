import { BSONRegExp, Double } from 'bson';
import { oid, type PlainDoc } from '../../test/support/plain';

/** A filter, an update, the document that is inserted. */
export const upserts: [title: string, filter: PlainDoc, update: PlainDoc, inserted: PlainDoc][] = [
  ['equality gives fields', { a: 1 }, { $set: { b: 2 } }, { a: 1, b: 2 }],
  ['_id comes first', { a: 1, _id: 7 }, { $set: { b: 2 } }, { _id: 7, a: 1, b: 2 }],
  ['_id by $setOnInsert comes first', { a: 1 }, { $setOnInsert: { _id: 7, b: 2 } }, { _id: 7, a: 1, b: 2 }],
  ['$setOnInsert and $set', { a: 1 }, { $setOnInsert: { b: 2 }, $set: { c: 3 } }, { a: 1, b: 2, c: 3 }],
  ['$eq', { a: { $eq: 1 } }, { $set: { b: 2 } }, { a: 1, b: 2 }],
  ['$and', { $and: [{ a: 1 }, { b: { $eq: 2 } }] }, { $set: { c: 3 } }, { a: 1, b: 2, c: 3 }],
  ['$in of one', { a: { $in: [1] } }, { $set: { b: 2 } }, { a: 1, b: 2 }],
  ['$in of one twice', { a: { $in: [1, new Double(1)] } }, { $set: { b: 2 } }, { a: 1, b: 2 }],
  ['$in of several gives nothing', { a: { $in: [1, 2] } }, { $set: { b: 2 } }, { b: 2 }],
  ['$or of one', { $or: [{ a: 1 }] }, { $set: { b: 2 } }, { a: 1, b: 2 }],
  ['$or of several gives nothing', { $or: [{ a: 1 }, { a: 2 }] }, { $set: { b: 2 } }, { b: 2 }],
  ['$or of one twice gives nothing', { $or: [{ a: 1 }, { a: 1 }] }, { $set: { b: 2 } }, { b: 2 }],
  ['$all of one', { a: { $all: [1] } }, { $set: { b: 2 } }, { a: 1, b: 2 }],
  [
    'inequalities give nothing',
    { a: { $gt: 1 }, c: { $ne: 1 }, d: { $exists: true } },
    { $set: { b: 2 } },
    { b: 2 },
  ],
  ['a pattern gives nothing', { a: new BSONRegExp('x') }, { $set: { b: 2 } }, { b: 2 }],
  ['$not gives nothing', { a: { $not: { $eq: 1 } } }, { $set: { b: 2 } }, { b: 2 }],
  ['null gives null', { a: null }, { $set: { b: 2 } }, { a: null, b: 2 }],
  ['an array as it is', { a: [1, 2] }, { $push: { a: 3 } }, { a: [1, 2, 3] }],
  [
    'a dotted path gives a document',
    { 'a.b': 1, 'a.c': 2 },
    { $set: { 'a.d': 3 } },
    { a: { b: 1, c: 2, d: 3 } },
  ],
  [
    'fields are in the order of their paths',
    { c: 1, 'a.b': 2, $and: [{ b: 3 }, { 'a.0': 4 }] },
    { $set: { d: 5 } },
    { a: { '0': 4, b: 2 }, b: 3, c: 1, d: 5 },
  ],
  ['a numeric part gives a field name', { 'a.0': 1 }, { $set: { b: 2 } }, { a: { '0': 1 }, b: 2 }],
  ['operators work on what the filter gives', { a: 5 }, { $inc: { a: 1 } }, { a: 6 }],
  ['$inc of a missing field', { a: 5 }, { $inc: { n: 1 } }, { a: 5, n: 1 }],
  ['$unset of what the filter gives', { a: 5, b: 1 }, { $unset: { a: '' } }, { b: 1 }],
  ['a replacement takes only _id from the filter', { _id: 7, a: 1 }, { b: 2 }, { _id: 7, b: 2 }],
  [
    'a replacement takes no offence at the rest',
    { a: 1, $and: [{ a: 2 }], _id: 7 },
    { b: 2 },
    { _id: 7, b: 2 },
  ],
  ['a replacement with its own _id', { a: 1 }, { b: 2, _id: 7 }, { _id: 7, b: 2 }],
  ['a replacement without any _id', { a: 1 }, { b: 2 }, { b: 2 }],
  ['an empty replacement', { _id: oid(1) }, {}, { _id: oid(1) }],
  ['the same _id in filter and update', { _id: 7 }, { $set: { _id: 7, a: 1 } }, { _id: 7, a: 1 }],
];

/** Upserts that fail. */
export const upsertFailures: [filter: PlainDoc, update: PlainDoc, code: number, message: string][] = [
  [{ a: 1, $and: [{ a: 2 }] }, { $set: { b: 1 } }, 54, "path 'a' is matched twice"],
  [{ a: { $all: [1, 2] } }, { $set: { b: 1 } }, 54, "path 'a' is matched twice"],
  [{ a: { b: 1 }, 'a.c': 2 }, { $set: { b: 1 } }, 54, "both paths 'a' and 'a.c' are matched"],
  [{ _id: 1 }, { $set: { _id: 2 } }, 66, "immutable field '_id'"],
  [{ _id: 1 }, { _id: 2 }, 66, "immutable field '_id'"],
  [{ a: 1 }, { $set: { 'a.b': 2 } }, 28, "Cannot create field 'b'"],
  [{ a: 1 }, { $set: { 'b.$': 2 } }, 2, 'did not find the match'],
  [{ a: 1 }, { $set: { 'b.$[]': 2 } }, 2, 'must exist in the document'],
  [{ a: 1 }, { $set: { _id: [1] } }, 53, "The '_id' value cannot be of type array"],
  [{ _id: { $eq: [1] } }, { $set: { a: 1 } }, 53, "The '_id' value cannot be of type array"],
  [{ a: 1 }, { $set: { _id: { $x: 1 } } }, 52, "'$'-prefixed fields: $x"],
];
