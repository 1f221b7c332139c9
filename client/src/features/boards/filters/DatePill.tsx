import { useEffect, useId, useRef } from 'react';
import { useT } from '#i18n/useT';
import { useDayField } from '#ui/date/useDayField';
import classes from './filters.module.css';
import { RemoveButton } from './RemoveButton';

interface Props {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called when the typed text becomes invalid, or valid again. */
  onWrong?: (isWrong: boolean) => void;
}

/** A day of the filter: typed into the pill, or chosen in a calendar. Errors are shown beneath it, over the board. */
export function DatePill({ label, value, onChange, onWrong }: Props) {
  const t = useT();
  const field = useRef<HTMLSpanElement>(null);
  const problemId = useId();
  const day = useDayField({ value, onChange });
  const { isWrong } = day;
  const report = useRef(onWrong);
  useEffect(() => {
    report.current = onWrong;
  });
  useEffect(() => report.current?.(isWrong), [isWrong]);
  return (
    <span className={`${classes.pill} ${value || isWrong ? classes.active : ''}`} ref={field}>
      <span className={classes.day}>
        <input
          className={classes.dayInput}
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? problemId : undefined}
          inputMode="numeric"
          autoComplete="off"
          placeholder={label}
          // As wide as its label, but never narrower than a day.
          size={Math.max(label.length, DAY_LETTERS)}
          value={day.shown}
          onFocus={({ target }) => {
            target.placeholder = t('date_format');
          }}
          onBlur={({ target }) => {
            target.placeholder = label;
            day.finish();
          }}
          onChange={({ target }) => day.type(target.value)}
          onKeyDown={day.press}
        />
        <button
          type="button"
          className={classes.sign}
          aria-label={t('date_choose', { label })}
          aria-haspopup="dialog"
          aria-expanded={day.calendar !== null}
          onClick={day.open}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M20 3h-1V1h-2v2H7V1H5v2H4a2 2 0 0 0-2 2v16c0 1.1.9 2 2 2h16a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2m0 18H4V10h16zm0-13H4V5h16z" />
          </svg>
        </button>
      </span>
      {(value || isWrong) && (
        <RemoveButton
          name={label}
          onClick={() => {
            day.forget();
            onChange(null);
          }}
        />
      )}
      {isWrong && (
        <span id={problemId} role="alert" className={classes.problem}>
          {day.wrongText}
        </span>
      )}
      {day.calendar && (
        <day.calendar.Popover
          locale={day.calendar.locale}
          anchor={field.current}
          label={label}
          value={value}
          onChange={day.choose}
          onClose={day.close}
        />
      )}
    </span>
  );
}

/** Width in characters; a written day has ten. */
const DAY_LETTERS = 9;
