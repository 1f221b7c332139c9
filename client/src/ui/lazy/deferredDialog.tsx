import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keyframes } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { withLateTexts } from '#i18n/late.texts';
import { useT } from '#i18n/useT';
import { aboveBoardBars } from '../aboveBoardBars';
import { type Deferred, deferred, type UnreachableProps } from './deferred';
import { useServerAnswer } from './useServerAnswer';

interface DialogProps {
  onClose: () => void;
}

/**
 * A dialog in a script of its own. While that is on its way, or no server answers, a dismissible note is shown over the
 * screen.
 */
export function deferredDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): Deferred<Props> {
  return deferred(withLateTexts(load), DialogComing, DialogUnreachable);
}

/** A script that loads faster shows no note. */
const APPEARS_AFTER_MS = 300;
const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });

/** On a slow line a press would otherwise seem to do nothing. */
function DialogComing({ onClose }: DialogProps) {
  const t = useT();
  return (
    <Note
      role="status"
      title={t('label_loading')}
      onClose={onClose}
      animation={`${appear} 0s ${APPEARS_AFTER_MS}ms both`}
    />
  );
}

/** The dialog opens once the server answers. */
function DialogUnreachable({ onAnswer, onClose }: UnreachableProps & DialogProps) {
  const t = useT();
  const ask = useServerAnswer(onAnswer);
  return (
    <Note
      role="alert"
      title={t('session_unreachable')}
      text={t('session_unreachable_text')}
      onClose={onClose}
      action={<Button onClick={ask}>{t('action_retry')}</Button>}
    />
  );
}

interface NoteProps extends DialogProps {
  role: 'status' | 'alert';
  title: string;
  text?: string;
  action?: ReactNode;
  animation?: string;
}

/** In a portal: the element that opened the dialog may have its own layout. */
function Note({ role, title, text, action, animation, onClose }: NoteProps) {
  const t = useT();
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  const cancel = () => {
    onClose();
    // The button that has it goes with the note.
    opener?.focus({ preventScroll: true });
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // What is beneath stays, such as the dialog that has opened this one.
    event.stopPropagation();
    event.preventDefault();
    cancel();
  });
  useEffect(() => {
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
  return createPortal(
    <Box
      role={role}
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 24,
        ...aboveBoardBars,
        insetInline: 16,
        mx: 'auto',
        maxWidth: 480,
        p: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        borderRadius: 2,
        boxShadow: 6,
        color: 'text.primary',
        bgcolor: 'background.paper',
        animation,
      }}
    >
      <Box sx={{ flex: text ? '1 0 100%' : 1 }}>
        <Typography variant="subtitle2">{title}</Typography>
        {text && (
          <Typography variant="body2" color="textSecondary">
            {text}
          </Typography>
        )}
      </Box>
      <Button color="inherit" onClick={cancel}>
        {t('action_cancel')}
      </Button>
      {action}
    </Box>,
    document.body,
  );
}
