/** @jest-environment jsdom */
import { columnPager } from './columnPager';

const STRIDE = 366;
/** In pixels per millisecond, as browsers scroll smoothly. */
const SPEED = 1;

/** A card that is dragged on a phone with smooth scrolling. */
function carrying() {
  const asked: number[] = [];
  let now = 0;
  Object.assign(window, { innerWidth: 390, scrollX: 0 });
  window.scrollTo = (({ left = 0 }: ScrollToOptions) => {
    asked.push(left);
  }) as typeof window.scrollTo;
  const follow = columnPager();
  return {
    asked,
    hold(x: number, ms: number) {
      for (const end = now + ms; now < end; now += 10) {
        const way = (asked.at(-1) ?? 0) - window.scrollX;
        Object.assign(window, {
          scrollX: window.scrollX + Math.sign(way) * Math.min(Math.abs(way), SPEED * 10),
        });
        follow(now, x, window.scrollX);
      }
    },
  };
}

beforeAll(() => {
  for (const index of [0, 1]) {
    const column = document.createElement('div');
    column.dataset.state = 'READY';
    column.getBoundingClientRect = () => ({ left: 16 + index * STRIDE }) as DOMRect;
    document.body.append(column);
  }
});

it('a card held at the edge of a phone goes one column at a time, and each stands still for the whole pause', () => {
  const { asked, hold } = carrying();
  hold(380, 700);
  expect(asked).toEqual([]);
  hold(380, 10);
  expect(asked).toEqual([STRIDE]);
  // The time of scrolling does not count.
  hold(380, STRIDE / SPEED + 690);
  expect(asked).toEqual([STRIDE]);
  hold(380, 30);
  expect(asked).toEqual([STRIDE, 2 * STRIDE]);
});

it('a card that leaves the edge stays, and waits again when it comes back', () => {
  const { asked, hold } = carrying();
  hold(380, 2_000);
  expect(asked).toEqual([STRIDE, 2 * STRIDE]);
  hold(200, 3_000);
  hold(10, 700);
  expect(asked).toHaveLength(2);
  hold(10, 20);
  expect(asked.at(-1)).toBe(STRIDE);
});
