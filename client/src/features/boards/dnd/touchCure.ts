/**
 * In virtual lists the lifted card's element is removed from the page. The browser still dispatches its touch events to
 * that element; this sends copies of them to the window.
 */
export function cureTouch(): () => void {
  const begin = (event: TouchEvent) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const forward = (moved: Event) => {
      if (target.isConnected || !(moved instanceof TouchEvent)) return;
      const { touches, targetTouches, changedTouches } = moved;
      const copy = new TouchEvent(moved.type, {
        cancelable: true,
        bubbles: true,
        touches: [...touches],
        targetTouches: [...targetTouches],
        changedTouches: [...changedTouches],
      });
      window.dispatchEvent(copy);
      if (copy.defaultPrevented && moved.cancelable) moved.preventDefault();
    };
    const end = (ended: Event) => {
      forward(ended);
      target.removeEventListener('touchmove', forward);
      target.removeEventListener('touchend', end);
      target.removeEventListener('touchcancel', end);
    };
    target.addEventListener('touchmove', forward, { passive: false });
    target.addEventListener('touchend', end);
    target.addEventListener('touchcancel', end);
  };
  window.addEventListener('touchstart', begin, { capture: true, passive: true });
  return () => window.removeEventListener('touchstart', begin, { capture: true });
}
