import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { BoardState } from '#board-sync/board.types';
import { findInView } from '#board-sync/board.view';
import { cardElement, columnElement, listElement } from '../keyboard/cardFocus';

/** For how many frames a card is awaited that is not in the page yet. */
const FRAMES = 20;

/**
 * Scrolls to a card of this user's change once it is in its column: the column's list, and the page sideways. Nothing
 * scrolls for a card that is in sight, is hidden or does not come.
 * @param boardNow the board at the time of a call
 */
export function revealCard(taskId: string, boardNow: () => BoardState | undefined, frames = FRAMES): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    const view = boardNow()?.view;
    const task = view && findInView(view, taskId);
    const card = cardElement(taskId);
    const column = card?.closest<HTMLElement>('[data-state]');
    if (task && column?.dataset.state === task.state) {
      column.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return;
    }
    if (task) scrollNear(task.state, view[task.state].ids.indexOf(taskId) / view[task.state].ids.length);
    revealCard(taskId, boardNow, frames - 1);
  });
}

/** A list has only the cards near its window in the page. @param share of the list above the card */
function scrollNear(state: TaskState, share: number): void {
  if (!columnElement(state)) return;
  const list = listElement(state);
  list?.scrollTo({ top: list.scrollHeight * share - list.clientHeight / 2 });
}
