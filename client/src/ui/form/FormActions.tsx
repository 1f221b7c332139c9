import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import type { ReactNode } from 'react';
import { useT } from '#i18n/useT';

interface Props {
  onCancel: () => void;
  /** The button that sends what was entered. */
  children: ReactNode;
}

/** The lower edge of a dialog in which something is entered. */
export function FormActions({ onCancel, children }: Props) {
  const t = useT();
  return (
    <DialogActions>
      <Button color="inherit" onClick={onCancel}>
        {t('action_cancel')}
      </Button>
      {children}
    </DialogActions>
  );
}
