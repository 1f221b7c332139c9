/** @jest-environment jsdom */
import { startAutoScroll } from './autoScroll';
import { SCROLLS_ATTRIBUTE } from './drag.values';

/** A frame's length, and one second in frames of it. */
const FRAME_MS = 10;

it('section 9, drag auto-scroll: it gathers speed for 400 ms and stops with the drag', () => {
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
  const scrolled: number[] = [];
  const list = document.createElement('div');
  list.setAttribute(SCROLLS_ATTRIBUTE, '');
  list.getBoundingClientRect = () =>
    ({ left: 0, right: window.innerWidth, top: 0, bottom: 1_000 }) as DOMRect;
  list.scrollBy = ((_x: number, y: number) => void scrolled.push(y)) as typeof list.scrollBy;
  document.body.append(list);
  const pass = () => {
    now += FRAME_MS;
    frame?.(now);
  };

  const stop = startAutoScroll();
  // In the outer half of the lower zone, and in the middle of the window.
  window.dispatchEvent(new MouseEvent('mousemove', { clientX: window.innerWidth / 2, clientY: 830 }));
  for (let index = 0; index <= 60; index++) pass();
  const speeds = scrolled.map((pixels) => Math.round((pixels / FRAME_MS) * 1_000));
  expect([speeds[0], speeds[20], speeds[40], speeds[60]]).toEqual([0, 450, 900, 900]);
  stop();
  expect(frame).toBeNull();
});
