import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { columnElement, listElement } from '../keyboard/cardFocus';
import { LANES_TOP_PX } from './drag.values';

/** Frames until the drag library has received the page's scroll position. */
const FRAMES = 2;
/** More than the height of most cards, so that the place after the next one is visible too. */
const NEXT_PX = 160;

/** The column over which a card hovers that is moved by keys. */
let over: TaskState | null = null;

export function setCarriedOver(state: TaskState | null): void {
  over = state;
}

/** Scrolls the neighbouring column into view. */
function showColumn(from: TaskState, isForward: boolean): void {
  const step = isForward ? 1 : -1;
  let at = taskStates.indexOf(from) + step;
  // Hidden ones are not in the page.
  while (taskStates[at] && !columnElement(taskStates[at] ?? '')) at += step;
  columnElement(taskStates[at] ?? '')?.scrollIntoView({
    inline: 'nearest',
    block: 'nearest',
    behavior: 'instant',
  });
}

/** Scrolls the card above or below the dragged one into view; lanes scroll with the page. */
function showPlace(list: HTMLElement | null, isForward: boolean): void {
  const carried = document.querySelector('body > [data-task-id]')?.getBoundingClientRect();
  if (!carried) return;
  const { top, bottom } = list?.getBoundingClientRect() ?? { top: LANES_TOP_PX, bottom: window.innerHeight };
  if (isForward ? carried.bottom + NEXT_PX > bottom : carried.top - NEXT_PX < top)
    (list ?? window).scrollBy({ top: isForward ? NEXT_PX : -NEXT_PX, behavior: 'instant' });
}

/**
 * With keys the drag library moves a card only to fully visible places; its scrolling to others is disabled with its
 * auto-scroll, and it never scrolls sideways. This scrolls to the next place first, and passes the key on then.
 */
export function showNextPlaces(): () => void {
  let frame = 0;
  const later = (frames: number, work: () => void) => {
    frame = requestAnimationFrame(() => (frames > 1 ? later(frames - 1, work) : work()));
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, keyCode } = event;
    if (!over || !event.isTrusted || !key.startsWith('Arrow')) return;
    const list = listElement(over);
    const scrolled = () => [window.scrollX, window.scrollY, list?.scrollTop].join();
    const before = scrolled();
    if (key === 'ArrowUp' || key === 'ArrowDown') showPlace(list, key === 'ArrowDown');
    else showColumn(over, (key === 'ArrowRight') !== (document.documentElement.dir === 'rtl'));
    if (scrolled() === before) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    later(FRAMES, () => {
      const again = new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true });
      if (over) window.dispatchEvent(again);
    });
  };
  // Before the library's own listener, which is added on lift.
  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    cancelAnimationFrame(frame);
    over = null;
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}
