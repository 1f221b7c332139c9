/** How close to the window's edge a dragged card must be to ask for the next column, in pixels. */
const EDGE_PX = 48;
/** How long each column stays before the next one comes. */
const PAUSE_MS = 700;

/**
 * On a phone, where a column fills the window: a card that is held at the edge goes one column further, and after a pause
 * another one. Scrolled by speed, all eight would be past before one could let go.
 * @returns whether it is at the edge
 */
export function columnPager(): (now: number, x: number) => boolean {
  let since: number | null = null;
  return (now, x) => {
    const side = x < EDGE_PX ? -1 : x > window.innerWidth - EDGE_PX ? 1 : 0;
    if (side === 0) since = null;
    else if (since === null) since = now;
    else if (now - since >= PAUSE_MS) {
      since = now;
      turn(side);
    }
    return side !== 0;
  };
}

/** From where it is to the place where the next column stands at the edge; from right to left places count down. */
function turn(side: number): void {
  const [first, second] = document.querySelectorAll('[data-state]');
  if (!first || !second) return;
  const stride = Math.abs(second.getBoundingClientRect().left - first.getBoundingClientRect().left);
  const left = (Math.round(window.scrollX / stride) + side) * stride;
  window.scrollTo({ left, behavior: 'smooth' });
}
