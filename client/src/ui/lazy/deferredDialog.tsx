import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { withLateTexts } from '#i18n/late.texts';
import { useT } from '#i18n/useT';
import { aboveBoardBars } from '../aboveBoardBars';
import { type Deferred, deferred, type UnreachableProps } from './deferred';
import { useServerAnswer } from './useServerAnswer';

interface DialogProps {
  onClose: () => void;
}

/** A dialog in a script of its own. While no server answers, a dismissible note is shown over the screen. */
export function deferredDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): Deferred<Props> {
  return deferred(withLateTexts(load), undefined, DialogUnreachable);
}

/** The dialog opens once the server answers. In a portal: the element that opened it may have its own layout. */
function DialogUnreachable({ onAnswer, onClose }: UnreachableProps & DialogProps) {
  const t = useT();
  const ask = useServerAnswer(onAnswer);
  return createPortal(
    <Box
      role="alert"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 24,
        ...aboveBoardBars,
        insetInline: 16,
        mx: 'auto',
        maxWidth: 480,
        p: 2,
        borderRadius: 2,
        boxShadow: 6,
        color: 'text.primary',
        bgcolor: 'background.paper',
      }}
    >
      <Typography variant="subtitle2">{t('session_unreachable')}</Typography>
      <Typography variant="body2" color="textSecondary">
        {t('session_unreachable_text')}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
        <Button color="inherit" onClick={onClose}>
          {t('action_cancel')}
        </Button>
        <Button onClick={ask}>{t('action_retry')}</Button>
      </Box>
    </Box>,
    document.body,
  );
}
