/** Drag auto-scroll of specification section 9. */
const STANDARD_PX_PER_S = 900;
const FAST_PX_PER_S = 1_500;
const RAMP_MS = 400;
const MAX_ZONE_PX = 180;
/** The zone is at most this part of what scrolls, so that small lists keep a calm middle. */
const ZONE_PART = 0.25;
/** Inside this part of the zone, counted from the edge, it scrolls fast. */
const FAST_PART = 0.5;

/** Marks what may be scrolled up and down under the pointer. */
export const SCROLLS_ATTRIBUTE = 'data-drag-scrolls';

/** Speed along one axis, in px/s with a sign, for a pointer at `at` between `start` and `end`. */
export function scrollSpeed(at: number, start: number, end: number): number {
  const zone = Math.min((end - start) * ZONE_PART, MAX_ZONE_PX);
  const speed = (depth: number) => (depth > zone * (1 - FAST_PART) ? FAST_PX_PER_S : STANDARD_PX_PER_S);
  if (at < start + zone) return -speed(start + zone - at);
  if (at > end - zone) return speed(at - (end - zone));
  return 0;
}

/** Scrolls the list under the pointer and the page sideways while a card is dragged. Returns how to stop. */
export function startAutoScroll(): () => void {
  let pointer: { x: number; y: number } | null = null;
  let enteredAt: number | null = null;
  let last = performance.now();
  const follow = (event: PointerEvent | MouseEvent) => {
    pointer = { x: event.clientX, y: event.clientY };
  };
  const followTouch = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (touch) pointer = { x: touch.clientX, y: touch.clientY };
  };
  const tick = (now: number) => {
    frame = requestAnimationFrame(tick);
    const seconds = (now - last) / 1_000;
    last = now;
    if (!pointer) return;
    const list = document.elementFromPoint(pointer.x, pointer.y)?.closest(`[${SCROLLS_ATTRIBUTE}]`);
    const box = list?.getBoundingClientRect();
    const down = box ? scrollSpeed(pointer.y, box.top, box.bottom) : 0;
    const sideways = scrollSpeed(pointer.x, 0, window.innerWidth);
    if (down === 0 && sideways === 0) {
      enteredAt = null;
      return;
    }
    enteredAt ??= now;
    const ramp = Math.min(1, (now - enteredAt) / RAMP_MS);
    if (down !== 0) list?.scrollBy(0, down * ramp * seconds);
    if (sideways !== 0) window.scrollBy(sideways * ramp * seconds, 0);
  };
  let frame = requestAnimationFrame(tick);
  window.addEventListener('mousemove', follow, { passive: true });
  window.addEventListener('touchmove', followTouch, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('mousemove', follow);
    window.removeEventListener('touchmove', followTouch);
  };
}
