/** For how many frames a card is awaited that is not in the page yet. */
const FRAMES = 20;

/** The card that has or contains the focus. */
export function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-state] [data-task-id]') ?? null;
}

export function cardElement(taskId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-state] [data-task-id="${taskId}"]`);
}

export function columnElement(state: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-state="${state}"]`);
}

/** The scrolling list of a column's cards. */
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

/** Set while the focus waits for a card that is not in the page yet. Keys pressed meanwhile are meant for that card. */
let underWay: { held: Array<() => void> } | null = null;

export const isFocusUnderWay = (): boolean => underWay !== null;

/** Calls once the focus has arrived: at once if none is pending, never if its card did not appear. */
export function whenFocused(act: () => void): void {
  if (underWay) underWay.held.push(act);
  else act();
}

/** Focuses an element that appears in the page within the next frames. */
export function focusSoon(find: () => HTMLElement | null, options?: FocusOptions): void {
  const way = { held: underWay?.held ?? [] };
  underWay = way;
  let frames = FRAMES;
  const look = () => {
    if (underWay !== way) return;
    const element = find();
    if (!element && frames-- > 0) {
      requestAnimationFrame(look);
      return;
    }
    underWay = null;
    if (!element) return;
    element.focus(options);
    // Each may move the focus again; the others then wait for that.
    for (const act of way.held) whenFocused(act);
  };
  requestAnimationFrame(look);
}
