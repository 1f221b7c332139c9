import { useEffect, useReducer } from 'react';
import { FormattedRelativeTime, useIntl } from 'react-intl';
import { setRepeating } from '#lib/timers';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** From then on the date is shown instead of a number of days. */
const DATED_AFTER_DAYS = 7;

/** How long ago something happened, or on which day; the exact time is its tooltip. @param at ISO 8601 */
export function Ago({ at }: { at: string }) {
  const intl = useIntl();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => setRepeating(renderAgain, MINUTE_S * 1_000), []);
  // The server's clock may be a little ahead.
  const age = Math.max(0, (Date.now() - Date.parse(at)) / 1_000);
  const days = daysSince(at);
  const [unit, value] =
    age < HOUR_S
      ? (['minute', age / MINUTE_S] as const)
      : age < DAY_S
        ? (['hour', age / HOUR_S] as const)
        : (['day', days] as const);
  return (
    <time dateTime={at} title={intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}>
      {days < DATED_AFTER_DAYS ? (
        <FormattedRelativeTime value={-Math.floor(value)} unit={unit} numeric="auto" />
      ) : (
        intl.formatDate(at, { dateStyle: 'medium' })
      )}
    </time>
  );
}

/** Midnights of the user's calendar since then: the day before yesterday is two days ago from its first hour to its last. */
function daysSince(at: string): number {
  const passed = new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0);
  // A day on which the clocks change has 23 or 25 hours.
  return Math.round(passed / (DAY_S * 1_000));
}
