import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { columnElement } from '../keyboard/card.focus';

/** Until the drag library has heard how far the page was scrolled. */
const FRAMES = 2;

/** The column over which a card hovers that is carried by keys. */
let over: TaskState | null = null;

export function setCarriedOver(state: TaskState | null): void {
  over = state;
}

/**
 * By keys the drag library carries a card only to columns whose cards are wholly in the window, and does not scroll
 * sideways. This shows the next column first, and hands the key on then.
 */
export function showNextColumns(): () => void {
  let frame = 0;
  const later = (frames: number, work: () => void) => {
    frame = requestAnimationFrame(() => (frames > 1 ? later(frames - 1, work) : work()));
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, keyCode } = event;
    if (!over || !event.isTrusted || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
    const isForward = (key === 'ArrowRight') !== (document.documentElement.dir === 'rtl');
    const next = columnElement(taskStates[taskStates.indexOf(over) + (isForward ? 1 : -1)] ?? '');
    const before = window.scrollX;
    next?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'instant' });
    if (window.scrollX === before) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    later(FRAMES, () => {
      const again = new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true });
      if (over) window.dispatchEvent(again);
    });
  };
  // Before the library's own, which listens from the lift on.
  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    cancelAnimationFrame(frame);
    over = null;
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}
