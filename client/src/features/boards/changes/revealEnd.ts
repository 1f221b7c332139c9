import type { TaskState } from '@livelane/shared/tasks/task.values';
import { SCROLLS_ATTRIBUTE } from '../dnd/drag.values';

/** Frames until the estimated heights of the last cards have been measured. */
const FRAMES = 4;

/** Scrolls a column to its end, where a new card appears. */
export function revealEnd(state: TaskState, frames = FRAMES): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    const list = document.querySelector(`[data-state="${state}"] [${SCROLLS_ATTRIBUTE}]`);
    list?.scrollTo({ top: list.scrollHeight });
    revealEnd(state, frames - 1);
  });
}
