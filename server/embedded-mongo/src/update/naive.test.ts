import * as fc from 'fast-check';
import { type Json, NaiveFailure, naiveMatch, naiveUpdate } from '../../test/support/naive-model';
import { docOf, textOf, valueFrom } from '../../test/support/plain';
import { seed } from '../../test/support/random-values';
import { MongoServerFault } from '../errors';
import { compileFilter } from '../query/filter';
import { compileUpdate } from './update';

type JsonDoc = { [name: string]: Json };

const { json, jsonDoc } = fc.letrec<{ json: Json; jsonDoc: JsonDoc; list: Json[] }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    { weight: 5, arbitrary: fc.constantFrom<Json>(null, true, false, 0, 1, 2, 3, 'x', 'y', '') },
    tie('jsonDoc'),
    { weight: 2, arbitrary: tie('list') },
  ),
  jsonDoc: fc
    .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), tie('json')), {
      maxLength: 3,
      selector: ([name]) => name,
    })
    .map((fields) => Object.fromEntries(fields)),
  list: fc.array(tie('json'), { maxLength: 3 }),
}));

const path = fc.constantFrom(
  'a',
  'b',
  'a.b',
  'a.c',
  'a.0',
  'a.1',
  'a.b.c',
  'a.0.b',
  'a.1.0',
  'a.b.0',
  'b.a.0.c',
);
const scalar = fc.constantFrom<Json>(null, true, 0, 1, 2, 'x', '');

const test1 = (operators: fc.Arbitrary<[string, Json]>) =>
  operators.map(([name, value]) => ({ [name]: value }));
const comparison = fc.tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte'), json);
const onElement = fc.oneof(
  comparison,
  fc.tuple(fc.constant('$in'), fc.array(scalar, { maxLength: 3 })),
) as fc.Arbitrary<[string, Json]>;
const simple = fc.oneof(
  { weight: 4, arbitrary: onElement },
  fc.tuple(fc.constantFrom('$ne'), json),
  fc.tuple(fc.constantFrom('$nin', '$all'), fc.array(json, { maxLength: 3 })),
  fc.tuple(fc.constant('$exists'), fc.boolean()),
  fc.tuple(fc.constant('$type'), fc.constantFrom('null', 'number', 'string', 'object', 'array', 'bool')),
  fc.tuple(fc.constant('$size'), fc.nat(3)),
  fc.tuple(fc.constant('$elemMatch'), test1(onElement)),
) as fc.Arbitrary<[string, Json]>;
const operators = fc.oneof(
  { weight: 4, arbitrary: test1(simple) },
  test1(fc.tuple(fc.constant('$not'), test1(simple)) as fc.Arbitrary<[string, Json]>),
);
const field = fc.tuple(path, operators).map(([name, value]): JsonDoc => ({ [name]: value }));
const filters = fc.oneof(
  { weight: 4, arbitrary: field },
  fc
    .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(field, { minLength: 1, maxLength: 3 }))
    .map(([name, members]): JsonDoc => ({ [name]: members })),
);

test('random filters find what the naive model finds', () => {
  fc.assert(
    fc.property(jsonDoc, filters, (doc, filter) => {
      expect(compileFilter(docOf(filter)).matches(docOf(doc)) !== null).toBe(naiveMatch(doc, filter));
    }),
    { seed, numRuns: 20_000 },
  );
});

const change = fc.oneof(
  fc.tuple(fc.constantFrom('$set', '$unset', '$min', '$max', '$push', '$addToSet'), json),
  fc.tuple(fc.constant('$inc'), fc.integer({ min: -5, max: 5 })),
  fc.tuple(fc.constant('$pull'), fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }))),
  fc.tuple(fc.constant('$pop'), fc.constantFrom(1, -1)),
) as fc.Arbitrary<[string, Json]>;

/** Not structuredClone: under Jest its objects have a foreign prototype. */
const clone = <T extends Json>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The text of the result, or the code of the failure. */
function outcome(action: () => string): string | number {
  try {
    return action();
  } catch (error) {
    if (error instanceof MongoServerFault || error instanceof NaiveFailure) return error.code;
    throw error;
  }
}

test('random updates do what the naive model does', () => {
  fc.assert(
    fc.property(jsonDoc, path, change, (doc, at, [name, operand]) => {
      const compiled = compileUpdate(docOf({ [name]: { [at]: operand } }), {
        allowReplacement: false,
        multi: true,
      });
      const expected = outcome(() => {
        const copy = clone(doc);
        naiveUpdate(copy, name, at, clone(operand));
        return textOf(valueFrom(copy));
      });
      // The model's objects cannot keep a name like a number in its place.
      fc.pre(!/\d+: /.test(String(expected)));
      expect(outcome(() => textOf(compiled.apply(docOf(doc), null, new Date(0))))).toBe(expected);
    }),
    { seed, numRuns: 20_000 },
  );
});
