import { errorCodes } from '@livelane/shared/http/error.codes';
import { limitsInRefusals, numbersIn } from '@livelane/shared/http/limits.fixture';
import { AppError } from './errors';

test.each(errorCodes)('the text of %s names the limit that holds, and no other number', (code) => {
  const limit = limitsInRefusals[code];
  expect(numbersIn(new AppError(code).message)).toEqual(limit === undefined ? [] : [limit]);
});
