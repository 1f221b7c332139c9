/** @jest-environment jsdom */

import { clearSelection, selection } from './selection';
import { startLasso } from './startLasso';

/** The list's edge, and the width of its scroll bar, in pixels. */
const [LEFT, WIDTH, BAR] = [100, 200, 15];

/** Draws from there over all cards. @returns the selected ones */
function drawFrom(x: number, isRtl: boolean): string[] {
  document.body.innerHTML = '<main><div data-drag-scrolls=""><p data-task-id="a"></p></div></main>';
  const [board, list] = [document.querySelector('main'), document.querySelector('[data-drag-scrolls]')];
  if (!board || !list) throw new Error('the page has no board');
  // jsdom has no layout.
  for (const element of board.querySelectorAll('*'))
    element.getBoundingClientRect = () =>
      ({ left: LEFT, right: LEFT + WIDTH, top: 0, bottom: 50 }) as DOMRect;
  Object.defineProperties(list, {
    clientLeft: { value: isRtl ? BAR : 0 },
    clientWidth: { value: WIDTH - BAR },
  });
  const end = startLasso(board, () => true);
  const mouse = (type: string, clientX: number, clientY: number) =>
    // jsdom has no pointer events.
    Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY }), { pointerType: 'mouse' });
  list.dispatchEvent(mouse('pointerdown', x, 90));
  window.dispatchEvent(mouse('pointermove', LEFT + WIDTH / 2, 10));
  end();
  return [...selection()];
}
afterEach(clearSelection);

it.each([
  ['its scroll bar at the right', LEFT + WIDTH - 5, false, []],
  ['its scroll bar at the left', LEFT + 5, true, []],
  ['its ground, up to a scroll bar at the right', LEFT + WIDTH - BAR - 1, false, ['a']],
  ['its ground, from a scroll bar at the right', LEFT + 5, false, ['a']],
  ['its ground, up to a scroll bar at the left', LEFT + BAR + 1, true, ['a']],
  ['its ground, from a scroll bar at the left', LEFT + WIDTH - 5, true, ['a']],
])('from a list, drawn from %s', (_where, x, isRtl, selected) => {
  expect(drawFrom(x, isRtl)).toEqual(selected);
});
