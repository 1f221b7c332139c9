import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { DialogLayer } from '../layers/DialogLayer';
import { isSecondClick, keepFocus } from './secondClick';

export type DialogSize = 'sm' | 'md' | 'lg' | 'auto';
export type DialogPosition = 'default' | 'center' | 'top' | 'bottom' | 'left' | 'right';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Replaces the title; the element in it that names the dialog takes the id. */
  header?: (titleId: string) => ReactNode;
  children: ReactNode;
  size?: DialogSize;
  /** `default`: 10 units from the top, centred sideways (specification section 2). */
  position?: DialogPosition;
  /** A click outside must not discard typed text: it closes only dialogs without any. */
  closeOnOutsideClick?: boolean;
  /** As tall as the window allows: late content does not move its buttons away from the pointer. */
  isTall?: boolean;
  /** It replaces another one, without fading. */
  isInstant?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

const places: Record<DialogPosition, object> = {
  default: { alignItems: 'flex-start', pt: 10, '& > .MuiDialog-paper': { mt: 0 } },
  center: { alignItems: 'center' },
  top: { alignItems: 'flex-start' },
  bottom: { alignItems: 'flex-end' },
  left: { justifyContent: 'flex-start' },
  right: { justifyContent: 'flex-end' },
};

/** Up to the space that a dialog leaves above and below it. */
const TALL = 'min(800px, calc(100% - 120px))';

/** The frame of every dialog: sizes and positions of the specification; a large one fills a phone. */
export function AppDialog({
  open,
  onClose,
  title,
  header,
  children,
  size = 'sm',
  position = 'default',
  closeOnOutsideClick = false,
  isTall = false,
  isInstant = false,
  onKeyDown,
}: Props) {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599px)');
  // Such as a phone on its side: what a dialog leaves above and below it is most of the window.
  const isLow = useMediaQuery('(max-height: 479px)');
  // A question or a few fields on an otherwise empty screen would look lost.
  const isFull = (isPhone || isLow) && (size === 'md' || size === 'lg');
  return (
    <Dialog
      open={open}
      onClose={(event, reason) => {
        if (reason !== 'backdropClick' || (closeOnOutsideClick && !isSecondClick(event))) onClose();
      }}
      onMouseDown={keepFocus}
      aria-labelledby={titleId}
      {...(onKeyDown && { onKeyDown })}
      {...(isInstant && { transitionDuration: 0 })}
      fullScreen={isFull}
      fullWidth={size !== 'auto'}
      maxWidth={size === 'auto' ? false : size}
      sx={
        isFull
          ? {}
          : {
              '& .MuiDialog-container': places[position],
              ...(isPhone && { '& .MuiDialog-paper': { mx: 2, width: 'calc(100% - 32px)' } }),
              ...(isTall && { '& .MuiDialog-paper': { height: TALL } }),
            }
      }
    >
      {header ? header(titleId) : <DialogTitle id={titleId}>{title}</DialogTitle>}
      {children}
      {open && <DialogLayer />}
    </Dialog>
  );
}
