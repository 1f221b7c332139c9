import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import Popover from '@mui/material/Popover';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import dayjs, { type Dayjs } from 'dayjs';
import { useT } from '#i18n/useT';
import type { DayLocale } from './dayjsLocales';

/** The server's format of a day, independent of the language. */
const ISO_DAY = 'YYYY-MM-DD';

export interface DatePopoverProps {
  locale: DayLocale;
  anchor: HTMLElement | null;
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  onClose: () => void;
}

/** The calendar of a date input, in the chosen language. */
export function DatePopover({ locale, anchor, label, value, onChange, onClose }: DatePopoverProps) {
  const t = useT();
  const choose = (day: Dayjs | null) => {
    onChange(day ? day.locale('en').format(ISO_DAY) : null);
    onClose();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('date_choose', { label }) } }}
    >
      <LocalizationProvider
        dateAdapter={AdapterDayjs}
        adapterLocale={locale.name}
        localeText={{
          previousMonth: t('date_previous_month'),
          nextMonth: t('date_next_month'),
          calendarViewSwitchingButtonAriaLabel: () => t('date_choose_year'),
        }}
      >
        <DateCalendar
          autoFocus
          views={['year', 'month', 'day']}
          openTo="day"
          value={value ? dayjs(value) : null}
          onChange={(day, state) => state === 'finish' && choose(day)}
          slotProps={{ calendarHeader: { format: locale.heading } }}
        />
      </LocalizationProvider>
      <DialogActions sx={{ '&&': { px: 2, pt: 0, pb: 1 } }}>
        <Button onClick={() => choose(null)} color="inherit" disabled={value === null}>
          {t('action_clear')}
        </Button>
        <Button onClick={() => choose(dayjs())}>{t('date_today')}</Button>
      </DialogActions>
    </Popover>
  );
}
