import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type ReactNode, useRef } from 'react';
import { useT } from '#i18n/useT';
import { isDay } from './dayText';
import { useDayField } from './useDayField';

interface Props {
  label: string;
  /** The shown label, if it is more than a text. */
  shownLabel?: ReactNode;
  /** The placeholder of the empty field; by default the format of a day. */
  emptyText?: string;
  /** A calendar day as YYYY-MM-DD, without a time zone. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called with typed text that is not a day; without it the value stays unchanged. */
  onWrong?: (text: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  helperText?: string | undefined;
}

/** A day of a form, typed or chosen in a calendar. */
export function DateInput(props: Props) {
  const {
    label,
    shownLabel = label,
    emptyText,
    value,
    onChange,
    onWrong,
    disabled = false,
    autoFocus = false,
    helperText,
  } = props;
  const t = useT();
  const field = useRef<HTMLDivElement>(null);
  const day = useDayField({ value, onChange, onWrong, disabled });
  return (
    <>
      <TextField
        ref={field}
        autoFocus={autoFocus}
        label={shownLabel}
        value={day.shown}
        placeholder={emptyText ?? t('date_format')}
        disabled={disabled}
        error={day.isWrong}
        helperText={day.isWrong ? day.wrongText : helperText}
        onChange={({ target }) => day.type(target.value)}
        onFocus={({ target }) => {
          (target as HTMLInputElement).placeholder = t('date_format');
        }}
        onBlur={({ target }) => {
          (target as HTMLInputElement).placeholder = emptyText ?? t('date_format');
          day.finish();
        }}
        onKeyDown={day.press}
        slotProps={{
          htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  edge="end"
                  disabled={disabled}
                  aria-label={t('date_choose', { label })}
                  aria-haspopup="dialog"
                  aria-expanded={day.calendar !== null}
                  onClick={day.open}
                >
                  <CalendarToday fontSize="small" />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {day.calendar && (
        <day.calendar.Popover
          locale={day.calendar.locale}
          anchor={field.current}
          label={label}
          value={value && isDay(value) ? value : null}
          onChange={day.choose}
          onClose={day.close}
        />
      )}
    </>
  );
}
