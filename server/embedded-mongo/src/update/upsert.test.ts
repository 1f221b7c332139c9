import { faultOf } from '../../test/support/faults';
import { docOf, type PlainDoc, textOf } from '../../test/support/plain';
import { compileFilter } from '../query/filter';
import type { Doc } from '../values/value';
import { compileUpdate } from './update';
import { upsertFailures, upserts } from './upsert.cases';

function upsert(filter: PlainDoc, update: PlainDoc): Doc {
  const compiled = compileUpdate(docOf(update), { allowReplacement: true, multi: false });
  return compiled.upsert(compileFilter(docOf(filter)), new Date(0));
}

test.each(upserts)('upsert: %s', (_title, filter, update, inserted) => {
  expect(textOf(upsert(filter, update))).toBe(textOf(docOf(inserted)));
});

test.each(upsertFailures)(
  'upsert of %j with %j is refused with code %i: %s',
  (filter, update, code, message) => {
    const fault = faultOf(() => upsert(filter, update));
    expect([fault.code, fault.message]).toEqual([code, expect.stringContaining(message)]);
  },
);
