import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useT } from '#i18n/useT';
import { outdated } from '#lib/outdated';
import { useObservable } from '#lib/useObservable';

/** R21: the server has a later version. Changes made here are kept, and a reload sends them. */
export function OutdatedNotice() {
  const t = useT();
  if (!useObservable(outdated)) return null;
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" size="small" onClick={() => window.location.reload()}>
          {t('outdated_reload')}
        </Button>
      }
      // Stays in view while a board scrolls sideways.
      sx={{ borderRadius: 0, flexShrink: 0, position: 'sticky', insetInlineStart: 0, maxWidth: '100vw' }}
    >
      <AlertTitle>{t('outdated_title')}</AlertTitle>
      {t('outdated_text')}
    </Alert>
  );
}
