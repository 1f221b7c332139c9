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

it('people of one board have different colours, whatever their ids and their order', () => {
  // In steps of their number all would have the same.
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
