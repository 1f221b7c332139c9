import { columnElement } from '../keyboard/cardFocus';

/**
 * Scrolls a board sideways to a column, at once, and not vertically. `scrollIntoView` would also make some browsers
 * begin there with the next Tab.
 */
export function scrollToColumn(state: string): void {
  const column = columnElement(state);
  const first = column?.parentElement?.querySelector('[data-state]');
  if (!column || !first) return;
  const left = column.getBoundingClientRect().left - first.getBoundingClientRect().left;
  window.scrollTo({ left, behavior: 'instant' });
}
