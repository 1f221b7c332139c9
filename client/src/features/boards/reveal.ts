import type { TaskState } from '@livelane/shared/tasks/task.values';
import { SCROLLS_ATTRIBUTE } from './dnd/drag.values';

/** Until the heights of the cards at the end are measured, which were guessed before. */
const FRAMES = 4;

/** Scrolls a column to its end, where the card appears that its user has just added. */
export function revealEnd(state: TaskState, frames = FRAMES): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    const list = document.querySelector(`[data-state="${state}"] [${SCROLLS_ATTRIBUTE}]`);
    list?.scrollTo({ top: list.scrollHeight });
    revealEnd(state, frames - 1);
  });
}
