import { avatarColours, coloursFor } from './avatar.colours';

const channel = (hex: string) => {
  const value = Number.parseInt(hex, 16) / 255;
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (colour: string) =>
  0.2126 * channel(colour.slice(1, 3)) +
  0.7152 * channel(colour.slice(3, 5)) +
  0.0722 * channel(colour.slice(5, 7));

it.each(avatarColours)('white initials can be read on %s', (colour) => {
  expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.5);
});

const person = (at: number) => `${String(at).padStart(6, '0')}00-0000-4000-8000-000000000000`;

it('people of one board have different colours, whatever their ids and their order', () => {
  // In steps of twelve all would have the same.
  const ids = avatarColours.map((_colour, at) =>
    person(at * 12).replace(/^\d{6}/, (at * 12).toString(16).padStart(6, '0')),
  );
  const colours = coloursFor(ids);
  expect(new Set(colours.values()).size).toBe(avatarColours.length);
  expect([...coloursFor([...ids].reverse())].sort()).toEqual([...colours].sort());
});

it('more people than colours all have one', () => {
  const ids = Array.from({ length: 30 }, (_, at) => person(at));
  expect([...coloursFor(ids).values()].every((colour) => colour.startsWith('#'))).toBe(true);
});
