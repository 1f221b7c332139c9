/** @jest-environment jsdom */
import { columnPager } from './columnPager';

const STRIDE = 366;

it('a card held at the edge of a phone goes one column at a time, with a pause before each', () => {
  Object.assign(window, { innerWidth: 390, scrollX: 0 });
  for (const index of [0, 1]) {
    const column = document.createElement('div');
    column.dataset.state = 'READY';
    column.getBoundingClientRect = () => ({ left: 16 + index * STRIDE }) as DOMRect;
    document.body.append(column);
  }
  const places: number[] = [];
  window.scrollTo = ((to: ScrollToOptions) => {
    places.push(to.left ?? 0);
    Object.assign(window, { scrollX: to.left ?? 0 });
  }) as typeof window.scrollTo;
  const follow = columnPager();
  const hold = (x: number, from: number, to: number) => {
    for (let now = from; now <= to; now += 10) follow(now, x);
  };
  hold(380, 0, 690);
  expect(places).toEqual([]);
  hold(380, 700, 2_200);
  expect(places).toEqual([STRIDE, 2 * STRIDE, 3 * STRIDE]);
  // Away from the edge it stays, and coming back it waits again.
  hold(200, 2_210, 5_000);
  hold(10, 5_010, 5_700);
  expect(places).toHaveLength(3);
  hold(10, 5_710, 5_720);
  expect(places.at(-1)).toBe(2 * STRIDE);
});
