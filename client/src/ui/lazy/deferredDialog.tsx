import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ComponentType } from 'react';
import { useT } from '../../i18n/useT';
import { type Deferred, deferred, type UnreachableProps } from './deferred';
import { useServerAnswer } from './useServerAnswer';

interface DialogProps {
  onClose: () => void;
}

/** A dialog in a script of its own. While no server answers, the screen behind it stays, and a note can be dismissed. */
export function deferredDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): Deferred<Props> {
  return deferred(load, undefined, DialogUnreachable);
}

/** The dialog opens by itself once the server answers. */
function DialogUnreachable({ onAnswer, onClose }: UnreachableProps & DialogProps) {
  const t = useT();
  useServerAnswer(onAnswer);
  return (
    <Box
      role="alert"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        insetBlockEnd: 24,
        insetInline: 16,
        marginInline: 'auto',
        maxWidth: 480,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        p: 2,
        borderRadius: 2,
        boxShadow: 6,
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ flexGrow: 1 }}>
        <Typography variant="subtitle2">{t('session_unreachable')}</Typography>
        <Typography variant="body2" color="text.secondary">
          {t('session_unreachable_text')}
        </Typography>
      </Box>
      <Button onClick={onClose}>{t('action_cancel')}</Button>
    </Box>
  );
}
