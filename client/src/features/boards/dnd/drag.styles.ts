/**
 * The drag library exchanges a style sheet at each lift and drop. What it sets, the pointer's events and its shape, every
 * element in a card inherits, so the browser computes the styles of the whole board again: most of the time of a lift.
 * The sheet is switched off; `.slot` and `.shield` in board.module.css do what it did for the elements that need it.
 */
export function muteLibraryStyles(): void {
  for (const sheet of document.querySelectorAll<HTMLStyleElement>('style[data-rfd-dynamic]'))
    sheet.media = 'not all';
}
