import { ID_IN_CHIP, NAME_IN_CHIP, NAME_ON_CARD, truncate } from './truncate';

it.each([
  ['0123456789', NAME_ON_CARD, '0123456789'],
  ['0123456789a', NAME_ON_CARD, '0123456789…'],
  ['Ada Byron', NAME_IN_CHIP, 'Ada B…'],
  ['b1c2', ID_IN_CHIP, 'b1…'],
  ['👩‍🚀👍', 10, '👩‍🚀👍'],
])('shortens %s to %i characters: %s', (text, length, expected) => {
  expect(truncate(text, length)).toBe(expected);
});

it('never cuts a character in two', () => {
  expect(truncate('👍👍👍', 2)).toBe('👍👍…');
});
