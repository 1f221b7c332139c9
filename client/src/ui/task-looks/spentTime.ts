import type { IntlShape } from 'react-intl';

const MINUTES_OF_AN_HOUR = 60;

/** English writes 5h; the narrow forms of other languages do not match the estimates in their catalogues. */
const NARROW = /^en/;
/** Languages that leave no space between words. */
const UNSPACED = /^(ja|zh)/;

/** Hours and minutes, in the language's way: 310 minutes are 5h 10m, in German 5 Std. 10 Min. */
export function spentTime(intl: IntlShape, minutes: number): string {
  const hours = Math.floor(minutes / MINUTES_OF_AN_HOUR);
  const parts = [
    { unit: 'hour', count: hours },
    { unit: 'minute', count: minutes % MINUTES_OF_AN_HOUR },
  ].filter(({ unit, count }) => count > 0 || (unit === 'minute' && hours === 0));
  const unitDisplay = NARROW.test(intl.locale) ? 'narrow' : 'short';
  const texts = parts.map(({ unit, count }) =>
    intl.formatNumber(count, { style: 'unit', unit, unitDisplay }),
  );
  return UNSPACED.test(intl.locale) ? texts.join('').replace(/\s/g, '') : texts.join(' ');
}
