import type { MouseEvent } from 'react';

/**
 * Whether it is a later click of a double click. Outside a dialog it closes nothing: the first one may have opened what
 * is there now.
 */
export const isSecondClick = (event: object): boolean => 'detail' in event && Number(event.detail) > 1;

/** When the mouse goes down: such a click outside the dialog leaves the focus in its field. */
export function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (isSecondClick(event) && event.target instanceof Element && event.target.matches('.MuiDialog-container'))
    event.preventDefault();
}
