import type { DropResult } from '../dnd/dnd';

/** Marks a cell that was added during a drag: the drag library has not measured it. */
export const LATER_ATTRIBUTE = 'data-later';

let lastPoint: { x: number; y: number } | null = null;

/** Records where a dragged card is dropped. @returns ends it */
export function watchLetGo(): () => void {
  const note = (event: MouseEvent | TouchEvent) => {
    const { clientX: x, clientY: y } =
      'changedTouches' in event ? (event.changedTouches[0] ?? NOWHERE) : event;
    lastPoint = { x, y };
  };
  const forget = () => {
    lastPoint = null;
  };
  window.addEventListener('mousedown', forget, true);
  window.addEventListener('touchstart', forget, true);
  window.addEventListener('mouseup', note, true);
  window.addEventListener('touchend', note, true);
  return () => {
    window.removeEventListener('mousedown', forget, true);
    window.removeEventListener('touchstart', forget, true);
    window.removeEventListener('mouseup', note, true);
    window.removeEventListener('touchend', note, true);
  };
}
const NOWHERE = { clientX: -1, clientY: -1 };

/** The place in such a cell where the card was dropped; null elsewhere. */
export function laterPlace(): DropResult['destination'] {
  const point = lastPoint;
  if (!point) return null;
  for (const cell of document.querySelectorAll<HTMLElement>(`[${LATER_ATTRIBUTE}]`)) {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    if (point.x < left || point.x >= right || point.y < top || point.y >= bottom) continue;
    const { state, lane } = cell.dataset;
    return { droppableId: `${state} ${lane}`, index: indexAt(cell, point.y) };
  }
  return null;
}

/** Before the first card whose middle is beneath the point. */
function indexAt(cell: HTMLElement, y: number): number {
  let index = 0;
  for (const card of cell.querySelectorAll<HTMLElement>('[data-task-id]')) {
    const { top, height } = card.getBoundingClientRect();
    const at = Number(card.dataset.index);
    if (top + height / 2 < y) index = Math.max(index, at + 1);
  }
  return index;
}
