import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { useT } from '#i18n/useT';
import { SubmitButton } from '#ui/form/SubmitButton';
import { AppDialog } from './AppDialog';

interface Props {
  open: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  pending?: boolean;
  error?: string | undefined;
  errorTitle?: string;
}

/** Asks for confirmation before a permanent loss. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  onConfirm,
  onClose,
  pending = false,
  error,
  errorTitle,
}: Props) {
  const t = useT();
  return (
    <AppDialog open={open} onClose={onClose} title={title} closeOnOutsideClick>
      <DialogContent>
        <DialogContentText>{text}</DialogContentText>
        {error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errorTitle && <AlertTitle>{errorTitle}</AlertTitle>}
            {error}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit" autoFocus>
          {t('action_cancel')}
        </Button>
        <SubmitButton type="button" onClick={onConfirm} color="error" isPending={pending}>
          {confirmLabel}
        </SubmitButton>
      </DialogActions>
    </AppDialog>
  );
}
