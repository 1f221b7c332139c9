import type { TaskState } from '@livelane/shared/tasks/task.values';
import { aimAt } from './cardAim';
import { columnPager } from './columnPager';
import { LANES_TOP_PX, SCROLLS_ATTRIBUTE } from './drag.values';

/** Drag auto-scroll of specification section 9. */
const STANDARD_PX_PER_S = 900;
const FAST_PX_PER_S = 1_500;
const RAMP_MS = 400;
const MAX_ZONE_PX = 180;
/** The zone is at most this part of the scroller, so that small lists keep a middle without scrolling. */
const ZONE_PART = 0.25;
/** Inside this part of the zone, counted from the edge, it scrolls fast. */
const FAST_PART = 0.5;

/** A narrower window shows one column at a time, as in board.module.css. */
const PHONE_PX = 600;

/** How far beside the first or the last column a card still belongs to it, as where the page is scrolled, in pixels. */
const BESIDE_PX = 48;

/** A wheel that counts lines scrolls so many pixels for each. */
const LINE_PX = 16;

/** Speed along one axis, in px/s with a sign, for a pointer at `at` between `start` and `end`. */
function scrollSpeed(at: number, start: number, end: number): number {
  const zone = Math.min((end - start) * ZONE_PART, MAX_ZONE_PX);
  const speed = (depth: number) => (depth > zone * (1 - FAST_PART) ? FAST_PX_PER_S : STANDARD_PX_PER_S);
  if (at < start + zone) return -speed(start + zone - at);
  if (at > end - zone) return speed(at - (end - zone));
  return 0;
}

interface List {
  element: Element;
  /** Of its column. */
  state: TaskState;
  /** Its place in the page, not in the window, in pixels. */
  box: { left: number; right: number; top: number; bottom: number };
  isAtTop: boolean;
}

/**
 * Places of lists and window, measured once: measuring in each frame would force a layout before all changes of that
 * frame, and another one after them.
 */
function measure() {
  const [x, y] = [window.scrollX, window.scrollY];
  const lists = [...document.querySelectorAll(`[${SCROLLS_ATTRIBUTE}]`)].map((element): List => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return {
      element,
      state: element.closest<HTMLElement>('[data-state]')?.dataset.state as TaskState,
      box: { left: left + x, right: right + x, top: top + y, bottom: bottom + y },
      isAtTop: element.scrollTop <= 0,
    };
  });
  return { lists, width: window.innerWidth, x, y };
}

/** The column at `x`, which counts in the page; '' beside all of them. */
function columnAt(lists: readonly List[], x: number): TaskState | '' {
  const away = ({ box }: List) => Math.max(box.left - x, x - box.right);
  const nearest = lists.reduce((best, each) => (away(each) < away(best) ? each : best));
  return away(nearest) < BESIDE_PX ? nearest.state : '';
}

/**
 * Scrolls the list under the pointer and the page sideways while a card is dragged, and aims it at the column under the
 * pointer, on a phone at the one that is shown. @returns stops it
 */
export function startAutoScroll(): () => void {
  const goAlong = columnPager();
  let page = measure();
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
  const listUnder = (point: { x: number; y: number }) => {
    const at = { x: point.x + page.x, y: point.y + page.y };
    return page.lists.find(
      ({ box }) => at.x >= box.left && at.x < box.right && at.y >= box.top && at.y < box.bottom,
    );
  };
  // The shield over the board gets the wheel's events while a card is dragged.
  const wheel = ({ clientX, clientY, deltaY, deltaMode }: WheelEvent) => {
    const top = deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * LINE_PX : deltaY;
    listUnder({ x: clientX, y: clientY })?.element.scrollBy(0, top);
  };
  const tick = (now: number) => {
    frame = requestAnimationFrame(tick);
    const seconds = (now - last) / 1_000;
    last = now;
    if (!pointer) return;
    const isPhone = page.width < PHONE_PX;
    if (page.lists.length > 0) aimAt(columnAt(page.lists, page.x + (isPhone ? page.width / 2 : pointer.x)));
    const list = listUnder(pointer);
    const isInLanes = document.documentElement.dataset.lanes !== undefined;
    const wanted = list
      ? scrollSpeed(pointer.y + page.y, list.box.top, list.box.bottom)
      : isInLanes
        ? scrollSpeed(pointer.y, LANES_TOP_PX, window.innerHeight)
        : 0;
    // Scrolling the page vertically at the same time would abort the smooth scroll to the next column.
    const isPaging = isPhone && goAlong(now, pointer.x, page.x);
    // Lists are usually at their top, and cards are usually dropped there.
    const down = isPaging || (wanted < 0 && list?.isAtTop) ? 0 : wanted;
    const sideways = isPhone ? 0 : scrollSpeed(pointer.x, 0, page.width);
    if (down === 0 && sideways === 0) {
      enteredAt = null;
      return;
    }
    enteredAt ??= now;
    const ramp = Math.min(1, (now - enteredAt) / RAMP_MS);
    // Lanes scroll with the page.
    if (down !== 0) (list?.element ?? window).scrollBy(0, down * ramp * seconds);
    if (sideways !== 0) window.scrollBy(sideways * ramp * seconds, 0);
  };
  const scrolled = ({ target }: Event) => {
    const list = page.lists.find(({ element }) => element === target);
    if (list) list.isAtTop = list.element.scrollTop <= 0;
    else page = { ...page, x: window.scrollX, y: window.scrollY };
  };
  const resized = () => {
    page = measure();
  };
  let frame = requestAnimationFrame(tick);
  // Lists' own scrolling does not bubble.
  window.addEventListener('scroll', scrolled, { passive: true, capture: true });
  window.addEventListener('resize', resized);
  window.addEventListener('mousemove', follow, { passive: true });
  window.addEventListener('touchmove', followTouch, { passive: true });
  window.addEventListener('wheel', wheel, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('scroll', scrolled, { capture: true });
    window.removeEventListener('resize', resized);
    window.removeEventListener('mousemove', follow);
    window.removeEventListener('touchmove', followTouch);
    window.removeEventListener('wheel', wheel);
  };
}
