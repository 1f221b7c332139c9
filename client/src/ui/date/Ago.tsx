import { useEffect, useReducer } from 'react';
import { FormattedRelativeTime, useIntl } from 'react-intl';
import { setRepeating } from '#lib/timers';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** From then on the date is shown instead of a number of days. */
const DATED_AFTER_S = 7 * DAY_S;

/** How long ago something happened, or on which day; the exact time is its tooltip. @param at ISO 8601 */
export function Ago({ at }: { at: string }) {
  const intl = useIntl();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => setRepeating(renderAgain, MINUTE_S * 1_000), []);
  // The server's clock may be a little ahead.
  const age = Math.max(0, (Date.now() - Date.parse(at)) / 1_000);
  const [unit, seconds] =
    age < HOUR_S
      ? (['minute', MINUTE_S] as const)
      : age < DAY_S
        ? (['hour', HOUR_S] as const)
        : (['day', DAY_S] as const);
  return (
    <time dateTime={at} title={intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}>
      {age < DATED_AFTER_S ? (
        <FormattedRelativeTime value={-Math.floor(age / seconds)} unit={unit} numeric="auto" />
      ) : (
        intl.formatDate(at, { dateStyle: 'medium' })
      )}
    </time>
  );
}
