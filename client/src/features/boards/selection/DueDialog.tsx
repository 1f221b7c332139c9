import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { type FormEvent, useState } from 'react';
import { useT } from '#i18n/useT';
import { DateInput } from '#ui/date/DateInput';
import { isDay } from '#ui/date/dayText';
import { AppDialog } from '#ui/dialog/AppDialog';

interface Props {
  /** Null: no due date. */
  onDue: (day: string | null) => void;
  onClose: () => void;
}

/** Asks for the due date of the selected cards. */
export function DueDialog({ onDue, onClose }: Props) {
  const t = useT();
  const [day, setDay] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (day && isDay(day)) onDue(day);
  };
  return (
    <AppDialog open onClose={onClose} title={t('task_due')} size="auto">
      <form noValidate onSubmit={save} style={{ display: 'contents' }}>
        <DialogContent sx={{ pt: '8px !important' }}>
          <DateInput autoFocus label={t('task_due')} value={day} onChange={setDay} onWrong={setDay} />
        </DialogContent>
        <DialogActions disableSpacing sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button color="inherit" onClick={onClose}>
            {t('action_cancel')}
          </Button>
          <Button color="inherit" onClick={() => onDue(null)}>
            {t('task_no_due')}
          </Button>
          <Button type="submit" variant="contained" disabled={!day || !isDay(day)}>
            {t('action_save')}
          </Button>
        </DialogActions>
      </form>
    </AppDialog>
  );
}
