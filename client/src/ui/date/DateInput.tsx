import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import type { SxProps } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/language.store';
import { useT } from '../../i18n/useT';
import { showToast } from '../toast/toast.store';
import { isDay, isWhole, readDay, writeDay } from './day.text';
import { type Calendar, loadCalendar } from './loadCalendar';

interface Props {
  label: string;
  /** The label as it is shown, where it is more than a text. */
  shownLabel?: ReactNode;
  /** A calendar day as YYYY-MM-DD, without a time zone. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** What was typed and is no day; without it the value stays as it was. */
  onWrong?: (text: string) => void;
  disabled?: boolean;
  helperText?: string | undefined;
  sx?: SxProps;
}

interface Typed {
  text: string;
  /** The field was left, or Enter pressed: what is wrong is said. */
  isDone: boolean;
}

/**
 * A day of the calendar: typed in the order of the chosen language (the browser's own date input follows the browser's
 * language), or chosen in a calendar, whose script is fetched when it is opened.
 */
export function DateInput(props: Props) {
  const {
    label,
    shownLabel = label,
    value,
    onChange,
    onWrong,
    disabled = false,
    helperText,
    sx = {},
  } = props;
  const t = useT();
  const field = useRef<HTMLDivElement>(null);
  const { language } = useLanguage();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [calendar, setCalendar] = useState<Calendar | null>(null);
  const shown = typed?.text ?? (value && isDay(value) ? writeDay(value, language) : (value ?? ''));
  const isWrong = typed ? typed.isDone : value !== null && !isDay(value);

  const set = (day: string | null) => {
    if (day !== value) onChange(day);
  };
  const type = (text: string) => {
    setTyped({ text, isDone: false });
    const day = isWhole(text) ? readDay(text, language, new Date()) : null;
    if (day || text.trim() === '') set(day);
  };
  /** @returns whether what stands there is a day, or nothing */
  const finish = (): boolean => {
    if (!typed) return !isWrong;
    const text = typed.text.trim();
    const day = readDay(text, language, new Date());
    if (day || text === '') {
      set(day);
      setTyped(null);
      return true;
    }
    setTyped({ text, isDone: true });
    onWrong?.(text);
    return false;
  };
  const open = async () => {
    if (disabled) return;
    try {
      setCalendar(await loadCalendar(language));
    } catch {
      showToast({ title: t('error_network'), variant: 'destructive' });
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !finish()) event.preventDefault();
    else if (event.key === 'ArrowDown') {
      event.preventDefault();
      void open();
    }
  };
  return (
    <>
      <TextField
        ref={field}
        label={shownLabel}
        value={shown}
        placeholder={t('date_format')}
        disabled={disabled}
        error={isWrong}
        helperText={isWrong ? t('date_wrong', { format: t('date_format') }) : helperText}
        sx={sx}
        onChange={({ target }) => type(target.value)}
        onBlur={finish}
        onKeyDown={press}
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
                  aria-expanded={calendar !== null}
                  onClick={open}
                >
                  <CalendarToday fontSize="small" />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {calendar && (
        <calendar.Popover
          locale={calendar.locale}
          anchor={field.current}
          label={label}
          value={value && isDay(value) ? value : null}
          onChange={(day) => {
            setTyped(null);
            onChange(day);
          }}
          onClose={() => setCalendar(null)}
        />
      )}
    </>
  );
}
