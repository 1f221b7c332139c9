import { faultOf } from '../../test/support/faults';
import { docOf } from '../../test/support/plain';
import { compileFilter } from '../query/filter';
import { compileUpdate } from './update';
import { updateFailures } from './update-errors.cases';

describe.each(updateFailures)('update is refused: %s', (_group, cases) => {
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
