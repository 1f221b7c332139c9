import { BSONRegExp } from 'bson';
import { faultOf } from '../../test/support/faults';
import { docOf, long, type Plain } from '../../test/support/plain';
import { compileFilter } from '../query/filter';
import { BsonUndefined, type Doc } from '../values/value';
import { compileUpdate } from './update';

type PlainDoc = { readonly [name: string]: Plain } | Doc;

/** A document, an update that fails on it, MongoDB's code and what the message must name. */
type Case = [
  before: PlainDoc,
  update: PlainDoc,
  code: number,
  message: string,
  more?: { filter?: PlainDoc; arrayFilters?: PlainDoc[] },
];

const operands: Case[] = [
  [{}, { $foo: { a: 1 } }, 9, 'Unknown modifier: $foo'],
  [{}, { $set: { a: 1 }, $foo: {} }, 9, '$foo'],
  [{}, { $bit: { a: { and: 1 } } }, 9, '$bit'],
  [{}, { $set: { a: 1 }, b: 1 }, 9, 'Unknown modifier: b'],
  [{}, { $set: 1 }, 9, 'Modifiers operate on fields'],
  [{}, { $inc: { a: 'x' } }, 14, 'Cannot increment with non-numeric argument'],
  [{}, { $mul: { a: null } }, 14, 'Cannot multiply with non-numeric argument'],
  [{ _id: 7, a: 'x' }, { $inc: { a: 1 } }, 14, "{_id: 7} has the field 'a' of non-numeric type string"],
  [{ a: null }, { $inc: { a: 1 } }, 14, 'non-numeric type null'],
  [{ a: [1] }, { $inc: { a: 1 } }, 14, 'non-numeric type array'],
  [{ a: 'x' }, { $mul: { a: 1 } }, 14, 'Cannot apply $mul'],
  [{ a: long('9223372036854775807') }, { $inc: { a: 1 } }, 2, 'Failed to apply $inc'],
  [{ a: long('9223372036854775807') }, { $mul: { a: 2 } }, 2, 'Failed to apply $mul'],
  [{}, { $currentDate: { a: 1 } }, 2, 'int is not valid type for $currentDate'],
  [{}, { $currentDate: { a: { $type: 'x' } } }, 2, "'date' or 'timestamp'"],
  [{}, { $currentDate: { a: { foo: 1 } } }, 2, 'Unrecognized $currentDate option: foo'],
  [{ a: 1 }, { $push: { a: 1 } }, 2, "The field 'a' must be an array but is of type int"],
  [{ a: null }, { $push: { a: 1 } }, 2, 'of type null'],
  [{}, { $push: { a: { $each: 1 } } }, 2, 'must be an array but it was of type: int'],
  [{}, { $push: { a: { $each: [], $foo: 1 } } }, 2, 'Unrecognized clause in $push: $foo'],
  [{}, { $push: { a: { $each: [], $slice: 'x' } } }, 2, '$slice must be an integer'],
  [{}, { $push: { a: { $each: [], $slice: 1.5 } } }, 2, '$slice must be an integer'],
  [{}, { $push: { a: { $each: [], $position: 'x' } } }, 2, '$position must be an integer'],
  [{}, { $push: { a: { $each: [], $sort: 2 } } }, 2, 'either 1 or -1'],
  [{}, { $push: { a: { $each: [], $sort: 'x' } } }, 2, 'The $sort is invalid'],
  [{}, { $push: { a: { $each: [], $sort: {} } } }, 2, 'pattern is empty'],
  [{}, { $push: { a: { $each: [], $sort: { b: 2 } } } }, 2, 'either 1 or -1'],
  [{ a: 1 }, { $addToSet: { a: 1 } }, 2, 'non-array type int'],
  [{}, { $addToSet: { a: { $each: 1 } } }, 14, '$each in $addToSet must be an array'],
  [{}, { $addToSet: { a: { $each: [], $slice: 1 } } }, 2, 'unexpected fields after $each'],
  [{ a: 1 }, { $pull: { a: 1 } }, 2, 'Cannot apply $pull to a non-array value'],
  [{}, { $pull: { a: { $foo: 1 } } }, 2, '$foo'],
  [{}, { $pullAll: { a: 1 } }, 2, '$pullAll requires an array argument'],
  [{ a: 1 }, { $pullAll: { a: [1] } }, 2, 'non-array value'],
  [{ a: 1 }, { $pop: { a: 1 } }, 14, "non-array type 'int'"],
  [{}, { $pop: { a: 2 } }, 9, '$pop expects 1 or -1, found: 2'],
  [{}, { $pop: { a: 'x' } }, 9, 'Expected a number in'],
];

const paths: Case[] = [
  [{}, { $set: { a: 1, 'a.b': 2 } }, 40, "would create a conflict at 'a'"],
  [{}, { $set: { 'a.b': 2 }, $inc: { a: 1 } }, 40, "would create a conflict at 'a'"],
  [{}, { $set: { a: 1 }, $unset: { a: 1 } }, 40, "Updating the path 'a' would create a conflict at 'a'"],
  [{}, { $setOnInsert: { a: 1 }, $set: { a: 1 } }, 40, 'conflict'],
  [{}, { $rename: { a: 'b' }, $set: { b: 1 } }, 40, 'conflict'],
  [{}, { $rename: { a: 'b' }, $set: { 'a.c': 1 } }, 40, 'conflict'],
  [{ a: [1] }, { $set: { 'a.$': 1, 'a.0': 2 } }, 40, 'conflict', { filter: { a: 1 } }],
  [
    { a: [{ b: 1 }] },
    { $set: { 'a.$[].b': 1, 'a.$[x].b': 2 } },
    40,
    'conflict',
    { arrayFilters: [{ 'x.b': 1 }] },
  ],
  [{}, { $set: { 'a.$[]': 1, 'a.b': 2 } }, 40, 'conflict'],
  [{ a: 1 }, { $set: { 'a.b': 1 } }, 28, "Cannot create field 'b' in element {a: 1}"],
  [{ a: null }, { $set: { 'a.b': 1 } }, 28, "Cannot create field 'b' in element {a: null}"],
  [{ a: { b: 'x' } }, { $inc: { 'a.b.c': 1 } }, 28, 'Cannot create field \'c\' in element {b: "x"}'],
  [{ a: [1] }, { $set: { 'a.b': 1 } }, 28, "Cannot create field 'b' in element {a: [ 1 ]}"],
  [{ a: [1] }, { $set: { 'a.01': 1 } }, 28, "Cannot create field '01'"],
  [{ a: [1] }, { $push: { 'a.0': 1 } }, 2, 'must be an array'],
  [{ a: [] }, { $set: { 'a.1500002': 1 } }, 34, 'backfill'],
  [{}, { $set: { '': 1 } }, 56, 'An empty update path is not valid'],
  [{}, { $set: { 'a..b': 1 } }, 56, 'contains an empty field name'],
  [{}, { $set: { 'a.': 1 } }, 56, 'contains an empty field name'],
  [{}, { $set: { '.a': 1 } }, 56, 'contains an empty field name'],
  [{}, { $set: { $a: 1 } }, 52, "The dollar ($) prefixed field '$a'"],
  [{}, { $set: { 'a.$b': 1 } }, 52, "'$b' in 'a.$b'"],
  [{}, { $unset: { 'a.$b': 1 } }, 52, "'$b' in 'a.$b'"],
];

const positional: Case[] = [
  [{ a: [1] }, { $set: { 'a.$': 1 } }, 2, 'did not find the match needed', { filter: {} }],
  [
    { a: [1] },
    { $set: { 'a.$': 1 } },
    2,
    'did not find the match needed',
    { filter: { $or: [{ a: 1 }, { b: 1 }] } },
  ],
  [{}, { $set: { $: 1 } }, 2, 'first position'],
  [{}, { $set: { '$[]': 1 } }, 2, 'first position'],
  [{}, { $set: { 'a.$.b.$': 1 } }, 2, 'Too many positional'],
  [{}, { $set: { 'a.$[x]': 1 } }, 2, "No array filter found for identifier 'x'"],
  [{}, { $set: { 'a.$[]': 1 } }, 2, "The path 'a' must exist in the document"],
  [{ a: 1 }, { $set: { 'a.$[]': 1 } }, 2, 'Cannot apply array updates to non-array element a: 1'],
  [{}, { $set: { a: 1 } }, 9, "identifier 'x' was not used", { arrayFilters: [{ x: 1 }] }],
  [{}, { $set: { 'a.$[x]': 1 } }, 9, 'multiple array filters', { arrayFilters: [{ x: 1 }, { 'x.b': 1 }] }],
  [{}, { $set: { 'a.$[x]': 1 } }, 9, 'single top-level field name', { arrayFilters: [{ x: 1, y: 2 }] }],
  [{}, { $set: { 'a.$[x]': 1 } }, 9, 'without a top-level field name', { arrayFilters: [{}] }],
  [{}, { $set: { 'a.$[X]': 1 } }, 2, 'beginning with a lowercase letter', { arrayFilters: [{ X: 1 }] }],
  [{}, { $set: { 'a.$[x]': 1 } }, 2, '$foo', { arrayFilters: [{ x: { $foo: 1 } }] }],
  [{}, { b: 1 }, 9, 'arrayFilters may not be specified', { arrayFilters: [{ x: 1 }] }],
  [{ a: [1] }, { $set: { 'a.$[].b': 1 } }, 28, "Cannot create field 'b'"],
];

const renames: Case[] = [
  [{}, { $rename: { a: 1 } }, 2, "The 'to' field for $rename must be a string"],
  [{}, { $rename: { a: 'a' } }, 2, 'must differ'],
  [{}, { $rename: { a: 'a.b' } }, 2, 'must not be on the same path'],
  [{}, { $rename: { 'a.b': 'a' } }, 2, 'must not be on the same path'],
  [{}, { $rename: { 'a.$': 'b' } }, 2, 'source field for $rename may not be dynamic'],
  [{}, { $rename: { a: 'b.$[]' } }, 2, 'destination field for $rename may not be dynamic'],
  [{}, { $rename: { a: '' } }, 56, 'empty'],
  [{ a: [{ b: 1 }] }, { $rename: { 'a.0.b': 'c' } }, 2, 'source field cannot be an array element'],
  [{ a: 1, b: [{}] }, { $rename: { a: 'b.0.c' } }, 2, 'destination field cannot be an array element'],
  [{ a: 1, b: 5 }, { $rename: { a: 'b.c' } }, 28, "Cannot create field 'c' in element {b: 5}"],
];

const ids: Case[] = [
  [{ _id: 1 }, { $set: { _id: 2 } }, 66, "immutable field '_id'"],
  [{ _id: 1 }, { $unset: { _id: '' } }, 66, "immutable field '_id'"],
  [{ _id: 1 }, { $inc: { _id: 1 } }, 66, "immutable field '_id'"],
  [{ _id: { a: 1 } }, { $set: { '_id.a': 2 } }, 66, "immutable field '_id'"],
  [{ _id: { a: 1, b: 2 } }, { $set: { _id: { b: 2, a: 1 } } }, 66, "immutable field '_id'"],
  [{ _id: 1, a: 2 }, { $rename: { a: '_id' } }, 66, "immutable field '_id'"],
  [{ _id: 1 }, { _id: 2, a: 1 }, 66, "immutable field '_id'"],
  [{ _id: 1 }, { a: 1, $b: 1 }, 52, "The dollar ($) prefixed field '$b'"],
  [{ _id: 1 }, { _id: [1] }, 53, "The '_id' value cannot be of type array"],
  [{ _id: 1 }, { _id: new BSONRegExp('x') }, 53, "The '_id' value cannot be of type regex"],
  [{ _id: 1 }, { _id: BsonUndefined.VALUE }, 53, "The '_id' value cannot be of type undefined"],
];

const groups: [string, Case[]][] = [
  ['operands', operands],
  ['paths', paths],
  ['positional', positional],
  ['$rename', renames],
  ['_id', ids],
];

describe.each(groups)('update is refused: %s', (_group, cases) => {
  test.each(cases)('%j with %j: code %i, %s', (...[before, update, code, message, more]) => {
    const fault = faultOf(() => {
      const doc = docOf(before);
      const compiled = compileUpdate(docOf(update), {
        allowReplacement: true,
        multi: false,
        ...(more?.arrayFilters ? { arrayFilters: more.arrayFilters.map(docOf) } : {}),
      });
      compiled.apply(doc, compileFilter(docOf(more?.filter ?? {})).matches(doc), new Date(0));
    });
    expect([fault.code, fault.message]).toEqual([code, expect.stringContaining(message)]);
  });
});

test('a replacement is refused where many documents are updated', () => {
  const fault = faultOf(() => compileUpdate(docOf({ a: 1 }), { allowReplacement: true, multi: true }));
  expect([fault.code, fault.message]).toEqual([9, expect.stringContaining('multi update')]);
});

test('an update by a pipeline is refused by name', () => {
  const fault = faultOf(() =>
    compileUpdate([docOf({ $set: { a: 1 } })], { allowReplacement: true, multi: false }),
  );
  expect(fault.message).toContain('pipeline');
});
