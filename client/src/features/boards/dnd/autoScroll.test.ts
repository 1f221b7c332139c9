import { scrollSpeed } from './autoScroll';

test.each([
  ['the middle of a list does not scroll', 500, 0],
  ['the zone is 180 px at most', 181, 0],
  ['its outer half scrolls at 900 px/s', 170, -900],
  ['its inner half scrolls at 1,500 px/s', 20, -1_500],
  ['the other end too', 990, 1_500],
  ['and slower farther from the edge', 830, 900],
])('specification section 9, drag auto-scroll: %s', (_name, at, expected) => {
  expect(scrollSpeed(at, 0, 1_000)).toBe(expected);
});

test('a small list keeps a calm middle', () => {
  expect(scrollSpeed(60, 0, 200)).toBe(0);
  expect(scrollSpeed(40, 0, 200)).toBe(-900);
});
