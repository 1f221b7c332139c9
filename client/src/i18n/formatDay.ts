import type { FormatDateOptions, IntlShape } from 'react-intl';

/**
 * Formats a calendar day (YYYY-MM-DD), in UTC: formatters keep the time zone in which they were made, and that of a user
 * who travels changes.
 */
export const formatDay = (
  intl: Pick<IntlShape, 'formatDate'>,
  day: string,
  look: FormatDateOptions,
): string => intl.formatDate(day, { ...look, timeZone: 'UTC' });
