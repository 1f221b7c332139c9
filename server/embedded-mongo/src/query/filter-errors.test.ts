import { faultOf } from '../../test/support/faults';
import { docOf } from '../../test/support/plain';
import { compileFilter } from './filter';
import { filterFailures } from './filter-errors.cases';

test.each(filterFailures)('%j is refused with code %i: %s', (filter, code, message) => {
  const fault = faultOf(() => compileFilter(docOf(filter)));
  expect([fault.code, fault.message]).toEqual([code, expect.stringContaining(message)]);
});
