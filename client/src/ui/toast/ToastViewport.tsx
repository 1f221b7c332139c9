import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { aboveBoardBars } from '../aboveBoardBars';
import { dismissToast, TOAST_MS, type Toast } from './toast.store';

/** Pixels of a sideways swipe that dismiss a toast, and the key that moves the focus to it (specification section 9). */
const SWIPE_PX = 50;
const HOTKEY = 'F8';

/** The selection bar must stay usable, too. */
const aboveSelectionBar = {
  'body:has([data-selection-bar]) &': {
    bottom: { xs: 'calc(208px + env(safe-area-inset-bottom))', sm: 148 },
  },
};

/**
 * A dialog's buttons are at the end of its lower edge, on a phone at the screen's; the menu of a board's view also
 * reaches down there.
 */
const besideDialogs = {
  'body:has(.MuiDialog-root, .MuiMenu-root) &&': {
    right: { sm: 'auto' },
    left: { sm: 24 },
    bottom: { xs: 'calc(88px + env(safe-area-inset-bottom))', sm: 24 },
  },
};

const severities = { default: 'info', success: 'success', destructive: 'error' } as const;

/** The end of each toast's time, by the page's clock. */
const ends = new WeakMap<Toast, number>();

/** The remaining time of a toast, which is mounted again whenever a dialog opens or closes. */
function timeLeft(toast: Toast): number {
  const now = performance.now();
  const end = ends.get(toast) ?? now + TOAST_MS;
  ends.set(toast, end);
  // Past its end it was held by the pointer or the focus: released, it stays for half its time.
  return end > now ? end - now : TOAST_MS / 2;
}

/** A toast on screen: dismissed by time, by its button or by a sideways swipe. */
export default function ToastViewport({ toast }: { toast: Toast }) {
  const t = useT();
  const root = useRef<HTMLDivElement>(null);
  const swipeFrom = useRef<number | null>(null);
  const [duration] = useState(() => timeLeft(toast));

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === HOTKEY) root.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);

  // Keyboard users come here, undo something, and return to where they were.
  const cameFrom = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const toast = root.current;
    return () => {
      if (toast?.contains(document.activeElement)) cameFrom.current?.focus();
    };
  }, []);

  const { id, title, description, variant = 'default', action, otherAction } = toast;
  const actions = [otherAction, action].filter((each) => each !== undefined);
  const close = () => dismissToast(id);
  const endSwipe = (event: PointerEvent) => {
    if (swipeFrom.current !== null && Math.abs(event.clientX - swipeFrom.current) >= SWIPE_PX) close();
    swipeFrom.current = null;
  };
  return (
    <Snackbar
      open
      autoHideDuration={otherAction ? null : duration}
      onClose={(_event, reason) => reason !== 'clickaway' && close()}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      sx={{ ...aboveBoardBars, ...aboveSelectionBar, ...besideDialogs }}
    >
      <Alert
        ref={root}
        tabIndex={-1}
        role={variant === 'destructive' ? 'alert' : 'status'}
        aria-label={t('toasts')}
        severity={severities[variant]}
        variant="outlined"
        onClose={close}
        onFocus={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
            cameFrom.current = relatedTarget;
        }}
        onPointerDown={(event) => {
          swipeFrom.current = event.clientX;
        }}
        onPointerUp={endSwipe}
        action={
          actions.length > 0
            ? actions.map(({ label, run }) => (
                <Button
                  key={label}
                  color="inherit"
                  size="small"
                  onClick={() => {
                    run();
                    close();
                  }}
                >
                  {label}
                </Button>
              ))
            : undefined
        }
        sx={{
          alignItems: 'center',
          minWidth: 280,
          maxWidth: 480,
          touchAction: 'pan-y',
          color: 'text.primary',
          bgcolor: 'background.paper',
          borderColor: 'divider',
          boxShadow: 8,
          '& .MuiAlert-action': { pt: 0 },
          // Only the icon has the colour: the message is read as text.
          '& .MuiAlert-action .MuiButton-root': { color: 'primary.main' },
        }}
      >
        {title && <AlertTitle sx={{ mb: description ? 0.5 : 0 }}>{title}</AlertTitle>}
        {description}
      </Alert>
    </Snackbar>
  );
}
