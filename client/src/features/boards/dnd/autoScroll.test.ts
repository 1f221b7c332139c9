/** @jest-environment jsdom */
import { startAutoScroll } from './autoScroll';
import { SCROLLS_ATTRIBUTE } from './drag.values';

/** A frame's length, and how many of them are 600 ms. */
const FRAME_MS = 10;
const FRAMES = 60;

/** The speeds in px/s, frame by frame, of a list from 0 to `height` while a card is held at `y` over it. */
function speedsAt(y: number, height: number): { speeds: number[]; isEnded: boolean } {
  let now = 0;
  let frame: FrameRequestCallback | null = null;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => {
    frame = callback;
    return 1;
  });
  jest.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation(() => {
    frame = null;
  });
  const list = document.createElement('div');
  list.setAttribute(SCROLLS_ATTRIBUTE, '');
  list.getBoundingClientRect = () =>
    ({ left: 0, right: window.innerWidth, top: 0, bottom: height }) as DOMRect;
  // It can scroll both ways.
  list.scrollTop = 100;
  let scrolled = 0;
  list.scrollBy = ((_x: number, by: number) => {
    scrolled = by;
  }) as typeof list.scrollBy;
  document.body.replaceChildren(list);

  const stop = startAutoScroll();
  // In the middle of the window's width.
  window.dispatchEvent(new MouseEvent('mousemove', { clientX: window.innerWidth / 2, clientY: y }));
  const speeds = Array.from({ length: FRAMES + 1 }, () => {
    scrolled = 0;
    now += FRAME_MS;
    frame?.(now);
    return Math.round((scrolled / FRAME_MS) * 1_000);
  });
  stop();
  return { speeds, isEnded: frame === null };
}

test.each([
  ['the middle of a list does not scroll', 500, 1_000, 0],
  ['the zone is 180 px at most', 181, 1_000, 0],
  ['its outer half scrolls at 900 px/s', 170, 1_000, -900],
  ['its inner half scrolls at 1,500 px/s', 20, 1_000, -1_500],
  ['the other end too', 990, 1_000, 1_500],
  ['and slower farther from the edge', 830, 1_000, 900],
  ['a small list keeps a calm middle', 60, 200, 0],
  ['and scrolls at its edges', 40, 200, -900],
])('specification section 9, drag auto-scroll: %s', (_name, y, height, expected) => {
  expect(speedsAt(y, height).speeds.at(-1)).toBe(expected);
});

test('section 9, drag auto-scroll: it gathers speed for 400 ms and stops with the drag', () => {
  const { speeds, isEnded } = speedsAt(830, 1_000);
  expect([speeds[0], speeds[20], speeds[40], speeds[60]]).toEqual([0, 450, 900, 900]);
  expect(isEnded).toBe(true);
});
