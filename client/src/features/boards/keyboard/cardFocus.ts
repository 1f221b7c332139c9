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

/** The way of the focus to a card that is not in the page yet. Keys pressed meanwhile are meant for that card. */
let underWay: { held: Array<() => void> } | null = null;

export const isFocusUnderWay = (): boolean => underWay !== null;

/** Calls once the focus has arrived: at once if it is not under way, never if its card did not come. */
export function whenFocused(act: () => void): void {
  if (underWay) underWay.held.push(act);
  else act();
}

/** Puts the focus on an element that comes into the page within the next frames. */
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
    // Each may send the focus on its way again; the others then wait for that.
    for (const act of way.held) whenFocused(act);
  };
  requestAnimationFrame(look);
}
