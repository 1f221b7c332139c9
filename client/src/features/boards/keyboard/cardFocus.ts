/** A card that is not in the page yet is looked for in this many frames. */
const FRAMES = 20;

/** The card that has the focus, itself or something in it. */
export function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-state] [data-task-id]') ?? null;
}

export function cardElement(taskId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-state] [data-task-id="${taskId}"]`);
}

export function columnElement(state: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-state="${state}"]`);
}

/** The list of a column's cards, which scrolls. */
export function listElement(state: string): HTMLElement | null {
  return columnElement(state)?.querySelector<HTMLElement>('[data-drag-scrolls]') ?? null;
}

/** The cards of a column that are in the page, from top to bottom. */
export function cardsIn(column: Element): HTMLElement[] {
  return [...column.querySelectorAll<HTMLElement>('[data-task-id]')].sort(
    (a, b) => Number(a.dataset.index) - Number(b.dataset.index),
  );
}

/** The card of a column that is nearest to an element. */
export function nearestCard(column: Element, to: Element): HTMLElement | null {
  const middle = (element: Element) => {
    const { top, height } = element.getBoundingClientRect();
    return top + height / 2;
  };
  const away = (element: Element) => Math.abs(middle(element) - middle(to));
  return cardsIn(column).reduce<HTMLElement | null>(
    (best, each) => (best && away(best) <= away(each) ? best : each),
    null,
  );
}

/** Puts the focus on an element that comes into the page within the next frames. */
export function focusSoon(find: () => HTMLElement | null, options?: FocusOptions): void {
  let frames = FRAMES;
  const look = () => {
    const element = find();
    if (element) element.focus(options);
    else if (frames-- > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
