import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import Clear from '@mui/icons-material/Clear';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import type { SxProps } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useLanguage } from '../../i18n/language.store';
import { useT } from '../../i18n/useT';
import { showToast } from '../toast/toast.store';
import { type Calendar, loadCalendar } from './loadCalendar';

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown']);

interface Props {
  label: string;
  /** A calendar day as YYYY-MM-DD, without a time zone. */
  value: string | null;
  onChange: (value: string | null) => void;
  disabled?: boolean;
  helperText?: string | undefined;
  sx?: SxProps;
}

/**
 * A day of the calendar, written as the chosen language writes it: the browser's own date input follows the browser's
 * language. The calendar's script is fetched when it is opened.
 */
export function DateInput({ label, value, onChange, disabled = false, helperText, sx = {} }: Props) {
  const t = useT();
  const intl = useIntl();
  const field = useRef<HTMLDivElement>(null);
  const { language } = useLanguage();
  const [calendar, setCalendar] = useState<Calendar | null>(null);
  const open = async () => {
    if (disabled) return;
    try {
      setCalendar(await loadCalendar(language));
    } catch {
      showToast({ title: t('error_network'), variant: 'destructive' });
    }
  };
  const openByKey = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.has(event.key)) return;
    event.preventDefault();
    void open();
  };
  return (
    <>
      <TextField
        ref={field}
        label={label}
        value={value ? intl.formatDate(`${value}T00:00:00`, { dateStyle: 'medium' }) : ''}
        disabled={disabled}
        helperText={helperText}
        sx={sx}
        // Not on the input: its label floats up under the pointer, and a click is one only where it began.
        onClick={open}
        slotProps={{
          htmlInput: {
            readOnly: true,
            'aria-haspopup': 'dialog',
            'aria-expanded': calendar !== null,
            role: 'combobox',
            onKeyDown: openByKey,
            style: { cursor: disabled ? 'default' : 'pointer' },
          },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                {value && !disabled ? (
                  <IconButton
                    size="small"
                    edge="end"
                    aria-label={t('action_clear')}
                    onClick={(event) => {
                      event.stopPropagation();
                      onChange(null);
                    }}
                  >
                    <Clear fontSize="small" />
                  </IconButton>
                ) : (
                  <CalendarToday fontSize="small" />
                )}
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
          value={value}
          onChange={onChange}
          onClose={() => setCalendar(null)}
        />
      )}
    </>
  );
}
