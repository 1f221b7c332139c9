/** How close to the window's edge a dragged card must be to ask for the next column, in pixels. */
const EDGE_PX = 48;
/** How long each column rests before the next one. */
const PAUSE_MS = 700;

/**
 * On a phone, where a column fills the window: a card that is held at the edge moves on by one column, and after a
 * pause by another one. With scrolling by speed, all eight would pass before one could drop it.
 * @param place how far the page is scrolled, in pixels: the pause begins when it rests
 * @returns whether the card is at the edge
 */
export function columnPager(): (now: number, x: number, place: number) => boolean {
  let since: number | null = null;
  let last = 0;
  return (now, x, place) => {
    const side = x < EDGE_PX ? -1 : x > window.innerWidth - EDGE_PX ? 1 : 0;
    const isAtRest = place === last;
    last = place;
    if (side === 0) since = null;
    else if (since === null || !isAtRest) since = now;
    else if (now - since >= PAUSE_MS) {
      since = now;
      turn(side);
    }
    return side !== 0;
  };
}

/** Scrolls to the next column at the edge; from right to left, places are negative. */
function turn(side: number): void {
  const [first, second] = document.querySelectorAll('[data-state]');
  if (!first || !second) return;
  const stride = Math.abs(second.getBoundingClientRect().left - first.getBoundingClientRect().left);
  const left = (Math.round(window.scrollX / stride) + side) * stride;
  window.scrollTo({ left, behavior: 'smooth' });
}
