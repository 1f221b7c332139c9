import { RESTORE_MS } from '@livelane/shared/http/limits';
import { limitsInMessages, limitsInRefusals, numbersIn } from '@livelane/shared/http/limits.fixture';
import { enGB } from './en-GB';
import { languageTags, loadLanguage } from './languages';

const DAY_MS = 24 * 60 * 60 * 1_000;
const limits: Record<string, number> = {
  ...limitsInMessages,
  ...Object.fromEntries(Object.entries(limitsInRefusals).map(([code, limit]) => [`refused_${code}`, limit])),
  trash_text: RESTORE_MS / DAY_MS,
};
/** Their numbers are no limits: lengths of time, ISO 8601, and the Japanese for “twice”. */
const OTHER_NUMBERS = /^time_estimate_|^input_invalid_time$|^input_same_item_twice$/;

test.each(languageTags)('texts of %s name the limits that hold, and no other number', async (language) => {
  const messages: Record<string, string> = (await loadLanguage(language))?.messages ?? enGB;
  const named = Object.entries(messages)
    .filter(([key]) => !OTHER_NUMBERS.test(key))
    .map(([key, text]) => [key, [...new Set(numbersIn(text))]] as const)
    .filter(([, numbers]) => numbers.length > 0);
  const isShown = (key: string) => language !== 'en-GB' || !key.startsWith('refused_');
  const expected = Object.entries(limits).filter(([key]) => isShown(key));
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(expected.map(([key, limit]) => [key, [limit]])),
  );
});
