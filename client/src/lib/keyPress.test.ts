import { letterWithControl, shortcutKey } from './keyPress';

const press = (key: string, code: string, held: object = { ctrlKey: true }) =>
  letterWithControl({ key, code, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

it.each([
  ['English', 'z', 'KeyZ', 'z'],
  ['Caps Lock', 'Z', 'KeyZ', 'z'],
  ['French, where A is in the place of Q', 'a', 'KeyQ', 'a'],
  ['German, where Y is in the place of Z', 'y', 'KeyZ', 'y'],
  ['Dvorak, where a semicolon is in the place of Z', ';', 'KeyZ', ';'],
  ['Neo, where a Latin letter that is not English is in the place of X', 'ü', 'KeyX', 'ü'],
  ['Arabic', 'ئ', 'KeyZ', 'z'],
  ['Arabic, a key of two letters', 'لا', 'KeyB', 'b'],
  ['Greek', 'ζ', 'KeyZ', 'z'],
  ['Thai, a mark', '\u0e34', 'KeyB', 'b'],
  ['no letter', 'ArrowUp', 'ArrowUp', 'arrowup'],
])('%s: Ctrl or Cmd with %s of %s is %s', (_keyboard, key, code, letter) => {
  expect(press(key, code)).toBe(letter);
  expect(press(key, code, { metaKey: true })).toBe(letter);
});

it('is nothing without Ctrl or Cmd, or with Alt, which makes AltGr on Windows', () => {
  expect(press('z', 'KeyZ', {})).toBeNull();
  expect(press('ن', 'KeyK', { ctrlKey: true, altKey: true })).toBeNull();
});

it.each([
  ['English', 'e', 'KeyE', false, 'e'],
  ['Caps Lock', 'E', 'KeyE', false, 'e'],
  ['Shift', 'E', 'KeyE', true, 'E'],
  ['Caps Lock and Shift', 'e', 'KeyE', true, 'E'],
  ['French, where A is in the place of Q', 'a', 'KeyQ', false, 'a'],
  ['German, where a hyphen is in the place of the slash', '-', 'Slash', false, '-'],
  ['German, above the 7', '/', 'Digit7', true, '/'],
  ['Arabic', 'ث', 'KeyE', false, 'e'],
  ['Arabic, with Shift', 'ُ', 'KeyE', true, 'E'],
  ['Arabic, in the place of the slash', 'ظ', 'Slash', false, '/'],
  ['Arabic, a question mark', '؟', 'Slash', true, '?'],
  ['Arabic, a digit', '١', 'Digit1', false, '١'],
  ['no letter', 'ArrowUp', 'ArrowUp', true, 'ArrowUp'],
])('%s: %s of %s, Shift %s, is the key %s of a shortcut', (_keyboard, key, code, shiftKey, expected) => {
  expect(shortcutKey({ key, code, shiftKey })).toBe(expected);
});
