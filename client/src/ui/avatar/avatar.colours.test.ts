import { coloursFor } from './avatar.colours';

const person = (at: number) => `${String(at).padStart(6, '0')}00-0000-4000-8000-000000000000`;
const crowd = Array.from({ length: 30 }, (_, at) => person(at));
/** All that there are. */
const colours = [...new Set(coloursFor(crowd).values())];

const channel = (hex: string) => {
  const value = Number.parseInt(hex, 16) / 255;
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (colour: string) =>
  0.2126 * channel(colour.slice(1, 3)) +
  0.7152 * channel(colour.slice(3, 5)) +
  0.0722 * channel(colour.slice(5, 7));

it.each(colours)('white initials can be read on %s', (colour) => {
  expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.5);
});

/** Oklab, in which a distance is how unlike two colours look (https://bottosson.github.io/posts/oklab). */
function oklab(colour: string): number[] {
  const [r, g, b] = [1, 3, 5].map((at) => channel(colour.slice(at, at + 2))) as [number, number, number];
  const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
  const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
  const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
  return [
    0.2105 * l + 0.7936 * m - 0.0041 * s,
    1.978 * l - 2.4286 * m + 0.4506 * s,
    0.0259 * l + 0.7828 * m - 0.8087 * s,
  ];
}

it('no two of them look alike', () => {
  const alike = colours.flatMap((one, at) =>
    colours.slice(at + 1).filter((other) => {
      const theirs = oklab(other);
      return Math.hypot(...oklab(one).map((value, axis) => value - (theirs[axis] ?? 0))) < 0.08;
    }),
  );
  expect(alike).toEqual([]);
});

it('people of one board have different colours, whatever their ids and their order', () => {
  // Steps of their number would give all the same colour.
  const ids = colours.map((_colour, at) => {
    const step = (at * colours.length).toString(16).padStart(6, '0');
    return person(at).replace(/^\d{6}/, step);
  });
  const theirs = coloursFor(ids);
  expect(new Set(theirs.values()).size).toBe(12);
  expect([...coloursFor([...ids].reverse())].sort()).toEqual([...theirs].sort());
});

it('more people than colours all have one', () => {
  expect([...coloursFor(crowd).values()].every((colour) => colour.startsWith('#'))).toBe(true);
});
