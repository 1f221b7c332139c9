import { createIntl } from 'react-intl';
import { spentTime } from './spentTime';

it.each([
  ['en-GB', 310, '5h 10m'],
  ['en-GB', 40, '40m'],
  ['en-GB', 0, '0m'],
  ['de', 310, '5 Std. 10 Min.'],
  ['fr', 310, '5 h 10 min'],
  ['de', 480, '8 Std.'],
  ['ja', 310, '5時間10分'],
  ['zh-CN', 75, '1小时15分钟'],
])('%s: %i minutes are %s, in the units of the estimates', (locale, minutes, text) => {
  // Some languages have spaces that do not break.
  const written = spentTime(createIntl({ locale, messages: {} }), minutes).replace(/\s/g, ' ');
  expect(written).toBe(text);
});
