/**
 * The drag library exchanges a style sheet at each lift and drop. Every element in a card inherits its properties
 * (pointer events and cursor), so the browser computes the styles of the whole board again: most of the time of a lift.
 * The sheet is disabled; `.slot` (card.module.css) and `.shield` (board.module.css) replace it for the elements that need it.
 */
export function muteLibraryStyles(): void {
  for (const sheet of document.querySelectorAll<HTMLStyleElement>('style[data-rfd-dynamic]'))
    sheet.media = 'not all';
}
