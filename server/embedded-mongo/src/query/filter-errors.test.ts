import { BSONRegExp } from 'bson';
import { faultOf } from '../../test/support/faults';
import { docOf, type Plain } from '../../test/support/plain';
import { BsonUndefined } from '../values/value';
import { compileFilter } from './filter';

const regex = new BSONRegExp('x');

/** A filter that is refused, MongoDB's code, and what the message must name. */
const cases: [filter: { readonly [name: string]: Plain }, code: number, message: string][] = [
  [{ $foo: 1 }, 2, '$foo'],
  [{ $where: 'true' }, 2, '$where'],
  [{ $expr: {} }, 2, '$expr'],
  [{ $text: {} }, 2, '$text'],
  [{ $jsonSchema: {} }, 2, '$jsonSchema'],
  [{ a: { $foo: 1 } }, 2, 'unknown operator: $foo'],
  [{ a: { $near: [1, 2] } }, 2, '$near'],
  [{ a: { $bitsAllSet: 1 } }, 2, '$bitsAllSet'],
  [{ a: { $gt: 1, b: 2 } }, 2, 'unknown operator: b'],
  [{ $and: {} }, 2, '$and must be an array'],
  [{ $or: [] }, 2, 'nonempty array'],
  [{ $nor: [1] }, 2, 'full objects'],
  [{ a: { $in: 1 } }, 2, '$in needs an array'],
  [{ a: { $nin: {} } }, 2, '$nin needs an array'],
  [{ a: { $in: [{ $gt: 1 }] } }, 2, 'cannot nest $ under $in'],
  [{ a: { $ne: regex } }, 2, "Can't have regex as arg to $ne."],
  [{ a: { $gt: regex } }, 2, "Can't have RegEx as arg"],
  [{ a: BsonUndefined.VALUE }, 2, 'cannot compare to undefined'],
  [{ a: { $gt: BsonUndefined.VALUE } }, 2, 'cannot compare to undefined'],
  [{ a: { $in: [BsonUndefined.VALUE] } }, 2, 'cannot compare to undefined'],
  [{ a: { $not: 1 } }, 2, '$not needs a regex or a document'],
  [{ a: { $not: {} } }, 2, '$not cannot be empty'],
  [{ a: { $not: { b: 1 } } }, 2, 'unknown operator: b'],
  [{ a: { $type: 'foo' } }, 2, 'Unknown type name alias: foo'],
  [{ a: { $type: 99 } }, 2, 'Invalid numerical type code: 99'],
  [{ a: { $type: 1.5 } }, 2, 'Invalid numerical type code: 1.5'],
  [{ a: { $type: [] } }, 9, 'at least one type'],
  [{ a: { $type: null } }, 14, 'number or a string'],
  [{ a: { $mod: 1 } }, 2, 'needs to be an array'],
  [{ a: { $mod: [] } }, 2, 'not enough elements'],
  [{ a: { $mod: [1] } }, 2, 'not enough elements'],
  [{ a: { $mod: [1, 2, 3] } }, 2, 'too many elements'],
  [{ a: { $mod: ['x', 1] } }, 2, 'divisor not a number'],
  [{ a: { $mod: [2, 'x'] } }, 2, 'remainder not a number'],
  [{ a: { $mod: [0, 1] } }, 2, 'divisor cannot be 0'],
  [{ a: { $mod: [Number.NaN, 1] } }, 2, 'divisor'],
  [{ a: { $mod: [2, Number.POSITIVE_INFINITY] } }, 2, 'remainder'],
  [{ a: { $size: 'x' } }, 2, 'Failed to parse $size'],
  [{ a: { $size: -1 } }, 2, 'non-negative'],
  [{ a: { $size: 1.5 } }, 2, 'integer'],
  [{ a: { $all: 1 } }, 2, '$all needs an array'],
  [{ a: { $all: [{ $gt: 1 }] } }, 2, 'no $ expressions in $all'],
  [{ a: { $all: [{ $elemMatch: {} }, 1] } }, 2, 'consistent'],
  [{ a: { $elemMatch: 1 } }, 2, '$elemMatch needs an Object'],
  [{ a: { $elemMatch: { $foo: 1 } } }, 2, '$foo'],
  [{ a: { $regex: 1 } }, 2, '$regex has to be a string'],
  [{ a: { $regex: 'x', $options: 1 } }, 2, '$options has to be a string'],
  [{ a: { $options: 'i' } }, 2, '$options needs a $regex'],
  [{ a: { $regex: new BSONRegExp('x', 'i'), $options: 'm' } }, 51075, 'options set in both'],
  [{ a: { $regex: 'x', $options: 'g' } }, 51108, 'invalid flag in regex options: g'],
  [{ a: { $regex: '(' } }, 51091, 'Regular expression is invalid'],
  [{ a: { $regex: 'a\0b' } }, 51109, 'null byte'],
];

test.each(cases)('%j is refused with code %i: %s', (filter, code, message) => {
  const fault = faultOf(() => compileFilter(docOf(filter)));
  expect([fault.code, fault.message]).toEqual([code, expect.stringContaining(message)]);
});
